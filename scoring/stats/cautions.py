"""Where an interval covers less than 93 % instead of 95 %, as measured in `docs/statistics.md`."""

from __future__ import annotations

from typing import Final

from scoring.stats.differences import DifferenceTable

_RARE: Final = 3
_SMALL_SAMPLE: Final = 20
_FEW_DIFFER: Final = 30


def proportion_caution(correct: int, n: int) -> str | None:
    """Return what is to be said of a Wilson interval; None if nothing is.

    With 2 or fewer expected right (or wrong) answers its coverage falls to 84 % at worst.
    """
    if not n or min(correct, n - correct) >= _RARE:
        return None
    kind = "right" if correct <= n - correct else "wrong"
    return f"fewer than {_RARE} {kind} answers: the interval may cover less than 93 %"


def tango_caution(n: int) -> str | None:
    """Return what is to be said of a Tango interval; None if nothing is.

    On the measured grid its coverage never falls below 93 %; with fewer than 20 pairs it can.
    """
    if not 0 < n < _SMALL_SAMPLE:
        return None
    return f"fewer than {_SMALL_SAMPLE} pairs: the interval may cover less than 93 %"


def mean_caution(table: DifferenceTable) -> str | None:
    """Return what is to be said of a bootstrap interval of a mean difference; None if nothing is.

    With some 20 or fewer pairs that differ at all its coverage falls to 87 % at worst on the measured grid.
    """
    if len(table.values) == 1:
        return "every difference is the same: there is no spread to resample"
    differing = int(table.counts[table.values != 0].sum())
    if 0 < differing < _FEW_DIFFER:
        return f"fewer than {_FEW_DIFFER} pairs differ: the interval may cover less than 93 %"
    return None
