"""Pairs that are no independent draws: items that share a passage or an image, attempts of one item."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from scipy import stats

from scoring.stats.bootstrap import LARGEST_SAMPLE, bca_interval, resample_ratios
from scoring.stats.cautions import few_clusters_caution
from scoring.stats.estimates import LEVEL, TWO_ONE_SIDED, Clustered, Estimate, PValue
from scoring.stats.lane_rows import Codes, group_codes

ClusterBy: TypeAlias = Literal["auto", "none", "cluster", "images", "item"]
Floats = npt.NDArray[np.float64]

ROBUST: Final = "cluster-robust t interval (linearised ratio, G - 1 degrees of freedom)"
ROBUST_TEST: Final = "cluster-robust t test (linearised ratio, G - 1 degrees of freedom)"
_NEEDED: Final = 2


def cluster_codes(pairs: pa.Table, columns: tuple[str, ...]) -> Codes:
    """Return the number of each row's cluster: rows with the same values in the columns share one.

    A row without a value in any of them is a cluster of its own.
    """
    codes = np.zeros(pairs.num_rows, dtype=np.int64)
    known = np.zeros(pairs.num_rows, dtype=bool)
    for name in columns:
        numbers, values = group_codes(pairs[name])
        codes = codes * len(values) + numbers
        known |= np.array([value is not None for value in values], dtype=bool)[numbers]
    alone = np.flatnonzero(~known)
    codes[alone] = codes.max(initial=0) + 1 + np.arange(len(alone))
    return codes


def clustered_difference(
    differences: Floats, codes: Codes, *, by: str, of: str, scale: float, seed: int
) -> Clustered | None:
    """Return the mean difference with whole clusters as the unit of sampling; None below two clusters.

    The variance of sum / n is G / (G - 1) times the sum over clusters of (their sum - mean times their
    size) squared, over n squared.

    Source: Cochran (1977), Sampling Techniques, 6.4; Miller (2024), arXiv:2411.00640.

    Args:
        codes: number of each pair's cluster.
        scale: what the figures are multiplied by, e.g. 100 for percentage points.
    """
    _, places = np.unique(codes, return_inverse=True)
    sums: Floats = np.bincount(places, weights=differences).astype(np.float64)
    sizes: Floats = np.bincount(places).astype(np.float64)
    n, n_clusters = len(differences), len(sizes)
    if n_clusters < _NEEDED:
        return None
    mean = float(sums.sum()) / n
    influence = sums - mean * sizes
    variance = n_clusters / (n_clusters - 1) * float(influence @ influence) / n**2
    error = float(np.sqrt(variance))
    robust, narrow = (
        _robust(mean, error, n_clusters, level=level, n=n, of=of, scale=scale)
        for level in (LEVEL, TWO_ONE_SIDED)
    )
    p = 2 * float(stats.t.sf(abs(mean) / error, n_clusters - 1)) if error > 0 else None
    independent = float(np.var(differences, ddof=1)) / n
    return Clustered(
        by=by,
        n_clusters=n_clusters,
        largest=int(sizes.max()),
        robust=robust,
        narrow=narrow,
        test=PValue(p=p, n=n, of=of, method=f"{ROBUST_TEST}, {n_clusters:,} clusters"),
        bootstrap=_bootstrap(sums, sizes, robust, scale=scale, seed=seed),
        design_effect=variance / independent if independent > 0 else None,
    )


def _robust(
    mean: float, error: float, n_clusters: int, *, level: float, n: int, of: str, scale: float
) -> Estimate:
    half = float(stats.t.ppf(0.5 + level / 2, n_clusters - 1)) * error
    return Estimate(
        value=scale * mean, low=scale * (mean - half), high=scale * (mean + half),
        n=n, of=of, method=f"{ROBUST}, {n_clusters:,} clusters", level=level,
    )  # fmt: skip


def _bootstrap(sums: Floats, sizes: Floats, robust: Estimate, *, scale: float, seed: int) -> Estimate | None:
    if len(sums) > LARGEST_SAMPLE:
        return None
    n, mean = float(sizes.sum()), float(sums.sum() / sizes.sum())
    resampled = resample_ratios(sums, sizes, seed=seed)
    # What leaving one cluster out does to the ratio.
    left_out = (sums.sum() - sums) / np.maximum(n - sizes, 1.0)
    moved = left_out.mean() - left_out
    spread = float(moved @ moved)
    acceleration = float((moved**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0
    low, high = bca_interval(resampled, estimate=mean, acceleration=acceleration)
    return Estimate(
        value=scale * mean, low=scale * low, high=scale * high, n=robust.n, of=robust.of,
        method=f"BCa bootstrap of {len(sums):,} clusters, {len(resampled):,} resamples, seed {seed}",
        caution=few_clusters_caution(len(sums)),
    )  # fmt: skip
