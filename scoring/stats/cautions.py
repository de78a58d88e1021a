"""Where an interval covers less than 93 % instead of 95 %, as measured in `docs/statistics.md`."""

from __future__ import annotations

from typing import Final

from scoring.stats.differences import DifferenceTable

_RARE: Final = 3
_SMALL_SAMPLE: Final = 20
_FEW_DIFFER: Final = 30
_FEW_CLUSTERS: Final = 30


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
    """Return what is to be said of an interval of a mean difference; None if nothing is.

    With some 20 or fewer pairs that differ at all, bootstrap and t interval cover less than 93 %: down
    to 51 % on the measured grid, where a sample often holds no differing pair at all.
    """
    if len(table.values) == 1:
        return "every difference is the same: there is no spread to resample"
    differing = int(table.counts[table.values != 0].sum())
    if 0 < differing < _FEW_DIFFER:
        return f"fewer than {_FEW_DIFFER} pairs differ: the interval may cover less than 93 %"
    return None


def few_clusters_caution(n_clusters: int) -> str | None:
    """Return what is to be said of a bootstrap of whole clusters; None if nothing is.

    With 20 clusters it covers 92.8 %, with 10 less than 90 %; the cluster-robust interval keeps its level.
    """
    if n_clusters >= _FEW_CLUSTERS:
        return None
    return f"fewer than {_FEW_CLUSTERS} clusters: the interval may cover less than 93 %"
