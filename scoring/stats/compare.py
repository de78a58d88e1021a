"""Two lanes against each other: which items changed, and what that does to the accuracy."""

from __future__ import annotations

from typing import Final, NamedTuple, get_args

import numpy as np
import pyarrow as pa

from scoring.audit.filter import encode_value
from scoring.audit.query import Audit
from scoring.errors import ContractError
from scoring.stats.attempts import summarise_attempts
from scoring.stats.attribution import Attribution, Credits, attribute
from scoring.stats.clusters import ClusterBy, cluster_codes, clustered_difference
from scoring.stats.comparability import Comparability, Found, judge
from scoring.stats.comparison import (
    CategoryContrast,
    Comparison,
    Contrast,
    FlipTable,
    Pair,
    PairedContrast,
    Pairs,
    Rows,
    Single,
    Singles,
)
from scoring.stats.contrasts import OF_RECORDED, OF_RESCORED, Extras, contrast_all, contrast_groups
from scoring.stats.joining import Joined, describe_side, join_lanes
from scoring.stats.lane_rows import CORRECT, Codes, group_codes, tally_verdicts
from scoring.stats.pair_table import CELLS, NOT_COMPARED, Basis, is_scored, single_table
from scoring.stats.paired import state_equivalence
from scoring.stats.rows import Indices
from scoring.stats.score_contrasts import Resampling, contrast_scores

__all__ = ["AS_USUAL", "CompareSettings", "Comparison", "compare_lanes"]

_CLUSTER_COLUMNS: Final = {
    "cluster": ("cluster",),
    "images": ("images_digest",),
    "item": ("task", "item_id"),
}
"""What makes a cluster -> the columns that its rows share."""


class CompareSettings(NamedTuple):
    """How two lanes are compared: the arguments of `compare_lanes`."""

    margin_pp: float | None = None
    clusters: ClusterBy = "auto"
    seed: int = 0


AS_USUAL: Final = CompareSettings()


class _Settings(NamedTuple):
    """How to compare: the arguments of `compare_lanes`, clusters decided."""

    margin_pp: float | None
    how: Resampling


def compare_lanes(
    a: Audit,
    b: Audit,
    *,
    margin_pp: float | None = None,
    clusters: ClusterBy = "auto",
    seed: int = 0,
) -> Comparison:
    """Return lane B against lane A, item by item, with every statistic.

    Items are paired by task, item id and attempt. A key that is not unique in a lane is paired with
    nothing. Items whose question differs are paired, and listed. Same lanes and arguments, same result.

    Args:
        margin_pp: a difference that would not matter, in percentage points, for a statement of
            equivalence; None for none.
        clusters: which pairs are no independent draws: those that share the column `cluster`, the
            `images`, or the `item` (its attempts); `auto` takes `cluster` where lane A has it, else
            `item` where items have several attempts.
        seed: of everything that is drawn at random.

    Raises:
        ComparisonError: the lanes have no item in common.
        ContractError: a margin that is not above 0, a negative seed, or an unknown kind of cluster.
    """
    _check(margin_pp, clusters, seed)
    joined = join_lanes(a, b, *(("images_digest",) if clusters == "images" else ()))
    settings = _Settings(margin_pp, _resampling(joined, clusters, seed))
    columns, matched = joined.columns, joined.matched
    pairs: Pairs = Rows(columns.table, Pair)
    recorded_flips, rescored_flips = (_flips(pairs, one) for one in (columns.recorded, columns.rescored))
    singles = {
        name: _singles(rows, getattr(matched, name))
        for rows, names in ((joined.rows_a, ("only_a", "duplicates_a")), (joined.rows_b, _OF_B))
        for name in names
    }
    all_recorded = _contrast_of_all(joined, "recorded_verdict")
    return Comparison(
        pairs=pairs,
        recorded=_contrast(columns.recorded, OF_RECORDED, settings),
        rescored=_contrast(columns.rescored, OF_RESCORED, settings),
        all_recorded=all_recorded,
        all_rescored=_contrast_of_all(joined, "verdict"),
        attribution=_attribution(joined, all_recorded),
        by_category=_by_category(joined, settings),
        scores=tuple(contrast_scores(joined.paired_a, joined.paired_b, settings.how)),
        recorded_flips=recorded_flips,
        rescored_flips=rescored_flips,
        comparability=_comparability(a, b, joined, pairs, singles),
        attempts_a=summarise_attempts(joined.rows_a),
        attempts_b=summarise_attempts(joined.rows_b),
        **singles,
    )


_OF_B: Final = ("only_b", "duplicates_b")


def _check(margin_pp: float | None, clusters: str, seed: int) -> None:
    if margin_pp is not None and not 0 < margin_pp <= 100:  # noqa: PLR2004 - percentage points
        raise ContractError(f"expected a margin above 0 and at most 100 percentage points, got {margin_pp}")
    if clusters not in get_args(ClusterBy):
        allowed = ", ".join(get_args(ClusterBy))
        raise ContractError(f"expected a kind of cluster, got {clusters!r}", cure=f"Allowed: {allowed}.")
    if seed < 0:
        raise ContractError(f"expected a seed of at least 0, got {seed}")


