"""The reasons of a Trace item's rewards as its audit holds them, where working them out anew takes long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from scoring.audit.item_row import ItemRow
from scoring.draw.scene import rows_from_json
from scoring.records import JsonValue
from scoring.trace.explain import TraceExplanation
from scoring.trace.half_life import HalfLifeSource
from scoring.trace.positions import Span

_REWARDS = ("answer_reward", "annotation_reward", "annotation_parse_ok", "format", "format_json_ok")
_OTHERS = (
    "format_weight",
    "task_reward_raw",
    "overall",
    "trace_reward_mode_answer",
    "trace_annotation_reward_formula_additive",
    "trace_answer_weight",
    "trace_annotation_weight",
)
_PAIR = 2


def stored_explanation(row: ItemRow) -> TraceExplanation:
    """Return the explanation of an item out of its row: rewards, ledger, spans and half-life.

    Culprits are left out: an annotation that has them has no ledger, and is quick to explain anew.
    """
    told = row.details.get("figures")
    figures = told if isinstance(told, Mapping) else {}
    result = {name: _number(figures.get(name)) for name in (*_REWARDS, *_OTHERS)}
    # The file of an audit leaves out figures that are off.
    result |= {str(name): _number(value) for name, value in figures.items()}
    return TraceExplanation(
        result=result,
        annotation_type=row.annotation_type,
        object_span=_span(row.details.get("object_span")),
        found={"answer": row.answer, "annotation": row.annotation_pred},
        answer_span=None
        if row.span_start is None or row.span_end is None
        else (row.span_start, row.span_end),
        annotation_span=_span(row.details.get("annotation_span")),
        ledger=rows_from_json(row.pairs),
        half_life_px=row.half_life_px,
        half_life_source=next(
            (one for one in get_args(HalfLifeSource) if one == row.half_life_source), "none"
        ),
    )


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _span(value: JsonValue) -> Span | None:
    if isinstance(value, Sequence) and not isinstance(value, str) and len(value) == _PAIR:
        start, end = value
        if isinstance(start, int) and isinstance(end, int):
            return start, end
    return None
