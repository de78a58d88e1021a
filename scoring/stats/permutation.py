"""Paired permutation test: under "no difference" each pair's two scores could as well be swapped."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.stats import binom

from scoring.stats.bootstrap import affordable_resamples
from scoring.stats.differences import Counts, DifferenceTable

Floats = npt.NDArray[np.float64]

_EXACT_OUTCOMES: Final = 200_000
_AT_ONCE: Final = 1_000_000
_DRAW_OF_A_COUNT: Final = 20
_ROUNDING: Final = 1e-9
"""Sums of floats that differ by less, in parts of the greatest possible sum, are equal."""


class Permuted(NamedTuple):
    """Result of the test.

    Attributes:
        p: two-sided p-value.
        n_resamples: number of random swaps; 0 where all of them were looked at.
    """

    p: float
    n_resamples: int


def sign_flip_test(table: DifferenceTable, *, seed: int) -> Permuted:
    """Return how often a random swap of the lanes, pair by pair, gives as great a sum of differences.

    Only sizes of differences and how often each occurs matter: of m pairs that differ by v, a number
    of Binomial(m, 1/2) keeps its sign. All outcomes are enumerated where there are at most 200,000;
    otherwise they are drawn, and p = (1 + as great) / (1 + drawn), which is never too small.
    """
    sizes, counts = _sizes(table)
    observed = abs(float(table.values @ table.counts))
    greatest = float(sizes @ counts)
    if greatest == 0:
        return Permuted(1.0, 0)
    bound = observed - _ROUNDING * greatest
    if np.log(counts + 1.0).sum() <= np.log(_EXACT_OUTCOMES):
        sums, chances = _enumerate(sizes, counts)
        return Permuted(min(1.0, float(chances[np.abs(sums) >= bound].sum())), 0)
    several = counts > 1
    cost = int(several.sum()) * _DRAW_OF_A_COUNT + int((~several).sum())
    n_resamples = affordable_resamples(cost)
    rng = np.random.default_rng(seed)
    at_once = max(1, _AT_ONCE // len(sizes))
    as_great = 0
    for start in range(0, n_resamples, at_once):
        drawn = min(at_once, n_resamples - start)
        sums = _draw_many(rng, sizes[several], counts[several], drawn)
        sums += _draw_ones(rng, sizes[~several], drawn)
        as_great += int(np.count_nonzero(np.abs(sums) >= bound))
    return Permuted((1 + as_great) / (1 + n_resamples), n_resamples)


def _sizes(table: DifferenceTable) -> tuple[Floats, Counts]:
    """Return the distinct sizes of differences above 0 and how many pairs have each."""
    sizes, place = np.unique(np.abs(table.values), return_inverse=True)
    counts = np.bincount(place, weights=table.counts, minlength=len(sizes)).astype(np.int64)
    return sizes[sizes > 0], counts[sizes > 0]


def _enumerate(sizes: Floats, counts: Counts) -> tuple[Floats, Floats]:
    """Return every possible sum with its chance."""
    sums, chances = np.zeros(1), np.ones(1)
    for size, count in zip(sizes, counts, strict=True):
        kept = np.arange(count + 1)
        sums = np.add.outer(sums, size * (2 * kept - count)).ravel()
        chances = np.multiply.outer(chances, binom.pmf(kept, count, 0.5)).ravel()
    return sums, chances


def _draw_many(rng: np.random.Generator, sizes: Floats, counts: Counts, n: int) -> Floats:
    if not len(sizes):
        return np.zeros(n)
    sums: Floats = (2 * rng.binomial(counts, 0.5, size=(n, len(counts))) - counts) @ sizes
    return sums


def _draw_ones(rng: np.random.Generator, sizes: Floats, n: int) -> Floats:
    """Return sums of sizes with random signs, a bit each."""
    if not len(sizes):
        return np.zeros(n)
    n_bytes = (len(sizes) + 7) // 8
    bits = np.unpackbits(rng.integers(0, 256, size=(n, n_bytes), dtype=np.uint8), axis=1)
    sums: Floats = 2 * (bits[:, : len(sizes)].astype(np.float32) @ sizes.astype(np.float32)) - sizes.sum()
    return sums.astype(np.float64)
