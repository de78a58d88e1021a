"""Markers that announce a final answer: where they stand and where their values lie.

Positions are found by plain substring search and checked one by one, so that a text costs the
same however many half-markers it holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from scoring.extraction.text import Text, find_all

FINAL, FINAL_ANSWER, ANSWER = 0, 1, 2
"""The three tiers, strongest first; indices into `scoring.policy.MARKER_RULES`."""

_DECORATION = r"[^\S\n]*+(?:[*_~`\"'”’)\]}>|#]++[^\S\n]*+|</\w{1,10}>[^\S\n]*+){0,8}+"
"""At most eight pieces: closing tags may hold the marker's own words, and each of them is looked at."""
_SAYS = r"(?:is|are|would\s+be|will\s+be|must\s+be|should\s+be)\b[^\S\n]*+:?"
_FINAL = re.compile(
    rf"final(?P<answer>[\s*_~`]{{1,8}}answers?\b)?{_DECORATION}"
    rf"(?:(?P<colon>:)|(?P<says>(?:therefore|thus|then|hence)?[^\S\n]*+{_SAYS})|(?P<dash>[-–—]\s)|(?P<alone>(?=\n|$)))"
)
_ANSWER = re.compile(
    rf"answers?(?:\s?\(s\))?{_DECORATION}(?:(?P<colon>:)|(?P<dash>[-–—]\s)|(?P<alone>(?=\n|$)))"
)
_NO_MARKER_BEFORE = re.compile(
    r"(?:\b(?:incorrect|wrong|false|invalid|bad|no|not|possible|candidate|sample|example|potential|previous|tentative|alternative)"
    r"|\bnot\s(?:the|an?|my))[\s*_]+$"
)
_ENDS_WITH_FINAL = re.compile(r"final[\s*_~`]{1,8}$")
_LINE_START = re.compile(r"(?:^|\n)[^\S\n]*(?:[#>*_~`|•\-+]|\d{1,2}[.)]|[^\w\s])*[^\S\n]*$")
_LONGEST_DECORATION = 40
_ARABIC_NAME = "الإجابة"

_FOREIGN: dict[str, tuple[tuple[str, re.Pattern[str]], ...]] = {
    "zh": (
        ("答案", re.compile(rf"答案{_DECORATION}(?:应该|應該|应当)?(?::|[是为為选選]{_DECORATION}:?)")),
        (
            "答案",
            re.compile(r"答案[\]】](?=[^\S\n]*[(（]?[a-z](?![a-z]))"),
        ),  # a heading in brackets: no colon
    ),
    "ko": (
        ("정답", re.compile(rf"정답{_DECORATION}(?:은|는)?{_DECORATION}:?")),
        ("답:", re.compile(r"(?<!정)답:")),
    ),
    "ar": ((_ARABIC_NAME, re.compile(rf"{_ARABIC_NAME}(?:\s+الصحيحة|\s+النهائية)?{_DECORATION}(?::|هي:?)")),),
}
"""Language -> (word to look for, whole marker); all of tier `ANSWER`."""


class Marker(NamedTuple):
    """A marker in a normalised text: its tier, first character, and where its value begins."""

    tier: int
    start: int
    end: int


def find_markers(text: Text, languages: Sequence[str] = ()) -> list[Marker]:
    """Return the markers of a text in order; empty for a text without any."""
    lower = text.lower
    found: list[Marker] = []
    if "final" in lower:
        for at in find_all(lower, "final"):
            _add(found, _final_at(lower, at))
    for at in text.answers:
        # By far the most common words after it, and never a marker of this tier.
        if not lower.startswith(" is", at + 6):
            _add(found, _answer_at(lower, at))
    if not lower.isascii():
        for language in languages:
            for word, pattern in _FOREIGN[language]:
                for at in find_all(lower, word):
                    match = pattern.match(lower, at)
                    _add(found, Marker(ANSWER, at, match.end()) if match else None)
    if len(found) > 1:
        found.sort(key=lambda marker: marker.start)
    return found


def _add(found: list[Marker], marker: Marker | None) -> None:
    if marker is not None:
        found.append(marker)


