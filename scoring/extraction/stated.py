"""Statements such as `the answer is X`."""

from __future__ import annotations

import re
from bisect import bisect_left

from scoring.extraction.found import Found, Question
from scoring.extraction.labels import Labels
from scoring.extraction.lines import next_line_value
from scoring.extraction.markers import is_spaceless
from scoring.extraction.negation import is_negated
from scoring.extraction.praised import PRAISE, find_praised
from scoring.extraction.reading import CONFLICT, INVALID, TRIM, VALID, Kind, Reading
from scoring.extraction.text import Text

_STATED = re.compile(
    r"(?:answers?|options?|choices?)[*_`\"”]*+"
    r"(?P<clause>[^\S\n]+(?:to|for|of|in|here|that|which|based|among)\b[^.\n:;?!]{0,120}?)??"
    r"(?:[^\S\n]*,[^\S\n]*(?:therefore|thus|hence|then|of course|as such)[^\S\n]*,)?[^\S\n]*[*_`]*+"
    r"(?:(?:therefore|thus|hence|then|clearly|indeed)[^\S\n]+)?"
    r"\b(?:is|are|must[^\S\n]be|should[^\S\n]be|would[^\S\n]be|will[^\S\n]be|has[^\S\n]to[^\S\n]be|seems[^\S\n]to[^\S\n]be)\b"
    r"(?:[^\S\n]+(?:therefore|thus|hence|then|clearly|indeed|actually|still|simply)\b)?[^\S\n*_`:,]*+(?P<colon>:)?"
)
_LATER_VERB = re.compile(r"\b(?:is|are|must[^\S\n]be|should[^\S\n]be|would[^\S\n]be)\b[^\S\n*_`:,]*+:?")
_STATED_ZH = re.compile(
    r"(?:(?:故|应|應|我|会|會|能|可|因此|所以|答案|只能|(?<!\w))[选選][择擇]?(?:选项|選項)?|(?:只有|正确的?是|正確的?是|应为|應為)(?:选项|選項)?)"
    r"\s*[:：]?\s*[(（]?(?P<label>[A-Za-z0-9]{1,2})(?![A-Za-z0-9])"
)
_SENTENCE_END = re.compile(r"[.!?\n。！？](?:(?<=[\n。！？])|(?=[\s\"'”’)\]*_]|$))")
_NOUN = len("answer")
_PLURAL = re.compile(r"s[*_`\"”]*+[^\S\n]++are\b")
_JOINED = re.compile(r"(?:,|\b(?:and|or)\b)\s*+(?:option\s++)?(?=[(\[])", re.IGNORECASE)
LONGEST_SENTENCE = 2_000
_LONGEST_LABEL = 8


def find_stated(text: Text, question: Question) -> list[Found]:
    """Return the values of un-negated statements `the answer is X`, `option is X` and their like."""
    lower = text.lower
    found: list[Found] = []
    matches: list[re.Match[str]] = []
    praised: list[int] = []
    for at in text.nouns:
        if (match := _STATED.match(lower, at)) is not None:
            matches.append(match)
        if lower.endswith(PRAISE, 0, at):
            praised.append(at)
    starts = [match.start() for match in matches] if len(matches) > 1 else []
    for match in matches:
        following = bisect_left(starts, match.end()) if starts else 0
        limit = starts[following] if following < len(starts) else len(lower)
        if (one := _read_stated(text, question, match, limit)) is not None:
            found.append(one)
    if praised and (reversed_ := find_praised(text, question, praised)):
        found = sorted(found + reversed_, key=_start)
    if not lower.isascii() and ("选" in lower or "選" in lower or "只有" in lower):
        found.extend(_stated_in_chinese(text, question))
        found.sort(key=_start)
    return found


def _start(found: Found) -> int:
    return found.start


def _read_stated(text: Text, question: Question, match: re.Match[str], limit: int) -> Found | None:
    """Return the value of one statement: the rest of its sentence, up to the next statement at `limit`."""
    norm, lower = text.norm, text.lower
    start, begin = match.span()
    if start and (_continues(lower, start) or is_negated(lower, start)):
        return None
    limit = min(limit, begin + LONGEST_SENTENCE)
    stop = _SENTENCE_END.search(norm, begin, limit)
    end = stop.start() if stop else limit
    sentence = norm[begin:end]
    if not sentence.strip(TRIM):
        below = next_line_value(norm, begin, question) if norm[end : end + 1] in ("", "\n") else None
        if below is None:
            return None
        return Found("stated_answer", start, below[0] + below[1].end, below[1])
    reading = _read_sentence(norm, begin, end, question)
    if reading.kind is INVALID and match["clause"] is not None:
        # `The option that is closest to it is (B)`: the first verb belongs to the clause.
        verb = _LATER_VERB.search(lower, begin, min(end, begin + 160))
        if verb is not None and not is_negated(lower, verb.start()):
            begin = verb.end()
            reading = _read_sentence(norm, begin, end, question)
    if reading.kind is not VALID and reading.kind is not CONFLICT:
        return None
    if (
        lower[start + _NOUN : start + _NOUN + 1] == "s"
        and question.labels is not None
        and _PLURAL.search(match[0])
    ):
        reading = _with_others(reading, norm[begin:end], question.labels)
    return Found("stated_answer", start, begin + reading.end, reading)


def _with_others(reading: Reading, sentence: str, labels: Labels) -> Reading:
    """Return a conflict where a plural names more labels in brackets: `the answers are (B) x and (D) y`."""
    named = {reading.answer}
    for joint in _JOINED.finditer(sentence, reading.end):
        match = labels.one.match(sentence, joint.end())
        label = labels.get(match["label"]) if match else None
        if match is not None and label is not None and sentence.startswith((")", "]"), match.end()):
            named.add(label)
    if len(named) == 1:
        return reading
    return Reading(CONFLICT, ",".join(sorted(named, key=labels.names.index)), len(sentence.rstrip()))


def _continues(lower: str, start: int) -> bool:
    """Return whether a word goes on here, or `final` stands before: another rule's."""
    before = lower[start - 1]
    if before in " *_":
        if lower[start - 2 : start - 1] not in "l *_":  # most often it is no `final`
            return False
        return lower.endswith(
            "final", 0, len(lower[max(0, start - 7) : start].rstrip(" *_")) + max(0, start - 7)
        )
    return before.isalpha() and not is_spaceless(before)


def _read_sentence(norm: str, begin: int, end: int, question: Question) -> Reading:
    """Return the reading of a sentence; after `X.` the line may go on as an option's text: `C. elegans`."""
    reading = question.read(norm[begin:end])
    if question.texts is None or not norm.startswith(". ", end):
        return reading
    line_end = norm.find("\n", end, end + 400)
    line = norm[begin : line_end if line_end >= 0 else end + 400]
    label = question.texts.find(line)
    if label is not None:
        return Reading(Kind.VALID, label, len(line.rstrip()))
    if (
        reading.kind is Kind.VALID
        and norm[end - 1].isalnum()
        and len(norm[begin:end].strip(TRIM)) <= _LONGEST_LABEL
    ):
        beside = question.read(line)
        if beside.kind is Kind.CONFLICT or beside.answer == reading.answer:
            return beside
    return reading


def _stated_in_chinese(text: Text, question: Question) -> list[Found]:
    if question.labels is None:
        return []
    found = []
    for match in _STATED_ZH.finditer(text.norm):
        label = question.labels.get(match["label"])
        if label is not None:
            found.append(Found("stated_answer", match.start(), match.end(), Reading(Kind.VALID, label, 0)))
    return found
