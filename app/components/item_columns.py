"""The columns of the table of items: their headings, what they need of a row, and how they read."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import orjson

from app.asked import Row
from app.components.words import SIGNS, value_text
from app.state import COLUMNS


class Cell(NamedTuple):
    """What one cell shows.

    Attributes:
        text: the whole text, which is also said when the cell is pointed at.
        cls: how it looks.
        sign: a sign before the text that stands for it where the table is narrow; may be empty.
    """

    text: str
    cls: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its heading, the columns of the audit that it needs, its cell, and where it is aligned."""

    title: str
    needs: tuple[str, ...]
    cell: Callable[[Row], Cell]
    is_number: bool = False


def needed(names: Iterable[str]) -> tuple[str, ...]:
    """Return the columns of the audit behind these columns of the table; never a text column."""
    given = [need for name in names for need in TABLE[name].needs]
    return tuple(dict.fromkeys(("ordinal", "item_id", *given)))


def _plain(name: str, title: str) -> Column:
    return Column(title=title, needs=(name,), cell=lambda row: Cell(_text(row[name]), "soft"))


def _named(name: str, title: str) -> Column:
    """Return a column whose values have words of ours."""
    return Column(
        title=title,
        needs=(name,),
        cell=lambda row: Cell(value_text(name, str(row[name])) if _given(row[name]) else "–", "soft"),
    )


def _number(name: str, title: str) -> Column:
    return Column(
        title=title, needs=(name,), cell=lambda row: Cell(_text(row[name]), "soft num"), is_number=True
    )


def _figure(name: str, title: str, decimals: int = 4) -> Column:
    """Return a column of fractions, with as many decimals in every row, so that they stand aligned."""

    def cell(row: Row) -> Cell:
        value = row[name]
        has_value = isinstance(value, float) and not math.isnan(value)
        return Cell(f"{value:.{decimals}f}" if has_value else "–", "num" if has_value else "soft num")

    return Column(title=title, needs=(name,), cell=cell, is_number=True)


def _flag(name: str, title: str) -> Column:
    """Return a column of 1 and 0 as yes and no."""

    def cell(row: Row) -> Cell:
        word = next((word for number, word in ((1.0, "yes"), (0.0, "no")) if row[name] == number), "–")
        return Cell(word, "soft")

    return Column(title=title, needs=(name,), cell=cell)


def _verdict(name: str, title: str) -> Column:
    def cell(row: Row) -> Cell:
        verdict = str(row[name]) if _given(row[name]) else "not_recorded"
        return Cell(verdict.replace("_", " "), verdict, SIGNS.get(verdict, "·"))

    return Column(title=title, needs=(name,), cell=cell)


def _target(row: Row) -> Cell:
    """Return the targets, which the audit keeps as JSON."""
    value = row["target"]
    if not isinstance(value, str):
        return Cell("–")
    texts = orjson.loads(value)
    return Cell(", ".join(str(t) for t in texts) if isinstance(texts, list) else value)


def _answer(row: Row) -> Cell:
    if _given(row["answer"]):
        return Cell(str(row["answer"]), "strong")
    if row["answer_kind"] == "not_applicable":
        return Cell("–", "no_answer")
    return Cell("no answer", "no_answer", "–")


def _rule(row: Row) -> Cell:
    """Return the rule, and the source where it is not the visible content."""
    if not _given(row["extraction_rule"]):
        return Cell("–", "soft")
    rule = str(row["extraction_rule"])
    return Cell(
        rule if row["extraction_source"] == "content" else f"{row['extraction_source']} · {rule}", "soft"
    )


def _notes(row: Row) -> Cell:
    return Cell(" · ".join(_each_note(row)), "soft")


def _each_note(row: Row) -> Iterator[str]:
    findings = row["findings"]
    if isinstance(findings, Iterable):
        yield from (value_text("findings", str(name)) for name in findings)
    if row["ambiguity"] != "none":
        yield value_text("ambiguity", str(row["ambiguity"]))


def _position(row: Row) -> Cell:
    return Cell(f"{int(str(row['ordinal'])) + 1:,}", "soft num")


TABLE: Final[Mapping[str, Column]] = {
    "ordinal": Column(title="place in the file", needs=("ordinal",), cell=_position, is_number=True),
    "target": Column(title="target", needs=("target",), cell=_target),
    "answer": Column(title="answer", needs=("answer", "answer_kind"), cell=_answer),
    "extraction_rule": Column(title="rule", needs=("extraction_rule", "extraction_source"), cell=_rule),
    "extraction_source": _named("extraction_source", "source"),
    "recorded_verdict": _verdict("recorded_verdict", "recorded"),
    "verdict": _verdict("verdict", "rescored"),
    "findings": Column(title="notes", needs=("findings", "ambiguity"), cell=_notes),
    "recorded_answer": _plain("recorded_answer", "recorded answer"),
    "recorded_method": _plain("recorded_method", "recorded method"),
    "answer_kind": _named("answer_kind", "answer kind"),
    "ambiguity": _named("ambiguity", "ambiguity"),
    "extraction_status": _named("extraction_status", "extraction"),
    "category": _plain("category", "category"),
    "domain": _plain("domain", "domain"),
    "task": _plain("task", "task"),
    "attempt": _number("attempt", "attempt"),
    "task_type": _plain("task_type", "task type"),
    "n_candidates": _number("n_candidates", "values found"),
    "finish_reason": _plain("finish_reason", "finish reason"),
    "score": _figure("score", "score"),
    "answer_reward": _figure("answer_reward", "answer reward"),
    "annotation_reward": _figure("annotation_reward", "annotation reward"),
    "task_reward": _figure("task_reward", "task reward"),
    "format_score": _figure("format_score", "format score"),
    "annotation_parse_ok": _flag("annotation_parse_ok", "annotation readable"),
    "annotation_type": _plain("annotation_type", "annotation type"),
    "half_life_px": _figure("half_life_px", "half-life px", 1),
}
"""Every column that can be chosen, by the name that the URL has for it."""

assert tuple(TABLE) == COLUMNS


def _given(value: object) -> bool:
    return isinstance(value, str)


def _text(value: object) -> str:
    """Return a value as text; a dash for none, which pandas has several of."""
    return str(value) if isinstance(value, (str, int)) else "–"
