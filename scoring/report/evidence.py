"""One item with its evidence: what was expected, recorded and decided, and the text behind it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from scoring.audit.filter import Filter
from scoring.audit.item_row import ItemRow, read_item_row
from scoring.audit.query import Audit
from scoring.audit.schema import SCHEMA
from scoring.diagnose.findings import FINDINGS
from scoring.report.blocks import Block, Card, Cell, Excerpt, Facts, Value
from scoring.report.excerpts import TAKEN, Mark, build_excerpt, candidate_marks
from scoring.report.text import shorten

_LONGEST_RECORD: Final = 600

SIGNS: Final = {"correct": "✓", "incorrect": "✕", "no_answer": "–", "unscorable": "∅"}
"""Signs of verdicts, the same as on the screen; colour never stands alone."""


def read_rows(audit: Audit, ordinals: Sequence[int]) -> list[ItemRow]:
    """Return whole items by their ordinals, in the order of the file."""
    table = audit.table(Filter(ordinals=tuple(ordinals)), SCHEMA.names)
    return [read_item_row(row) for row in table.to_pylist()]


def build_card(row: ItemRow) -> Card:
    """Return an item: what was recorded, what we decide and why, and its texts cut around the evidence."""
    rows: list[tuple[str, Cell]] = [
        ("Expected", expected(row)),
        *_recorded(row),
        ("Rescored", verdict_value(row.verdict, row.answer)),
        ("Why", row.explanation),
    ]
    rows += [("Finding", _sentence_of(name)) for name in row.findings]
    return Card(
        title=Value(text=shorten(row.item_id)),
        note=" · ".join(_labels(row)),
        blocks=(Facts(rows=tuple(rows)), *_texts(row)),
    )


def expected(row: ItemRow) -> Value:
    """Return the target of an item, a label with its option's text."""
    texts = [f"{one}: {text}" if (text := row.options.get(one)) else one for one in row.target]
    joiner = " and " if row.target_mode == "all" else " or "
    return Value(text=shorten(joiner.join(texts)) if texts else None)


def verdict_mark(verdict: str | None, answer: str | None) -> Value:
    """Return an answer with the sign of its verdict, for a list: `✓ C`, `✕ A`, `– no answer`."""
    sign = SIGNS.get(verdict or "", "·")
    about = shorten(answer) if answer is not None else (verdict or "not recorded").replace("_", " ")
    return Value(text=f"{sign} {about}", sign=verdict or "")


def verdict_value(verdict: str | None, answer: str | None) -> Value:
    """Return a verdict with the answer that it is about."""
    name = "no verdict" if verdict is None else verdict.replace("_", " ")
    about = "" if answer is None else f", answer {shorten(answer)}"
    return Value(text=f"{name}{about}", sign=verdict or "")


def content_excerpt(row: ItemRow, title: str = "Visible content") -> Excerpt:
    """Return what surrounds the values in the content."""
    marks = candidate_marks(row.candidates)
    is_taken = any(mark.kind == TAKEN for mark in marks)
    if not is_taken and row.extraction_source == "content" and row.span_start is not None:
        marks.append(Mark(row.span_start, row.span_end or row.span_start, TAKEN))
    return build_excerpt(title, row.content, marks)


def _labels(row: ItemRow) -> Iterator[str]:
    if row.task:
        yield shorten(row.task)
    if row.attempt:
        yield f"attempt {row.attempt}"
    if row.category:
        yield shorten(row.category)
    before = (row.recorded_verdict or "not recorded").replace("_", " ")
    yield f"{before} → {row.verdict.replace('_', ' ')}"


def _recorded(row: ItemRow) -> Iterator[tuple[str, Cell]]:
    if row.recorded_scorer is None:
        yield "Recorded", "nothing"
        return
    yield "Recorded", verdict_value(row.recorded_verdict, row.recorded_answer)
    raw = _raw(row)
    if raw is not None:
        text = json.dumps(raw, ensure_ascii=False, sort_keys=True)
        yield "Recorded fields", Value(text=shorten(text, _LONGEST_RECORD))


def _raw(row: ItemRow) -> object:
    first = row.recorded_all[0] if isinstance(row.recorded_all, list) and row.recorded_all else None
    return first.get("raw") if isinstance(first, dict) else None


def _sentence_of(name: str) -> str:
    return f"{name}: {FINDINGS[name].sentence}" if name in FINDINGS else name


def _texts(row: ItemRow) -> Iterator[Block]:
    if row.prompt:
        yield build_excerpt("Question", row.prompt, ())
    yield content_excerpt(row)
    marks = candidate_marks(row.reasoning_candidates)
    # Reasoning without a value explains nothing, unless there is nothing else to look at.
    if row.reasoning and (marks or not (row.content or "").strip()):
        yield build_excerpt("Reasoning", row.reasoning, marks)
