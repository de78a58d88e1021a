"""Two audits read and paired: what every comparison starts from."""

from __future__ import annotations

from typing import NamedTuple

import pyarrow as pa

from scoring.audit.query import Audit
from scoring.errors import ComparisonError
from scoring.stats.attempts import count_attempts
from scoring.stats.comparability import LaneSide
from scoring.stats.lane_rows import read_lane
from scoring.stats.pair_table import PairColumns, build_pair_columns
from scoring.stats.pairing import Matched, match_rows


class Joined(NamedTuple):
    """Two lanes, paired.

    Attributes:
        rows_a: the rows of lane A; `rows_b` of lane B.
        paired_a: rows of lane A in the order of the pairs; `paired_b` their partners.
        matched: where the rows of either lane went.
        columns: the pairs.
    """

    rows_a: pa.Table
    rows_b: pa.Table
    paired_a: pa.Table
    paired_b: pa.Table
    matched: Matched
    columns: PairColumns


def join_lanes(a: Audit, b: Audit, *extra: str) -> Joined:
    """Return the rows of both lanes and their pairs.

    Args:
        extra: columns to read besides those that every comparison needs.

    Raises:
        ComparisonError: the lanes have no item in common.
    """
    rows_a, rows_b = read_lane(a, *extra), read_lane(b, *extra)
    matched = match_rows(rows_a, rows_b)
    if not len(matched.a):
        raise ComparisonError(
            f"expected two lanes of one benchmark, got none of {rows_a.num_rows} items among "
            f"{rows_b.num_rows}",
            cure="Choose two runs whose items have the same task, id and attempt.",
        )
    paired_a, paired_b = rows_a.take(pa.array(matched.a)), rows_b.take(pa.array(matched.b))
    return Joined(rows_a, rows_b, paired_a, paired_b, matched, build_pair_columns(paired_a, paired_b))


def describe_side(audit: Audit, rows: pa.Table, n_paired: int) -> LaneSide:
    """Return what a lane is, as far as its comparison depends on it."""
    info = audit.info
    attempts = count_attempts(rows)
    scorers = rows["recorded_scorer"].unique().to_pylist()
    return LaneSide(
        n_items=rows.num_rows,
        coverage=n_paired / rows.num_rows,
        policy=info.policy.name,
        policy_version=info.policy.version,
        lane_fallback=info.lane_fallback,
        scorer_version=info.scorer_version,
        recorded_scorers=tuple(sorted(name for name in scorers if name is not None)),
        fewest_attempts=int(attempts.min()),
        most_attempts=int(attempts.max()),
    )
