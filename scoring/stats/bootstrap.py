"""BCa bootstrap of a mean of paired differences, and of clusters of them; seeded, the same every time."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri

from scoring.stats.differences import DifferenceTable
from scoring.stats.estimates import LEVEL

Floats = npt.NDArray[np.float64]

N_RESAMPLES: Final = 9_999
LARGEST_SAMPLE: Final = 100_000
"""Above this number of pairs, or clusters, nothing is resampled: the t interval is as good."""

_FEWEST_RESAMPLES: Final = 1_999
_DRAWS: Final = 20_000_000
"""Draws that resampling may take, before fewer resamples are made."""
_DRAWS_AT_ONCE: Final = 1_000_000
_DRAW_OF_A_COUNT: Final = 12
"""A count of the multinomial costs as much as this number of drawn pairs."""


def resample_means(table: DifferenceTable, *, seed: int, n_resamples: int | None = None) -> Floats:
    """Return the means of bootstrap samples of the pairs.

    A sample of n pairs is a draw of multinomial counts over the distinct differences. Where nearly every
    difference is distinct, drawing pairs one by one is the same and quicker.
    """
    rng, n, k = np.random.default_rng(seed), table.n, len(table.values)
    by_counts = k * _DRAW_OF_A_COUNT < n
    cost = k * _DRAW_OF_A_COUNT if by_counts else n
    n_resamples = n_resamples or affordable_resamples(cost)
    at_once = max(1, _DRAWS_AT_ONCE // max(k if by_counts else n, 1))
    pairs = None if by_counts else np.repeat(table.values, table.counts)
    means = np.empty(n_resamples)
    for start in range(0, n_resamples, at_once):
        size = min(at_once, n_resamples - start)
        if pairs is None:
            sums = rng.multinomial(n, table.counts / n, size=size) @ table.values
        else:
            sums = pairs[rng.integers(0, n, size=(size, n), dtype=np.int32)].sum(axis=1)
        means[start : start + size] = sums / n
    return means


def resample_ratios(sums: Floats, sizes: Floats, *, seed: int, n_resamples: int | None = None) -> Floats:
    """Return the ratios sum / size of bootstrap samples of whole clusters.

    Args:
        sums: sum of the differences of each cluster.
        sizes: number of pairs of each cluster.
        n_resamples: as in `resample_means`.
    """
    rng, n = np.random.default_rng(seed), len(sums)
    # Clusters of one size: the size of a sample is known.
    size_of_all = n * sizes[0] if np.all(sizes == sizes[0]) else None
    n_resamples = n_resamples or affordable_resamples(n if size_of_all else 2 * n)
    at_once = max(1, _DRAWS_AT_ONCE // n)
    ratios = np.empty(n_resamples)
    for start in range(0, n_resamples, at_once):
        size = min(at_once, n_resamples - start)
        drawn = rng.integers(0, n, size=(size, n), dtype=np.int32)
        n_pairs = size_of_all or sizes[drawn].sum(axis=1)
        ratios[start : start + size] = sums[drawn].sum(axis=1) / n_pairs
    return ratios


def affordable_resamples(cost: int) -> int:
    """Return how many resamples are made where each takes that many draws: 1,999 to 9,999."""
    return int(min(N_RESAMPLES, max(_FEWEST_RESAMPLES, _DRAWS // max(cost, 1))))


def bca_interval(
    resampled: Floats, *, estimate: float, acceleration: float, level: float = LEVEL
) -> tuple[float, float]:
    """Return the bias-corrected and accelerated interval out of bootstrap values.

    Source: Efron (1987), JASA 82:171-185. Resampled values equal to the estimate count half, as in SciPy.
    """
    n = len(resampled)
    tolerance = 1e-12 * max(1.0, abs(estimate))
    below = np.count_nonzero(resampled < estimate - tolerance)
    equal = np.count_nonzero(np.abs(resampled - estimate) <= tolerance)
    # All resamples on one side would shift the interval out of what was resampled.
    share = min(max((below + equal / 2) / n, 1 / (n + 1)), n / (n + 1))
    shift = float(ndtri(share))
    ends = shift + ndtri(np.array([0.5 - level / 2, 0.5 + level / 2]))
    quantiles = ndtr(shift + ends / (1 - acceleration * ends))
    low, high = np.quantile(resampled, np.clip(quantiles, 0.0, 1.0))
    return float(low), float(high)
