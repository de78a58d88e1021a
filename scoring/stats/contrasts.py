"""Right and wrong on pairs: counts, intervals and tests, for all pairs and every group at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from scoring.audit.summary import Tally
from scoring.stats.cautions import proportion_caution, tango_caution
from scoring.stats.comparison import PairedContrast
from scoring.stats.estimates import Clustered, Equivalence, Estimate, PValue
from scoring.stats.intervals import TANGO, WILSON, Interval, tango_interval, wilson_interval
from scoring.stats.lane_rows import CORRECT, N_SCORED, VERDICTS, Codes
from scoring.stats.multiplicity import BENJAMINI_HOCHBERG, adjust_false_discovery
from scoring.stats.pair_table import CELLS, NOT_COMPARED, Basis
from scoring.stats.paired import DETECTABLE, MCNEMAR, detectable_difference, mcnemar_exact

OF_RECORDED: Final = "pairs with a recorded verdict in both lanes"
OF_RESCORED: Final = "pairs scorable in both lanes"

Counts = npt.NDArray[np.int64]


class _Counts(NamedTuple):
    """Counts by group: rows are groups."""

    cells: Counts
    churn: Counts
    verdicts_a: Counts
    verdicts_b: Counts


class _Figures(NamedTuple):
    """Figures by group, from all counts at once."""

    accuracy_a: Interval
    accuracy_b: Interval
    difference: Interval
    p: npt.NDArray[np.float64]
    detectable: npt.NDArray[np.float64]


class Extras(NamedTuple):
    """What only the contrast of all pairs has."""

    equivalence: Equivalence | None = None
    clustered: Clustered | None = None
    caution: str | None = None


def contrast_all(basis: Basis, *, of: str, extras: Extras) -> PairedContrast:
    """Return the contrast over all pairs."""
    counts = _count(basis, np.zeros(len(basis.cells), dtype=np.int64), 1)
    return _contrast(counts, _figures(counts), 0, of=of, extras=extras)


def contrast_groups(
    basis: Basis, groups: Codes, n_groups: int, *, of: str, extras: Extras
) -> list[PairedContrast]:
    """Return the contrast of every group, p adjusted over the groups.

    Args:
        groups: number of each pair's group, 0 to n_groups - 1.
    """
    counts = _count(basis, groups, n_groups)
    figures = _figures(counts)
    raw = [float(p) if n else None for p, n in zip(figures.p, _compared(counts), strict=True)]
    adjusted = adjust_false_discovery(raw)
    return [_contrast(counts, figures, at, of=of, extras=extras, adjusted=p) for at, p in enumerate(adjusted)]


def _count(basis: Basis, groups: Codes, n_groups: int) -> _Counts:
    compared = basis.cells != NOT_COMPARED
    churn = groups[(basis.cells == CELLS.index("neither_correct")) & basis.answers_differ]
    return _Counts(
        cells=_tabulate(groups, basis.cells, n_groups, len(CELLS)),
        churn=np.bincount(churn, minlength=n_groups),
        verdicts_a=_tabulate(groups[compared], basis.a[compared], n_groups, N_SCORED),
        verdicts_b=_tabulate(groups[compared], basis.b[compared], n_groups, N_SCORED),
    )


def _tabulate(groups: Codes, values: npt.NDArray[np.int8], n_groups: int, n_values: int) -> Counts:
    flat = np.bincount(groups * n_values + values, minlength=n_groups * n_values)
    return flat.reshape(n_groups, n_values)


def _compared(counts: _Counts) -> Counts:
    n: Counts = counts.cells[:, :NOT_COMPARED].sum(axis=1)
    return n


def _figures(counts: _Counts) -> _Figures:
    n = _compared(counts)
    a_only, b_only = counts.cells[:, 1], counts.cells[:, 2]
    return _Figures(
        accuracy_a=wilson_interval(counts.verdicts_a[:, CORRECT], n),
        accuracy_b=wilson_interval(counts.verdicts_b[:, CORRECT], n),
        difference=tango_interval(b_only=b_only, a_only=a_only, n=n),
        p=mcnemar_exact(b_only=b_only, a_only=a_only),
        detectable=detectable_difference(discordant=a_only + b_only, n=n),
    )


def _contrast(
    counts: _Counts, figures: _Figures, at: int, *, of: str, extras: Extras, adjusted: float | None = None
) -> PairedContrast:
    both, a_only, b_only, neither, not_compared = (int(count) for count in counts.cells[at])
    n = both + a_only + b_only + neither
    low, high = _ends(figures.difference, at, n, scale=100)
    least = float(figures.detectable[at])
    method = MCNEMAR if adjusted is None else f"{MCNEMAR}, adjusted by {BENJAMINI_HOCHBERG}"
    difference = Estimate(
        value=100 * (b_only - a_only) / n if n else None,
        low=low, high=high, n=n, of=of, method=TANGO,
        caution=_join(extras.caution, tango_caution(n)),
    )  # fmt: skip
    p_value = PValue(
        p=float(figures.p[at]) if n else None, n=n, of=of, method=method,
        adjusted=adjusted, caution=extras.caution,
    )  # fmt: skip
    return PairedContrast(
        a=_tally(counts.verdicts_a[at]),
        b=_tally(counts.verdicts_b[at]),
        both=both,
        a_only=a_only,
        b_only=b_only,
        neither=neither,
        churn=int(counts.churn[at]),
        not_compared=not_compared,
        accuracy_a=_accuracy(both + a_only, n, figures.accuracy_a, at, of),
        accuracy_b=_accuracy(both + b_only, n, figures.accuracy_b, at, of),
        diff_pp=difference,
        mcnemar=p_value,
        detectable_pp=Estimate(
            value=None if np.isnan(least) else 100 * least,
            n=n,
            of=of,
            method=DETECTABLE,
            caution=extras.caution,
        ),
        equivalence=extras.equivalence,
        clustered=extras.clustered,
    )


def _accuracy(correct: int, n: int, interval: Interval, at: int, of: str) -> Estimate:
    low, high = _ends(interval, at, n)
    return Estimate(
        value=correct / n if n else None, low=low, high=high, n=n, of=of, method=WILSON,
        caution=proportion_caution(correct, n),
    )  # fmt: skip


def _ends(interval: Interval, at: int, n: int, *, scale: float = 1) -> tuple[float | None, float | None]:
    return (scale * float(interval.low[at]), scale * float(interval.high[at])) if n else (None, None)


def _tally(counts: Sequence[int] | Counts) -> Tally:
    return Tally(**{name: int(count) for name, count in zip(VERDICTS[:N_SCORED], counts, strict=True)})


def _join(*cautions: str | None) -> str | None:
    return "; ".join(caution for caution in cautions if caution) or None
