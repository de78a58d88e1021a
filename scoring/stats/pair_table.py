"""The pairs of two lanes as one table: both sides, cells, causes and parts, a row a pair."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from scoring.stats.attribution import CAUSES
from scoring.stats.lane_rows import CORRECT, N_SCORED, Mask, differ, verdict_codes
from scoring.stats.rows import Indices

Verdicts = npt.NDArray[np.int8]

CELLS: Final = ("both_correct", "only_a_correct", "only_b_correct", "neither_correct", "not_compared")
"""Cells of the 2x2 by their code."""
NOT_COMPARED: Final = 4

_SIDES: Final = {
    "ordinal": "",
    "verdict": "verdict_",
    "recorded_verdict": "recorded_",
    "answer": "answer_",
    "recorded_answer": "recorded_answer_",
    "extraction_source": "source_",
    "extraction_rule": "rule_",
    "score": "score_",
}
"""Column of an audit -> how it begins in the table of pairs, before `a` or `b`."""


class Basis(NamedTuple):
    """The verdicts of one scorer on the pairs.

    Attributes:
        a: codes of lane A; `b` of lane B.
        cells: place of each pair in `CELLS`.
        answers_differ: the scorer's answers differ.
    """

    a: Verdicts
    b: Verdicts
    cells: Verdicts
    answers_differ: Mask


class PairColumns(NamedTuple):
    """The pairs as arrays, and as a table with the columns of `scoring.stats.rows.Pair`."""

    recorded: Basis
    rescored: Basis
    causes: Verdicts
    model: Verdicts
    scorer: Verdicts
    same_question: Mask
    table: pa.Table


def build_pair_columns(a: pa.Table, b: pa.Table, other_target: Mask) -> PairColumns:
    """Return the pairs.

    Args:
        a: the rows of lane A in the order of the pairs; `b` their partners.
        other_target: which pairs have another target in the other lane, their options being the same.
    """
    recorded = _basis(a, b, "recorded_verdict", "recorded_answer")
    rescored = _basis(a, b, "verdict", "answer")
    same_question = find_same_questions(a, b)
    model = _credit(rescored.b) - _credit(rescored.a)
    scorer = _credit(recorded.b) - _credit(recorded.a) - model
    causes = _causes(a, b, recorded, rescored, other_target)
    columns = {name: a[name] for name in ("task", "item_id", "attempt", "category", "cluster")}
    for name, start in _SIDES.items():
        columns |= {f"{start}a": a[name], f"{start}b": b[name]}
    columns |= {
        "same_question": pa.array(same_question),
        "recorded_cell": _named(recorded.cells, CELLS),
        "rescored_cell": _named(rescored.cells, CELLS),
        "cause": _named(causes, tuple(CAUSES)),
        "model": pa.array(model),
        "scorer": pa.array(scorer),
    }
    return PairColumns(recorded, rescored, causes, model, scorer, same_question, pa.table(columns))


def find_same_questions(a: pa.Table, b: pa.Table) -> Mask:
    """Return which pairs have the same prompt, options, target and images in both lanes."""
    same: Mask = ~differ(a["item_digest"], b["item_digest"])
    return same


def single_table(rows: pa.Table, at: Indices) -> pa.Table:
    """Return those rows of a lane with the columns of `scoring.stats.rows.Single`."""
    columns = ["task", "item_id", "attempt", "ordinal", "category", "verdict", "recorded_verdict"]
    names = [*columns[:-1], "recorded"]
    return rows.select(columns).take(pa.array(at)).rename_columns(names)


def is_scored(codes: Verdicts) -> Mask:
    """Return where a verdict counts in an accuracy."""
    found: Mask = (codes >= 0) & (codes < N_SCORED)
    return found


def cells_of(a: Verdicts, b: Verdicts) -> Verdicts:
    """Return the place in `CELLS` of each pair of verdicts."""
    place = 2 * (a != CORRECT) + (b != CORRECT)
    cells: Verdicts = np.where(is_scored(a) & is_scored(b), place, NOT_COMPARED).astype(np.int8)
    return cells


def _basis(a: pa.Table, b: pa.Table, verdict: str, answer: str) -> Basis:
    codes_a, codes_b = verdict_codes(a[verdict]), verdict_codes(b[verdict])
    return Basis(codes_a, codes_b, cells_of(codes_a, codes_b), differ(a[answer], b[answer]))


def _credit(codes: Verdicts) -> Verdicts:
    credit: Verdicts = (codes == CORRECT).astype(np.int8)
    return credit


def _causes(a: pa.Table, b: pa.Table, recorded: Basis, rescored: Basis, other_target: Mask) -> Verdicts:
    """Return the place in `CAUSES` of each pair: the first that holds."""
    # Where the files record nothing at all, nothing of theirs is missing.
    was_recorded = bool(((recorded.a >= 0) | (recorded.b >= 0)).any())
    unscored = (rescored.cells == NOT_COMPARED) | ((recorded.cells == NOT_COMPARED) & was_recorded)
    conditions = {
        "unscored": unscored,
        "other_target": other_target,
        "answer_changed": rescored.answers_differ,
        "other_score": (rescored.a != rescored.b) | differ(a["score"], b["score"]),
        "other_extraction": differ(a["extraction_source"], b["extraction_source"])
        | differ(a["extraction_rule"], b["extraction_rule"]),
        "other_recorded": recorded.a != recorded.b,
    }
    assert [*conditions, "same"] == list(CAUSES)
    found: Verdicts = np.select(
        list(conditions.values()), range(len(conditions)), default=len(conditions)
    ).astype(np.int8)
    return found


def _named(codes: Verdicts, names: tuple[str, ...]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(codes), pa.array(names))
