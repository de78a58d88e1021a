"""Scores between 0 and 1 of both lanes: which there are, and how they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa

from scoring.stats.bootstrap import LARGEST_SAMPLE, bca_interval, resample_means
from scoring.stats.cautions import mean_caution
from scoring.stats.clusters import clustered_difference
from scoring.stats.differences import (
    T_INTERVAL,
    T_TEST,
    DifferenceTable,
    Floats,
    t_interval,
    t_test,
    tabulate_differences,
)
from scoring.stats.estimates import Estimate, PValue
from scoring.stats.lane_rows import SCORES, Codes
from scoring.stats.permutation import sign_flip_test
from scoring.stats.scores import Histogram, ScoreContrast

N_BINS: Final = 20
_ALWAYS: Final = frozenset({"answer_reward", "annotation_reward", "task_reward", "format_score"})
_MEAN_METHOD: Final = "t interval of the mean"


class Resampling(NamedTuple):
    """How samples are drawn.

    Attributes:
        clusters: number of each pair's cluster; None without clusters.
        by: what makes a cluster.
    """

    seed: int
    clusters: Codes | None = None
    by: str = ""


def contrast_scores(rows_a: pa.Table, rows_b: pa.Table, how: Resampling) -> Iterator[ScoreContrast]:
    """Yield every score that is more than a verdict: a reward of Trace, or one with values between 0 and 1.

    Args:
        rows_a: the rows of lane A, in the order of the pairs; `rows_b` their partners.
    """
    for name in SCORES:
        a, b = (rows[name].to_numpy().astype(np.float64) for rows in (rows_a, rows_b))
        known = ~(np.isnan(a) | np.isnan(b))
        if known.any() and (name in _ALWAYS or _is_soft(a) or _is_soft(b)):
            yield contrast_score(name, a, b, how)


def contrast_score(name: str, a: Floats, b: Floats, how: Resampling) -> ScoreContrast:
    """Return one score of both lanes over the pairs that have it in both; NaN is no score."""
    known = ~(np.isnan(a) | np.isnan(b))
    of = f"pairs with {name} in both lanes"
    left, right = a[known], b[known]
    differences = right - left
    table = tabulate_differences(differences)
    clusters = None if how.clusters is None else how.clusters[known]
    clustered = None
    if clusters is not None:
        clustered = clustered_difference(differences, clusters, by=how.by, of=of, scale=1, seed=how.seed)
    return ScoreContrast(
        name=name,
        n=table.n,
        not_compared=len(a) - table.n,
        mean_a=_mean(left, of),
        mean_b=_mean(right, of),
        difference=_difference(table, of, how.seed),
        test=_test(table, of, how.seed),
        wins=int(table.counts[table.values > 0].sum()),
        losses=int(table.counts[table.values < 0].sum()),
        ties=int(table.counts[table.values == 0].sum()),
        distribution_a=_histogram(left, *_range(left, right)),
        distribution_b=_histogram(right, *_range(left, right)),
        differences=_histogram(differences, *_symmetric(differences)),
        clustered=clustered,
    )


def _is_soft(values: Floats) -> bool:
    return bool(np.any((values != 0) & (values != 1) & ~np.isnan(values)))


def _mean(values: Floats, of: str) -> Estimate:
    table = tabulate_differences(values)
    if not table.n:
        return Estimate(value=None, n=0, of=of, method=_MEAN_METHOD)
    low, high = _known(t_interval(table))
    return Estimate(value=table.mean, low=low, high=high, n=table.n, of=of, method=_MEAN_METHOD)


def _difference(table: DifferenceTable, of: str, seed: int) -> Estimate:
    n = table.n
    if n > LARGEST_SAMPLE:
        low, high = _known(t_interval(table))
        method = f"{T_INTERVAL} (above {LARGEST_SAMPLE:,} pairs nothing is resampled)"
        caution = mean_caution(table)
        return Estimate(value=table.mean, low=low, high=high, n=n, of=of, method=method, caution=caution)
    if not n:
        return Estimate(value=None, n=0, of=of, method="BCa bootstrap")
    resampled = resample_means(table, seed=seed)
    low, high = bca_interval(resampled, estimate=table.mean, acceleration=table.acceleration)
    return Estimate(
        value=table.mean, low=low, high=high, n=n, of=of,
        method=f"BCa bootstrap of the paired mean difference, {len(resampled):,} resamples, seed {seed}",
        caution=mean_caution(table),
    )  # fmt: skip


def _test(table: DifferenceTable, of: str, seed: int) -> PValue:
    n = table.n
    if n > LARGEST_SAMPLE:
        method = f"{T_TEST} (above {LARGEST_SAMPLE:,} pairs nothing is permuted)"
        return PValue(p=t_test(table), n=n, of=of, method=method)
    if not n:
        return PValue(p=None, n=0, of=of, method="paired permutation test")
    done = sign_flip_test(table, seed=seed)
    how = f"{done.n_resamples:,} permutations, seed {seed}" if done.n_resamples else "all permutations"
    return PValue(p=done.p, n=n, of=of, method=f"paired permutation test, {how}")


def _known(interval: tuple[float, float]) -> tuple[float | None, float | None]:
    low, high = interval
    return (None, None) if np.isnan(low) else (low, high)


def _range(*values: Floats) -> tuple[float, float]:
    """Return 0 and 1, or further where values lie outside."""
    low = min((float(some.min()) for some in values if len(some)), default=0.0)
    high = max((float(some.max()) for some in values if len(some)), default=1.0)
    return min(low, 0.0), max(high, 1.0)


def _symmetric(values: Floats) -> tuple[float, float]:
    """Return -1 and 1, or further where values lie outside."""
    furthest = max(1.0, float(np.abs(values).max(initial=0.0)))
    return -furthest, furthest


def _histogram(values: Floats, low: float, high: float) -> Histogram:
    counts, edges = np.histogram(values, bins=N_BINS, range=(low, high))
    return Histogram(edges=tuple(float(edge) for edge in edges), counts=tuple(int(count) for count in counts))
