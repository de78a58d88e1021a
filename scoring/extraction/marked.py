"""The values after markers (rules 5 and 6 of the policy)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from scoring.extraction.found import Found, Question
from scoring.extraction.lines import next_line_value
from scoring.extraction.markers import Value, find_markers, find_values
from scoring.extraction.reading import CONFLICT, Kind, Reading
from scoring.extraction.text import Text
from scoring.policy import MARKER_RULES


def find_marked(text: Text, question: Question, languages: tuple[str, ...]) -> list[Found]:
    """Return the value after every marker, valid or not, in order (rules 5 and 6)."""
    markers = find_markers(text, languages)
    if not markers:
        return []
    below: dict[int, tuple[int, Reading] | None] = {}
    found = [_read_marked(text, question, value, below) for value in find_values(text, markers)]
    return _join_alternatives(found) if any(one.joined for one in found) else found


def _join_alternatives(found: list[Found]) -> list[Found]:
    """Return the values with those that one line joins by *or* made a conflict, unless they agree."""
    answers = (Kind.VALID, Kind.CONFLICT)
    joined = list(found)
    for position, (one, other) in enumerate(pairwise(found)):
        agree = one.reading.answer == other.reading.answer
        if one.joined and not agree and one.reading.kind in answers and other.reading.kind in answers:
            for at in (position, position + 1):
                joined[at] = replace(joined[at], reading=replace(joined[at].reading, kind=CONFLICT))
    return joined


def _read_marked(
    text: Text, question: Question, value: Value, below: dict[int, tuple[int, Reading] | None]
) -> Found:
    """Return the value of one marker; `below` keeps what follows a line, for its other blank markers."""
    marker = value.marker
    rule = MARKER_RULES[marker.tier]
    written = text.norm[value.start : value.end]
    if not written.strip(" \t*_`#>|$\"'"):
        line_end = value.line_end
        if line_end not in below:
            below[line_end] = next_line_value(text.norm, line_end, question)
        if (following := below[line_end]) is not None:
            start, reading = following
            return Found(rule, marker.start, start + reading.end, reading)
        return Found(rule, marker.start, marker.end, Reading(Kind.INVALID, "", 0))
    reading = question.read(written)
    return Found(rule, marker.start, value.start + reading.end, reading, value.joined)