def _final_at(lower: str, at: int) -> Marker | None:
    if at and _glued_before(lower, at):
        return None
    match = _FINAL.match(lower, at)
    if match is None:
        return None
    answer = match["answer"] is not None
    if match["says"] is not None and not answer:
        return None
    if match["colon"] is None and match["says"] is None and not _starts_line(lower, at):
        return None
    if _is_key(lower, at, match.end()):
        return None
    return Marker(FINAL_ANSWER if answer else FINAL, at, match.end())


def _answer_at(lower: str, at: int) -> Marker | None:
    match = _ANSWER.match(lower, at)
    if match is None:
        return None
    if at:
        if _glued_before(lower, at):
            return None
        before = lower[max(0, at - 24) : at]
        if before[-1] in " \t\n*_~`" and (
            _ENDS_WITH_FINAL.search(before) or _NO_MARKER_BEFORE.search(before)
        ):
            return None
    if match["colon"] is None and not _starts_line(lower, at):
        return None
    if _is_key(lower, at, match.end()):
        return None
    return Marker(ANSWER, at, match.end())


def _glued_before(lower: str, at: int) -> bool:
    """Return whether a letter stands right before, or a hyphen that joins a letter (`semi-final`)."""
    before = lower[at - 1]
    if before == "-":
        return at > 1 and lower[at - 2].isalpha()
    return before.isalpha() and not is_spaceless(before)


def is_spaceless(char: str) -> bool:
    """Return whether a letter belongs to a script that writes words without spaces between."""
    return "\u0e00" <= char <= "\u0eff" or "\u1000" <= char <= "\u109f" or char >= "\u2e80"


def _starts_line(lower: str, at: int) -> bool:
    if not at or lower[at - 1] == "\n":
        return True
    first = max(0, at - _LONGEST_DECORATION)
    return _LINE_START.search(lower[first:at]) is not None and (not first or "\n" in lower[first:at])


def _is_key(lower: str, at: int, end: int) -> bool:
    """Return whether this is a JSON key: `"answer":`; the rule `json_answer` reads those."""
    if not at or lower[at - 1] not in "\"'":
        return False
    return lower[at - 1] in lower[at:end]


class Value(NamedTuple):
    """A marker with its value.

    Attributes:
        marker: the marker.
        start: first character of the value.
        end: one past its last; start == end for a blank value.
        line_end: end of the line on which the marker ends.
        joined: the next marker on the line is joined to this one by *or*.
    """

    marker: Marker
    start: int
    end: int
    line_end: int
    joined: bool


_JOINT = re.compile(r"[\s,;(\[\"'“`*_]*+$")
_JOINING_WORD = re.compile(
    r"(?:^|[\s,;*_`\"'”)\].])(?P<word>or|and|vs\.?|then|but|/|或|或者)$", re.IGNORECASE
)


def find_values(text: Text, markers: Sequence[Marker]) -> list[Value]:
    """Return each marker with the rest of its line, up to the next marker on it (rule 6)."""
    norm = text.norm
    values: list[Value] = []
    line_end = -1
    for position, marker in enumerate(markers):
        if line_end < marker.end:
            line_end = norm.find("\n", marker.end)
            if line_end < 0:
                line_end = len(norm)
        following = markers[position + 1].start if position + 1 < len(markers) else len(norm)
        if following < line_end:
            end, joined = _before_next(norm, marker.end, max(following, marker.end))
            values.append(Value(marker, marker.end, end, line_end, joined))
        else:
            values.append(Value(marker, marker.end, line_end, line_end, joined=False))
    return values


def _before_next(norm: str, start: int, end: int) -> tuple[int, bool]:
    """Return the value's end without a joining word before the next marker, and whether that word is *or*."""
    tail_start = max(start, end - 24)
    tail = norm[tail_start:end].rstrip(" \t,;([{\"'“`*_#$\\")
    word = _JOINING_WORD.search(tail)
    if word is None:
        return tail_start + len(tail), False
    return tail_start + word.start("word"), word["word"].lower() in ("or", "/", "或", "或者")