def _resampling(joined: Joined, clusters: ClusterBy, seed: int) -> Resampling:
    """Return how to draw; clusters only where two pairs share one."""
    pairs = joined.paired_a
    by = clusters
    if by == "auto":
        by = "cluster" if pairs["cluster"].null_count < pairs.num_rows else "item"
    if by == "none":
        return Resampling(seed)
    codes = cluster_codes(pairs, _CLUSTER_COLUMNS[by])
    shared = len(np.unique(codes)) < len(codes)
    return Resampling(seed, codes, by) if shared else Resampling(seed)


# --- right and wrong ------------------------------------------------------------------------------


def _contrast(basis: Basis, of: str, settings: _Settings) -> PairedContrast:
    compared = basis.cells != NOT_COMPARED
    how, clustered, equivalence = settings.how, None, None
    if how.clusters is not None:
        credit = (basis.b == CORRECT).astype(np.float64) - (basis.a == CORRECT)
        clustered = clustered_difference(
            credit[compared], how.clusters[compared], by=how.by, of=of, scale=100, seed=how.seed
        )
    if settings.margin_pp is not None:
        a_only, b_only = (int((basis.cells == CELLS.index(f"only_{lane}_correct")).sum()) for lane in "ab")
        equivalence = state_equivalence(
            b_only=b_only,
            a_only=a_only,
            n=int(compared.sum()),
            margin_pp=settings.margin_pp,
            of=of,
            clustered=clustered,
        )
    caution = _shared(how)
    return contrast_all(basis, of=of, extras=Extras(equivalence, clustered, caution))


def _shared(how: Resampling) -> str | None:
    if how.clusters is None:
        return None
    return f"pairs that share {_SHARED[how.by]} are counted as independent; see the clustered interval"


_SHARED: Final = {"cluster": "a cluster", "images": "an image", "item": "an item"}


def _by_category(joined: Joined, settings: _Settings) -> tuple[CategoryContrast, ...]:
    codes, values = group_codes(joined.paired_a["category"])
    sizes = np.bincount(codes, minlength=len(values))
    recorded, rescored = (
        _of_groups(basis, codes, len(values), of, settings)
        for basis, of in ((joined.columns.recorded, OF_RECORDED), (joined.columns.rescored, OF_RESCORED))
    )
    contrasts = (
        CategoryContrast(
            value=encode_value(None if value is None else str(value)),
            n=int(sizes[at]),
            recorded=recorded[at],
            rescored=rescored[at],
        )
        for at, value in enumerate(values)
    )
    return tuple(sorted(contrasts, key=lambda one: (-one.n, one.value)))


def _of_groups(
    basis: Basis, codes: Codes, n_groups: int, of: str, settings: _Settings
) -> list[PairedContrast]:
    return contrast_groups(basis, codes, n_groups, of=of, extras=Extras(caution=_shared(settings.how)))


def _contrast_of_all(joined: Joined, verdict: str) -> Contrast:
    return Contrast(a=tally_verdicts(joined.rows_a[verdict]), b=tally_verdicts(joined.rows_b[verdict]))


def _attribution(joined: Joined, everything: Contrast) -> Attribution:
    columns = joined.columns
    recorded, rescored = (
        Credits(one.a == CORRECT, one.b == CORRECT) for one in (columns.recorded, columns.rescored)
    )
    sides = zip(columns.recorded[:2], columns.rescored[:2], strict=True)
    paired = int(recorded.b.sum()) - int(recorded.a.sum())
    return attribute(
        recorded=recorded,
        rescored=rescored,
        judged=Credits(*(is_scored(before) & is_scored(after) for before, after in sides)),
        causes=columns.causes,
        unpaired=everything.b.correct - everything.a.correct - paired,
    )


# --- lists ----------------------------------------------------------------------------------------


def _flips(pairs: Pairs, basis: Basis) -> FlipTable:
    cells = {name: pairs.only(basis.cells == at) for at, name in enumerate(CELLS)}
    churn = (basis.cells == CELLS.index("neither_correct")) & basis.answers_differ
    return FlipTable(**cells, churn=pairs.only(churn))


def _singles(rows: pa.Table, at: Indices) -> Singles:
    return Rows(single_table(rows, at), Single)


def _comparability(
    a: Audit, b: Audit, joined: Joined, pairs: Pairs, singles: dict[str, Singles]
) -> Comparability:
    columns, n = joined.columns, len(joined.matched.a)
    was_recorded = bool(((columns.recorded.a >= 0) | (columns.recorded.b >= 0)).any())
    return judge(
        Found(
            info_a=a.info,
            info_b=b.info,
            a=describe_side(a, joined.rows_a, n),
            b=describe_side(b, joined.rows_b, n),
            differing={part: pairs.only(mask) for part, mask in joined.parts.items()},
            unscorable=pairs.only(columns.rescored.cells == NOT_COMPARED),
            not_recorded=pairs.only((columns.recorded.cells == NOT_COMPARED) & was_recorded),
            **singles,
        )
    )
