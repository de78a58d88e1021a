"""Where an interval covers less than it says, as measured in `docs/statistics.md`."""

from __future__ import annotations

from scoring.stats.differences import DifferenceTable


def proportion_caution(correct: int, n: int) -> str | None:
    """PLACEHOLDER."""
    del correct, n
    return None


def tango_caution(*, b_only: int, a_only: int, n: int) -> str | None:
    """PLACEHOLDER."""
    del b_only, a_only, n
    return None


def mean_caution(table: DifferenceTable) -> str | None:
    """PLACEHOLDER."""
    if len(table.values) == 1:
        return "every difference is the same: there is no spread to resample"
    return None
