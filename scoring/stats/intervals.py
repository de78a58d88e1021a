"""Confidence intervals for shares and for paired differences of shares, on whole arrays at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri

from scoring.stats.estimates import LEVEL

Floats: TypeAlias = npt.NDArray[np.float64]
Counts: TypeAlias = npt.ArrayLike

WILSON: Final = "Wilson score interval"
TANGO: Final = "Tango score interval for paired shares"

# Halvings of an interval no wider than 2: the ends are exact to the last digits of a float.
_HALVINGS: Final = 54


class Interval(NamedTuple):
    """Lower and upper ends, arrays of the shape of the counts; NaN where n is 0."""

    low: Floats
    high: Floats


def normal_quantile(level: float) -> float:
    """Return the two-sided quantile of the normal distribution, e.g. 1.96 for 0.95."""
    return float(ndtri(0.5 + level / 2))


def wilson_interval(successes: Counts, n: Counts, *, level: float = LEVEL) -> Interval:
    """Return the Wilson score interval of a share, within 0..1.

    Source: Wilson (1927), JASA 22:209-212, without continuity correction.

    Args:
        successes: counts, 0 to n.
    """
    k, total = np.asarray(successes, dtype=np.float64), np.asarray(n, dtype=np.float64)
    z = normal_quantile(level)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = k / total
        center = (share + z * z / (2 * total)) / (1 + z * z / total)
        half = z * np.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    # At the ends the formula gives 0 and 1 but for rounding.
    low = np.where(k == 0, np.where(total == 0, np.nan, 0.0), center - half)
    high = np.where(k == total, np.where(total == 0, np.nan, 1.0), center + half)
    return Interval(low, high)


def tango_interval(*, b_only: Counts, a_only: Counts, n: Counts, level: float = LEVEL) -> Interval:
    """Return the score interval of the paired difference of shares, B minus A, within -1..1.

    The ends are the differences at which the score statistic is just not significant. Depends on the
    discordant pairs and n alone.

    Source: Tango (1998), Statistics in Medicine 17:891-908.

    Args:
        b_only: pairs right in B only.
        a_only: pairs right in A only.
        n: all pairs, discordant or not.
    """
    won, lost, total = np.broadcast_arrays(
        *(np.asarray(one, dtype=np.float64) for one in (b_only, a_only, n))
    )
    z = normal_quantile(level)
    with np.errstate(invalid="ignore", divide="ignore"):
        middle = (won - lost) / total

    def beyond_low(at: Floats) -> npt.NDArray[np.bool_]:
        return tango_statistic(won, lost, total, at) > z

    def beyond_high(at: Floats) -> npt.NDArray[np.bool_]:
        return tango_statistic(won, lost, total, at) >= -z

    low = _halve(np.full_like(total, -1.0), middle, beyond_low)
    high = _halve(middle, np.full_like(total, 1.0), beyond_high)
    empty = total == 0
    return Interval(np.where(empty, np.nan, low), np.where(empty, np.nan, high))


def tango_statistic(won: Counts, lost: Counts, n: Counts, difference: Counts) -> Floats:
    """Return the score statistic of "the true difference is this"; standard normal if it is.

    Positive where the pairs show more than that difference. 0 where nothing speaks against it.
    """
    b, c, total, delta = (np.asarray(one, dtype=np.float64) for one in (won, lost, n, difference))
    # The likelihood's maximum, given the difference, for the share of pairs right in A only.
    linear = (2 * total - b + c) * delta - b - c
    constant = -c * delta * (1 - delta)
    with np.errstate(invalid="ignore", divide="ignore"):
        root = np.sqrt(np.maximum(linear * linear - 8 * total * constant, 0.0))
        share = np.maximum((root - linear) / (4 * total), np.maximum(0.0, -delta))
        spread = total * (2 * share + delta * (1 - delta))
        gap = b - c - total * delta
        statistic = gap / np.sqrt(np.maximum(spread, 0.0))
    found: Floats = np.where(np.abs(gap) <= 1e-12 * total, 0.0, statistic)
    return found


def equivalence_p(*, b_only: int, a_only: int, n: int, margin: float) -> float:
    """Return the greater p-value of the two one-sided score tests of |difference| >= margin.

    Args:
        margin: a share, 0..1.
    """
    above = float(tango_statistic(b_only, a_only, n, -margin))
    below = float(tango_statistic(b_only, a_only, n, margin))
    return max(float(ndtr(-above)), float(ndtr(below)))


def _halve(low: Floats, high: Floats, goes_up: Callable[[Floats], npt.NDArray[np.bool_]]) -> Floats:
    """Return where a condition that holds at first and then no more ends, between low and high."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        up = goes_up(middle)
        low, high = np.where(up, middle, low), np.where(up, high, middle)
    ends: Floats = (low + high) / 2
    return ends
