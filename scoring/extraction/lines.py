"""Lines of a text, and the label that a line is or opens with."""

from __future__ import annotations

import re

from scoring.extraction.found import Question
from scoring.extraction.labels import Labels
from scoring.extraction.reading import TRIM, Kind, Reading, behind_closers

_MARKED_LABEL = re.compile(r"[\s*_`>#\-]*+(?:option\s+|choice\s+)?(?P<open>[(\[]?)[*_`$]*+", re.IGNORECASE)


def next_line_value(norm: str, at: int, question: Question) -> tuple[int, Reading] | None:
    """Return (offset, reading) of the next non-blank line, if it is a value and not the first of a list."""
    first = next_line(norm, at)
    if first is None:
        return None
    start, end = first
    line = norm[start:end]
    if question.labels is None:
        reading = question.read(line)
        return (start, reading) if reading.kind is Kind.VALID else None
    label = line_label(line, question)
    if label is None:
        return None
    second = next_line(norm, end)
    if second is not None:
        other = line_label(norm[second[0] : second[1]], question)
        if other is not None and other.answer != label.answer:
            return None
    return start, label


def next_line(norm: str, at: int) -> tuple[int, int] | None:
    """Return [start, end) of the first non-blank line after this offset's own line."""
    start = norm.find("\n", at)
    while start >= 0:
        start += 1
        end = norm.find("\n", start)
        stop = end if end >= 0 else len(norm)
        if norm[start:stop].strip():
            return start, stop
        start = end
    return None


def line_label(line: str, question: Question) -> Reading | None:
    """Return the label that a line is, or opens with a mark and text (`C) red`); None for any other line."""
    labels, texts = question.labels, question.texts
    if labels is None or texts is None:
        return None
    core = line.strip(TRIM + "#-")
    bare = labels.get(core)
    if bare is not None:
        return Reading(Kind.VALID, bare, behind_closers(line, line.find(core) + len(core)))
    lead = _MARKED_LABEL.match(line)
    match = labels.one.match(line, lead.end() - len(lead["open"])) if lead else None
    if match is None or (label := labels.get(match["label"])) is None:
        return None
    end = match.end()
    mark = line[end : end + 1]
    bracketed = bool(match["open"].strip("*_`$\"'")) and mark in tuple(")]}")
    if not bracketed and mark not in tuple(").:]"):
        return Reading(Kind.VALID, label, end) if _says_only_option(line, match) else None
    if line[end + 1 : end + 2].isdigit() and mark == "." and label.isdigit():
        return None
    rest = line[end + 1 :].strip(TRIM)
    by_text = texts.find(line.strip(TRIM)) or texts.find(line)
    if by_text is not None and by_text != label:
        return Reading(Kind.VALID, by_text, len(line.rstrip()))
    other = texts.find(rest) if rest else None
    return Reading(Kind.VALID, label, end + 1, mismatch=other is not None and other != label)


def _says_only_option(line: str, match: re.Match[str]) -> bool:
    """Return whether a line is `Option X` and nothing more."""
    before = line[: match.start("label")].strip(TRIM).casefold()
    return before in ("option", "choice", "answer") and not line[match.end() :].strip(TRIM)


def bare_label(line: str, labels: Labels) -> tuple[str, int] | None:
    """Return the label that a line is, decoration apart, and where it ends; None for any other line."""
    core = line.strip(TRIM + "#-")
    label = labels.get(core)
    return (label, behind_closers(line, line.find(core) + len(core))) if label is not None else None
