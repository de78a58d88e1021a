"""A comparison and a matrix of lanes as JSON values: every number and every list but that of all pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, Final, TypeAlias

import pyarrow as pa

from scoring.audit.summary import Tally
from scoring.records import JsonValue
from scoring.stats.attempts import LaneAttempts
from scoring.stats.attribution import CAUSES, Attribution
from scoring.stats.comparability import Comparability
from scoring.stats.comparison import CELLS, Comparison, Contrast, FlipTable, PairedContrast
from scoring.stats.estimates import Estimate
from scoring.stats.matrix import LaneMatrix
from scoring.stats.rows import Rows
from scoring.stats.scores import ScoreContrast

Payload: TypeAlias = dict[str, JsonValue]

_ITEM: Final = (
    "task",
    "item_id",
    "attempt",
    "category",
    "a",
    "b",
    "recorded_a",
    "recorded_b",
    "verdict_a",
    "verdict_b",
    "answer_a",
    "answer_b",
    "cause",
)
"""What a list says of a pair."""

_SINGLES: Final = ("only_a", "only_b", "duplicates_a", "duplicates_b")


def comparison_payload(comparison: Comparison) -> Payload:
    """Return the comparison: the numbers first, then the cells with their pairs, and the other lists."""
    return {
        "paired_n": len(comparison.pairs),
        **{name: len(getattr(comparison, name)) for name in _SINGLES},
        "recorded": _paired(comparison.recorded),
        "rescored": _paired(comparison.rescored),
        "attribution": _parts(comparison.attribution),
        "attribution_detail": _attribution(comparison.attribution),
        "categories": [
            {
                "value": one.value,
                "n": one.n,
                "recorded": _paired(one.recorded),
                "rescored": _paired(one.rescored),
            }
            for one in comparison.by_category
        ],
        "comparability": _comparability(comparison.comparability),
        "scores": [_score(one) for one in comparison.scores],
        "attempts": {"a": _attempts(comparison.attempts_a), "b": _attempts(comparison.attempts_b)},
        "all_items": {
            "recorded": _contrast(comparison.all_recorded),
            "rescored": _contrast(comparison.all_rescored),
        },
        "notes": list(comparison.notes),
        "recorded_flips": _flips(comparison.recorded_flips),
        "rescored_flips": _flips(comparison.rescored_flips),
        "items": {
            "different_questions": _listed(comparison.different_questions),
            **{name: _listed(getattr(comparison, name)) for name in _SINGLES},
        },
    }


def matrix_payload(matrix: LaneMatrix) -> Payload:
    """Return the matrix."""
    return {
        "lanes": [_plain(lane) for lane in matrix.lanes],
        "cells": [_plain(cell) for cell in matrix.cells],
    }


def _paired(contrast: PairedContrast) -> Payload:
    """Return one scorer's view of the pairs: the short names first, then each figure in full."""
    return {
        **_contrast(contrast),
        "diff_ci_pp": _ends(contrast.diff_pp),
        "mcnemar_p": contrast.mcnemar.p,
        "mcnemar_p_adjusted": contrast.mcnemar.adjusted,
        "n": contrast.n,
        "b_only": contrast.b_only,
        "a_only": contrast.a_only,
        "both": contrast.both,
        "neither": contrast.neither,
        "churn": contrast.churn,
        "not_compared": contrast.not_compared,
        "detectable_pp": contrast.detectable_pp.value,
        "figures": {
            name: _plain(getattr(contrast, name))
            for name in (
                "accuracy_a",
                "accuracy_b",
                "diff_pp",
                "mcnemar",
                "detectable_pp",
                "equivalence",
                "clustered",
            )
        },
    }


def _contrast(contrast: Contrast) -> Payload:
    return {"a": _tally(contrast.a), "b": _tally(contrast.b), "diff_pp": contrast.difference_pp}


def _tally(counts: Tally) -> Payload:
    return {**asdict(counts), "n": counts.n, "scored": counts.scored, "accuracy": counts.accuracy}


def _ends(estimate: Estimate) -> list[JsonValue] | None:
    return None if estimate.low is None else [estimate.low, estimate.high]


def _attribution(attribution: Attribution) -> Payload:
    plain = {field.name: _plain(getattr(attribution, field.name)) for field in fields(attribution)}
    plain["by_cause"] = [{**asdict(one), "meaning": CAUSES[one.cause]} for one in attribution.by_cause]
    return plain


def _parts(attribution: Attribution) -> Payload:
    """Return both parts of the recorded difference; null where nothing was recorded to split."""
    known = attribution.was_recorded
    return {"model": attribution.model if known else None, "scorer": attribution.scorer if known else None}


def _comparability(found: Comparability) -> Payload:
    return {
        "is_full": found.is_full,
        "reasons": [
            {
                "kind": reason.kind,
                "n": reason.n,
                "message": reason.message,
                "items": [] if reason.items is None else reason.items.table("item_id")["item_id"].to_pylist(),
            }
            for reason in found.reasons
        ],
        "a": _plain(found.a),
        "b": _plain(found.b),
    }


def _score(contrast: ScoreContrast) -> Payload:
    plain: Payload = {field.name: _plain(getattr(contrast, field.name)) for field in fields(contrast)}
    return plain


def _attempts(attempts: LaneAttempts | None) -> JsonValue:
    return None if attempts is None else _plain(attempts)


def _flips(flips: FlipTable) -> Payload:
    return {name: _listed(getattr(flips, name)) for name in (*CELLS, "churn")}


def _listed(rows: Rows[Any]) -> Payload:
    names = [name for name in _ITEM if name in rows.columns]
    table: pa.Table = rows.table(*(names if "a" in rows.columns else ()))
    return {"n": len(rows), "items": table.to_pylist()}


def _plain(record: Any) -> JsonValue:  # noqa: ANN401 # any of the records here
    """Return a record as an object, tuples as lists."""
    if hasattr(record, "__dataclass_fields__"):
        return {field.name: _plain(getattr(record, field.name)) for field in fields(record)}
    if isinstance(record, tuple | list):
        return [_plain(one) for one in record]
    if isinstance(record, Mapping):
        return {str(key): _plain(value) for key, value in record.items()}
    plain: JsonValue = record
    return plain
