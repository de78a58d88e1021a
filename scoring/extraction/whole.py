"""Rules that read a reply as a whole: its one, last or first line, a number."""

from __future__ import annotations

import re

from scoring.extraction.found import Found, Question
from scoring.extraction.labels import Labels, fold
from scoring.extraction.lines import bare_label, line_label, next_line
from scoring.extraction.markers import find_markers
from scoring.extraction.negation import is_negated
from scoring.extraction.number_values import last_number
from scoring.extraction.reading import TRIM, Kind, Reading
from scoring.extraction.stated import LONGEST_SENTENCE
from scoring.extraction.text import Text
from scoring.policy import LANGUAGES

_LONG_LINE = 80
_LONGEST_LISTED = 12
"""Characters of one label in a list of labels, with what joins it to the next."""
_ENUMERATOR = re.compile(
    r"(?P<open>[(\[]?)\b(?P<name>[A-Za-z]|[ivxIVX]{1,4}|\d{1,2})(?P<close>[)\].:])(?=\s|$)"
)
_THEREFORE = re.compile(
    r"[\s*_`>#]{0,8}(?:so|therefore|thus|hence|finally)\b[,:\s]{0,4}(?=\S)", re.IGNORECASE
)
_ANNOUNCES = re.compile(r"\b(?:is|be|option|choice|pick|statement)\s?[*_]{0,3}:[*_]{0,3}$")


def find_one_line_reply(text: Text, question: Question) -> list[Found]:
    """Return the value of a reply that is one line: `X`, `(X)`, `Option X`, `X) text`, an option's text."""
    norm = text.norm
    start = len(norm) - len(norm.lstrip())
    end = len(norm.rstrip())
    line = norm[start:end]
    if not line or "\n" in line:
        return []
    if question.labels is None or question.texts is None:
        reading = question.read(line)
        # `FINAL:` with nothing after it announces an answer and is none.
        valid = reading.kind is Kind.VALID and not find_markers(text, LANGUAGES)
        return [Found("one_line_reply", start, end, reading)] if valid else []
    bare = bare_label(line, question.labels)
    if bare is not None:
        return [Found("one_line_reply", start, start + bare[1], Reading(Kind.VALID, *bare))]
    by_text = question.texts.find(line)
    labelled = Reading(Kind.VALID, by_text, len(line)) if by_text else line_label(line, question)
    if labelled is None:
        return _set_of_labels("one_line_reply", line, start, question)
    if not _is_reply(line, labelled, question):
        return []
    return [Found("one_line_reply", start, start + labelled.end, labelled)]


def _set_of_labels(rule: str, line: str, start: int, question: Question) -> list[Found]:
    """Return the labels that a line lists and nothing else: the answer of a multi-choice item."""
    if question.labels is None or len(line) > _LONGEST_LISTED * len(question.labels.names):
        return []
    reading = question.read(line)
    if reading.kind is not Kind.VALID or "," not in reading.answer or line[reading.end :].strip(TRIM):
        return []
    return [Found(rule, start, start + reading.end, reading)]


def _is_reply(line: str, reading: Reading, question: Question) -> bool:
    """Return whether a labelled line is one pick: no enumeration, and if long, with its option's own text."""
    rest = line[reading.end :]
    close = line[reading.end - 1 : reading.end]
    for other in _ENUMERATOR.finditer(rest[:LONGEST_SENTENCE]):
        if other["close"] == close and other["name"].casefold() != reading.answer.casefold():
            return False
    if len(rest) <= _LONG_LINE or question.texts is None or not question.texts.known():
        return True
    own = question.texts.own_text(reading.answer)
    written = fold(rest)
    return own is not None and (written.startswith(own) or own.startswith(written))


def find_last_line(text: Text, question: Question) -> list[Found]:
    """Return the label that the last line is; none if the line before is another one (a copied list)."""
    norm, labels = text.norm, question.labels
    if labels is None:
        return []
    end = len(norm.rstrip())
    if norm.endswith("\n```", 0, end):
        end = len(norm[: end - 4].rstrip())
    start = norm.rfind("\n", 0, end) + 1
    line = norm[start:end]
    lead = _THEREFORE.match(line)
    bare = bare_label(line, labels)
    if bare is None and lead is not None:
        start += lead.end()
        bare = bare_label(line[lead.end() :], labels)
    before_end = len(norm[:start].rstrip())
    before_start = norm.rfind("\n", 0, before_end) + 1
    before = norm[before_start:before_end]
    if bare is None:
        reading = line_label(line, question) if _ANNOUNCES.search(before[-_LONG_LINE:].casefold()) else None
        if reading is not None:
            return [Found("last_line", start, start + reading.end, reading)]
        return _set_of_labels("last_line", norm[start:end], start, question)
    return _unless_listed("last_line", start, bare, before, labels)


def find_first_line(text: Text, question: Question) -> list[Found]:
    """Return the label that the first line is; none if the line after is another one (a copied list)."""
    norm, labels = text.norm, question.labels
    if labels is None:
        return []
    start = len(norm) - len(norm.lstrip())
    end = norm.find("\n", start)
    bare = bare_label(norm[start:end], labels) if end >= 0 else None
    if bare is None:
        return []
    after = next_line(norm, end)
    return _unless_listed("first_line", start, bare, norm[after[0] : after[1]] if after else "", labels)


def _unless_listed(
    rule: str, start: int, bare: tuple[str, int], neighbour: str, labels: Labels
) -> list[Found]:
    label, length = bare
    other = bare_label(neighbour, labels)
    if other is not None and other[0] != label:
        return []
    return [Found(rule, start, start + length, Reading(Kind.VALID, label, length))]


def find_last_number(text: Text, question: Question) -> list[Found]:
    """Return the last number of the reply, unless its own clause denies it."""
    del question
    number = last_number(text.norm)
    if number is None or is_negated(text.lower, number.start):
        return []
    return [Found("last_number", number.start, number.end, Reading(Kind.VALID, number.text, 0))]
