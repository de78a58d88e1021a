"""Distributions of a score in both lanes: bars of one scale, bin by bin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.stats.scores import Histogram, ScoreContrast

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """One bin, from `low` to `high`; heights from 0 to 1, 1 being the tallest bar of the picture."""

    low: float
    high: float
    n_a: int
    n_b: int
    height_a: float
    height_b: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceBin:
    """One bin of B minus A.

    Attributes:
        sign: -1 where A is ahead in the whole bin, 1 where B is, 0 where it holds 0 or touches it.
    """

    low: float
    high: float
    n: int
    height: float
    sign: int


def build_histograms(contrast: ScoreContrast) -> tuple[Bin, ...]:
    """Return the bins of both lanes, ascending; heights are 0 without pairs."""
    a, b = contrast.distribution_a, contrast.distribution_b
    tallest = max(*a.counts, *b.counts, 1)
    return tuple(
        Bin(low=low, high=high, n_a=n_a, n_b=n_b, height_a=n_a / tallest, height_b=n_b / tallest)
        for (low, high), n_a, n_b in zip(_bins(a), a.counts, b.counts, strict=True)
    )


def build_difference_histogram(contrast: ScoreContrast) -> tuple[DifferenceBin, ...]:
    """Return the bins of the differences B minus A, ascending."""
    found = contrast.differences
    tallest = max(*found.counts, 1)
    return tuple(
        DifferenceBin(low=low, high=high, n=n, height=n / tallest, sign=_sign(low, high))
        for (low, high), n in zip(_bins(found), found.counts, strict=True)
    )


def is_in_bin(histogram: Histogram, values: Floats, at: int) -> npt.NDArray[np.bool_]:
    """Return which of the values stand in a bin; NaN stands in none."""
    bins = np.searchsorted(histogram.edges, values, side="right") - 1
    last = len(histogram.counts) - 1
    found: npt.NDArray[np.bool_] = ~np.isnan(values) & (np.clip(bins, 0, last) == at)
    return found


def _bins(histogram: Histogram) -> list[tuple[float, float]]:
    return list(zip(histogram.edges[:-1], histogram.edges[1:], strict=True))


def _sign(low: float, high: float) -> int:
    return 1 if low > 0 else -1 if high < 0 else 0
