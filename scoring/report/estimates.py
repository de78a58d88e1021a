"""Estimates and p-values as they are written, and the methods and cautions that go with them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scoring.stats.comparison import Comparison, PairedContrast
from scoring.stats.estimates import Estimate, PValue

_SMALLEST_P = 0.0001
_DASH = "–"


def format_points(value: float | None) -> str:
    """Return a difference in percentage points, signed."""
    return _DASH if value is None else f"{value:+.2f} pp"


def format_mean(value: float | None, sign: str = "-") -> str:
    """Return a mean score with four decimals; `sign` `+` for one that is signed either way."""
    return _DASH if value is None else f"{value:{sign}.4f}"


class Notes:
    """Why some figures deserve less trust: each reason once, numbered in the order of its first figure."""

    __slots__ = ("_numbers",)

    def __init__(self) -> None:
        """Begin without any."""
        self._numbers: dict[str, int] = {}

    def sign(self, caution: str | None) -> str:
        """Return the number of a reason as it stands behind a figure, ` [1]`; empty for none."""
        if caution is None:
            return ""
        return f" [{self._numbers.setdefault(caution, len(self._numbers) + 1)}]"

    def lines(self) -> list[str]:
        """Return every reason that a figure was given, with its number."""
        return [f"[{number}] {caution}" for caution, number in self._numbers.items()]


def format_range(one: Estimate, notes: Notes, digits: int = 2) -> str:
    """Return the interval of a difference, signed, with its note; a dash where there is none."""
    if one.low is None or one.high is None:
        return _DASH
    return f"{one.low:+.{digits}f} to {one.high:+.{digits}f}{notes.sign(one.caution)}"


def format_share(one: Estimate, notes: Notes) -> str:
    """Return the interval of a share of 0..1 in percent, with its note."""
    if one.low is None or one.high is None:
        return _DASH
    return f"{100 * one.low:.1f} to {100 * one.high:.1f} %{notes.sign(one.caution)}"


def format_p(one: PValue, notes: Notes, *, adjusted: bool = False) -> str:
    """Return a p-value with four decimals, or as smaller than the least that is written, with its note."""
    p = one.adjusted if adjusted else one.p
    if p is None:
        return _DASH
    return (f"< {_SMALLEST_P}" if p < _SMALLEST_P else f"{p:.4f}") + notes.sign(one.caution)


def short_name(test: PValue) -> str:
    """Return the name of a test without its details: `exact McNemar`, `cluster-robust t`."""
    return re.split(r" test|,", test.method, maxsplit=1)[0]


def methods(comparison: Comparison) -> list[str]:
    """Return the names of the methods behind the figures, each once, in the order of the report."""
    return list(dict.fromkeys(one.method for one in _all(comparison)))


def _all(comparison: Comparison) -> Iterator[Estimate | PValue]:
    yield from _of(comparison.rescored)
    yield from _of(comparison.recorded)
    for group in comparison.by_category:
        yield from _of(group.rescored)
    for score in comparison.scores:
        yield from (score.mean_a, score.difference, score.test)


def _of(one: PairedContrast) -> Iterator[Estimate | PValue]:
    yield from (one.accuracy_a, one.accuracy_b, one.diff_pp, one.mcnemar, one.detectable_pp)
    if one.clustered is not None:
        yield from (one.clustered.robust, one.clustered.test)
