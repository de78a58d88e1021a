"""The rule `option_text`: an option's own text beside its label (`D. Intention`)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from scoring.extraction.found import Found, Question
from scoring.extraction.negation import is_negated
from scoring.extraction.reading import Kind, Reading
from scoring.extraction.text import Text

_DENIED_AFTER = re.compile(
    r"[\s\"'”’*_`.,)\]]{0,8}+(?:is|are|was|were|would\s+be|can|could|does|do|did|has)"
    r"(?:\s?n['’]t\b|\s*not\b|\s+(?:also\s+)?(?:incorrect|wrong|false|eliminated|ruled\s+out))"
)
"""`… is not`, `… is wrong`: what stands before it is judged, not stated."""
_BLANKS = re.compile(r"\s+")
_AT_LINE_START = re.compile(r"(?:^|\n)[ \t*_`>#\-]*+$")


def find_option_text(text: Text, question: Question) -> list[Found]:
    """Return the only label that stands un-negated with its own option's text: `D. Intention`.

    At the start of a line it needs no mark: `D Intention`. A text that runs over several lines may be
    broken and indented in another way than in the option.
    """
    if question.labels is None or question.texts is None:
        return []
    found: list[Found] = []
    # Few labels stand so anywhere: only their options are folded and looked for.
    for label in question.labels.beside(text.norm):
        folded = question.texts.own_text(label)
        if folded is None:
            continue
        for at, end in _places(text.lower, folded):
            start = _label_before(text.norm, at, label)
            if (
                start is not None
                and not is_negated(text.lower, start)
                and not _DENIED_AFTER.match(text.lower, end)
            ):
                found.append(Found("option_text", start, end, Reading(Kind.VALID, label, 0)))
    found.sort(key=lambda item: item.start)
    return found if len({f.reading.answer for f in found}) == 1 else []


def _places(lower: str, folded: str) -> Iterator[tuple[int, int]]:
    """Yield where a folded text stands: as it is, else with other blanks between its words."""
    at = lower.find(folded)
    if at < 0 and " " in folded:
        yield from _places_in_one_line(lower, folded)
    while at >= 0:
        yield at, at + len(folded)
        at = lower.find(folded, at + len(folded))


def _places_in_one_line(lower: str, folded: str) -> Iterator[tuple[int, int]]:
    """Yield where the text stands once every run of blanks is one; a pattern for it could take long."""
    if folded not in " ".join(lower.split()):
        return
    parts: list[str] = []
    ends, starts = [0], [0]
    for blanks in _BLANKS.finditer(lower):
        parts.append(lower[starts[-1] : blanks.start()])
        ends.append(ends[-1] + len(parts[-1]) + 1)
        starts.append(blanks.end())
    line = " ".join((*parts, lower[starts[-1] :]))

    def place(offset: int) -> int:
        i = bisect_right(ends, offset) - 1
        return starts[i] + offset - ends[i]

    at = line.find(folded)
    while at >= 0:
        yield place(at), place(at + len(folded) - 1) + 1
        at = line.find(folded, at + len(folded))


def _label_before(norm: str, at: int, label: str) -> int | None:
    """Return where the label with its mark begins, if it stands right before this offset."""
    window = norm[max(0, at - len(label) - 8) : at]
    head = window.rstrip(" \t*_`\"'“")
    marked = head.rstrip(").:]")
    trimmed = marked.rstrip("*_ ")
    if not trimmed.endswith(label):
        return None
    before = trimmed[: -len(label)]
    if marked == head:
        if not any(map(str.isspace, window[len(trimmed) :])):
            return None
        stands = _AT_LINE_START.search(norm, max(0, at - len(window) - 8), at - len(window) + len(before))
        return stands.end() if stands else None
    if before and (before[-1].isalnum() or before[-1] == "-"):
        return None
    return at - len(window) + len(before)
