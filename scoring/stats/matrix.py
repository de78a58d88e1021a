"""Several lanes against each other: every pair of lanes, with one family of adjusted p-values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np
import pyarrow as pa

from scoring.audit.query import Audit
from scoring.audit.summary import Tally
from scoring.errors import ComparisonError
from scoring.stats.cautions import proportion_caution
from scoring.stats.comparison import PairedContrast
from scoring.stats.contrasts import OF_RECORDED, OF_RESCORED, Extras, contrast_all
from scoring.stats.estimates import Estimate, PValue
from scoring.stats.intervals import WILSON, wilson_interval
from scoring.stats.lane_rows import differ, read_lane, tally_verdicts, verdict_codes
from scoring.stats.multiplicity import BENJAMINI_HOCHBERG, adjust_false_discovery
from scoring.stats.pair_table import Basis, cells_of
from scoring.stats.paired import MCNEMAR
from scoring.stats.pairing import match_rows

_TWO: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixLane:
    """One lane of a matrix.

    Attributes:
        name: lane, model or name of the run, else its place.
        n_items: rows of its audit.
        accuracy: by our verdicts over all its scored items, 0..1.
        recorded: recorded accuracy over all its recorded items, 0..1.
    """

    name: str
    n_items: int
    accuracy: Estimate
    recorded: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """Lane `b` minus lane `a` (places in the matrix) over the pairs scorable in both, by our verdicts.

    Attributes:
        diff_pp: difference in percentage points with its paired interval; value None without pairs.
        mcnemar: exact test, adjusted over all cells above the diagonal.
        a_only: right in `a` only; `b_only` in `b` only.
        recorded_pp: the same difference as recorded, in percentage points; None without.
        different_questions: pairs whose question differs.
    """

    a: int
    b: int
    diff_pp: Estimate
    mcnemar: PValue
    a_only: int
    b_only: int
    recorded_pp: float | None
    different_questions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneMatrix:
    """N lanes: `cells` hold every pair a < b once; the other half is the same with the sign turned."""

    lanes: tuple[MatrixLane, ...]
    cells: tuple[MatrixCell, ...]


def compare_many(lanes: Sequence[Audit]) -> LaneMatrix:
    """Return every lane against every other, B minus A for a before b.

    Lanes without an item in common have an empty cell. Each pair of lanes is paired by itself, so the
    cells need not count the same items.

    Raises:
        ComparisonError: fewer than two lanes.
    """
    if len(lanes) < _TWO:
        raise ComparisonError(f"expected at least two lanes, got {len(lanes)}", cure="Choose another run.")
    rows = [read_lane(lane) for lane in lanes]
    places = list(combinations(range(len(lanes)), 2))
    counted = [_count(rows[a], rows[b]) for a, b in places]
    adjusted = adjust_false_discovery([one.mcnemar.p for one, _, _ in counted])
    cells = (
        MatrixCell(
            a=a,
            b=b,
            diff_pp=one.diff_pp,
            mcnemar=replace(one.mcnemar, adjusted=p, method=f"{MCNEMAR}, adjusted by {BENJAMINI_HOCHBERG}"),
            a_only=one.a_only,
            b_only=one.b_only,
            recorded_pp=recorded,
            different_questions=different,
        )
        for (a, b), (one, recorded, different), p in zip(places, counted, adjusted, strict=True)
    )
    names = (_name(lane, at) for at, lane in enumerate(lanes))
    described = (_lane(name, table) for name, table in zip(names, rows, strict=True))
    return LaneMatrix(lanes=tuple(described), cells=tuple(cells))


def _count(rows_a: pa.Table, rows_b: pa.Table) -> tuple[PairedContrast, float | None, int]:
    """Return our contrast, the recorded difference, and how many questions differ."""
    matched = match_rows(rows_a, rows_b)
    a, b = rows_a.take(pa.array(matched.a)), rows_b.take(pa.array(matched.b))
    recorded, rescored = (
        contrast_all(_basis(a, b, verdict), of=of, extras=Extras())
        for verdict, of in (("recorded_verdict", OF_RECORDED), ("verdict", OF_RESCORED))
    )
    return rescored, recorded.difference_pp, int(differ(a["item_digest"], b["item_digest"]).sum())


def _basis(a: pa.Table, b: pa.Table, verdict: str) -> Basis:
    codes_a, codes_b = verdict_codes(a[verdict]), verdict_codes(b[verdict])
    same = np.zeros(len(codes_a), dtype=bool)
    return Basis(codes_a, codes_b, cells_of(codes_a, codes_b), same)


def _name(lane: Audit, at: int) -> str:
    info = lane.info
    return info.lane or info.model or info.name or f"lane {at + 1}"


def _lane(name: str, rows: pa.Table) -> MatrixLane:
    return MatrixLane(
        name=name,
        n_items=rows.num_rows,
        accuracy=_accuracy(tally_verdicts(rows["verdict"]), "scored items"),
        recorded=_accuracy(tally_verdicts(rows["recorded_verdict"]), "items with a recorded verdict"),
    )


def _accuracy(tally: Tally, of: str) -> Estimate:
    low, high = (float(end) for end in wilson_interval(tally.correct, tally.scored))
    known = tally.scored > 0
    return Estimate(
        value=tally.accuracy, low=low if known else None, high=high if known else None, n=tally.scored,
        of=of, method=WILSON, caution=proportion_caution(tally.correct, tally.scored),
    )  # fmt: skip
