"""Two audits read and paired: what every comparison starts from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import pyarrow as pa

from scoring.audit.query import Audit
from scoring.errors import ComparisonError
from scoring.stats.attempts import count_attempts
from scoring.stats.comparability import LaneSide
from scoring.stats.lane_rows import Mask, read_lane
from scoring.stats.pair_table import PairColumns, build_pair_columns, find_same_questions
from scoring.stats.pairing import Matched, match_rows
from scoring.stats.questions import differing_parts
from scoring.stats.rows import Indices

_N_NAMED: Final = 3
_LONGEST_ID: Final = 40


class Joined(NamedTuple):
    """Two lanes, paired.

    Attributes:
        rows_a: the rows of lane A; `rows_b` of lane B.
        paired_a: rows of lane A in the order of the pairs; `paired_b` their partners.
        matched: where the rows of either lane went.
        parts: part of a question -> the pairs that differ in it.
        columns: the pairs.
    """

    rows_a: pa.Table
    rows_b: pa.Table
    paired_a: pa.Table
    paired_b: pa.Table
    matched: Matched
    parts: Mapping[str, Mask]
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
        raise _nothing_paired(rows_a, rows_b, matched)
    paired_a, paired_b = rows_a.take(pa.array(matched.a)), rows_b.take(pa.array(matched.b))
    parts = differing_parts(a, b, matched, find_same_questions(paired_a, paired_b))
    # Options in another order move the letter of one and the same target.
    other_target = parts["target"] & ~parts["options"]
    columns = build_pair_columns(paired_a, paired_b, other_target)
    return Joined(rows_a, rows_b, paired_a, paired_b, matched, parts, columns)


def _nothing_paired(rows_a: pa.Table, rows_b: pa.Table, matched: Matched) -> ComparisonError:
    lanes = (
        ("A", rows_a, matched.only_a, matched.duplicates_a),
        ("B", rows_b, matched.only_b, matched.duplicates_b),
    )
    if any(len(repeated) for *_, repeated in lanes):
        got = " and ".join(
            f"{len(repeated):,} of {rows.num_rows:,} items of lane {name} with a key that is not unique"
            for name, rows, _, repeated in lanes
        )
        return ComparisonError(
            f"expected items that task, id and attempt tell apart, got {got}, and no pair",
            cure="Give items ids of their own, or repeats of an item an attempt each.",
        )
    got = " and ".join(
        f"{len(alone):,} items only in lane {name}{_first_ids(rows, alone)}" for name, rows, alone, _ in lanes
    )
    return ComparisonError(
        f"expected items in common, got {got}",
        cure="Choose two runs whose items have the same task, id and attempt.",
    )


def _first_ids(rows: pa.Table, at: Indices) -> str:
    ids = rows["item_id"].take(pa.array(at[:_N_NAMED])).to_pylist()
    names = ", ".join(one if len(one) <= _LONGEST_ID else f"{one[:_LONGEST_ID]}…" for one in ids)
    return f" ({names}{', …' if len(at) > _N_NAMED else ''})" if ids else ""


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
