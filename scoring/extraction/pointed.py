"""Labels that a value in words states, points to or ends with."""

from __future__ import annotations

import re
from dataclasses import replace

from scoring.extraction.labels import Labels, OptionTexts
from scoring.extraction.negation import is_negated
from scoring.extraction.one_label import read_one
from scoring.extraction.reading import LONGEST_VALUE, SENTENCE_END, TRIM, Kind, Reading
from scoring.extraction.text import lower_same_length
from scoring.extraction.undecorate import undecorated

_STATED_PICK = re.compile(
    r"(?:\b(?:answer|option|choice)s?\s+(?:is|must\s+be|should\s+be|would\s+be|has\s+to\s+be)|\bmust\s+be|\bhas\s+to\s+be)\b[\s:]*+",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"(?:\b(?:which|that|this|it)\s+(?:is|would\s+be|matches|corresponds\s+to|is\s+closest\s+to|most\s+closely\s+matches)"
    r"|\bcorresponding\s+to|\bclosest\s+to|[(\[](?=\s?(?:option|choice|answer)))\s*(?:the\s+)?(?:option|choice|answer)\b[\s:]*+",
    re.IGNORECASE,
)
_HEDGED = re.compile(r"\b(?:maybe|perhaps|possibly|unsure|guess|either|or|tell|know)\b", re.IGNORECASE)
_LONGEST_WITH_LABEL = 300


def named_inside(value: str, head: str, start: int, labels: Labels, texts: OptionTexts) -> Reading | None:
    """Return the label that a value in words states or points to; most hold none of the words for it."""
    lower = value.lower()
    noun = "answer" in lower or "option" in lower or "choice" in lower
    if noun or "must" in lower or "has" in lower:
        return _rescue(value, labels, texts) or (_pointed(head, start, labels) if noun else None)
    return None


def _pointed(head: str, start: int, labels: Labels) -> Reading | None:
    """Return the one label that a value points to: `12 N, which is option (C)`, `12 N (option C)`."""
    found: Reading | None = None
    lower = ""
    for pointer in _POINTER.finditer(head):
        lower = lower or lower_same_length(head)
        match = labels.one.match(head, pointer.end())
        label = labels.get(match["label"]) if match else None
        if match is None or label is None or is_negated(lower, pointer.start()):
            continue
        if found is not None and found.answer != label:
            return None
        found = Reading(Kind.VALID, label, start + match.end())
    return found


def trailing_label(body: str, start: int, labels: Labels, texts: OptionTexts) -> Reading | None:
    """Return the bracketed label that a short value ends with: `slower decay (B)`, but not `copper (I)`."""
    written = body.rstrip(" .,;:!*_`")
    opened = max(written.rfind("("), written.rfind("["))
    if len(written) > _LONGEST_WITH_LABEL or opened <= 0 or written[-1] not in ")]":
        return None
    named = written[opened + 1 : -1].strip()
    label = labels.get(named) if not named.islower() else None
    before = written[:opened].strip(TRIM)
    if label is None or not before or "(" in before or "[" in before:
        return None
    own = texts.find(before)
    if own is not None:
        return Reading(Kind.VALID, label, start + len(written), mismatch=own != label)
    doubtful = is_negated(lower_same_length(body), opened) or _HEDGED.search(before) is not None
    if doubtful or label.isdigit() or label in labels.article or before[-1].isdigit():
        return None
    return Reading(Kind.VALID, label, start + len(written))


def _rescue(value: str, labels: Labels, texts: OptionTexts) -> Reading | None:
    """Return a stated pick on the same line that is not negated in its own clause, the last one."""
    limit = len(value)
    for stated in reversed(list(_STATED_PICK.finditer(value))):
        limit = min(limit, stated.end() + LONGEST_VALUE)
        stop = SENTENCE_END.search(value, stated.end(), limit)
        sentence = value[stated.end() : stop.start() if stop else limit]
        limit = stated.start()
        if is_negated(value, stated.start()):
            continue
        start, end = undecorated(sentence)
        reading = read_one(sentence[start:end], labels, texts, sentence[start:end])
        if reading is not None and reading.kind is Kind.VALID:
            return replace(reading, end=stated.end() + start + reading.end)
    return None
