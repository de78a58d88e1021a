"""Paired differences as a table of distinct values with their counts, and what follows in closed form."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

from scoring.stats.estimates import LEVEL

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

T_INTERVAL: Final = "t interval of the paired mean difference"
T_TEST: Final = "paired t test"


class DifferenceTable(NamedTuple):
    """Distinct differences, ascending, and how many pairs have each."""

    values: Floats
    counts: Counts

    @property
    def n(self) -> int:
        """Return the number of pairs."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Return the mean difference; NaN without pairs."""
        return float(self.values @ self.counts / self.n) if self.n else float("nan")

    @property
    def variance(self) -> float:
        """Return the variance (n - 1) of the differences; NaN with fewer than two pairs."""
        n = self.n
        if n < 2:  # noqa: PLR2004 - nothing varies
            return float("nan")
        return float(((self.values - self.mean) ** 2) @ self.counts / (n - 1))

    @property
    def acceleration(self) -> float:
        """Return the acceleration of the mean, from the jackknife in closed form; 0 without spread.

        Leaving one pair of value v out moves the mean by (v - mean) / (n - 1), whichever pair it is, so
        that one term for each distinct value is enough.
        """
        centered = self.values - self.mean
        spread = float((centered**2) @ self.counts)
        return float((centered**3) @ self.counts) / (6 * spread**1.5) if spread > 0 else 0.0


def tabulate_differences(differences: Floats) -> DifferenceTable:
    """Return the table of distinct differences."""
    values, counts = np.unique(differences, return_counts=True)
    return DifferenceTable(values.astype(np.float64), counts.astype(np.int64))


def t_interval(table: DifferenceTable, *, level: float = LEVEL) -> tuple[float, float]:
    """Return the t interval of the mean difference; NaN with fewer than two pairs."""
    half = stats.t.ppf(0.5 + level / 2, max(table.n - 1, 1)) * np.sqrt(table.variance / max(table.n, 1))
    return table.mean - float(half), table.mean + float(half)


def t_test(table: DifferenceTable) -> float:
    """Return the two-sided p-value of "no difference"; 1 where no pair differs, NaN below two pairs."""
    if table.n and not table.values.any():
        return 1.0
    error = np.sqrt(table.variance / max(table.n, 1))
    if error == 0:
        return 0.0
    return float(2 * stats.t.sf(abs(table.mean) / error, max(table.n - 1, 1)))
