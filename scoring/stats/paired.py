"""Paired right and wrong answers: the exact test, and what such a sample could have shown."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri
from scipy.stats import binom, t

from scoring.stats.estimates import LEVEL, TWO_ONE_SIDED, Clustered, Conclusion, Equivalence, Estimate
from scoring.stats.intervals import TANGO, Counts, Floats, equivalence_p, normal_quantile, tango_interval

MCNEMAR: Final = "exact McNemar test"
DETECTABLE: Final = "McNemar test with a power of 80 %, normal approximation (Connor 1987)"
POWER: Final = 0.8


def mcnemar_exact(*, b_only: Counts, a_only: Counts) -> Floats:
    """Return the two-sided p-value of as many or more discordant pairs on one side; 1 without any.

    Under "no difference" each discordant pair falls to either side with chance 1/2: twice the smaller
    binomial tail, at most 1. Never more than 5 % false positives at p <= 0.05.

    Source: McNemar (1947), Psychometrika 12:153-157, in its exact form.
    """
    won, lost = np.asarray(b_only, dtype=np.int64), np.asarray(a_only, dtype=np.int64)
    fewer: npt.NDArray[np.int64] = np.minimum(won, lost)
    tail = binom.cdf(fewer, won + lost, 0.5)
    p: Floats = np.minimum(1.0, 2.0 * tail)
    return p


def detectable_difference(*, discordant: Counts, n: Counts, power: float = POWER) -> Floats:
    """Return the least difference of shares that a two-sided 5 % test would find with that power.

    Solves n = (z_a sqrt(psi) + z_b sqrt(psi - d^2))^2 / d^2 for d, psi being the share of discordant
    pairs. NaN where none could be found: no discordant pair, or d would exceed psi.

    Source: Connor (1987), Biometrics 43:207-211.
    """
    total = np.asarray(n, dtype=np.float64)
    z_a, z_b = normal_quantile(LEVEL), float(ndtri(power))
    with np.errstate(invalid="ignore", divide="ignore"):
        psi = np.asarray(discordant, dtype=np.float64) / total
        inner = total + z_b * z_b - z_a * z_a
        found = np.sqrt(psi) * (z_a * np.sqrt(total) + z_b * np.sqrt(inner)) / (total + z_b * z_b)
        ends: Floats = np.where((psi > 0) & (found <= psi), found, np.nan)
    return ends


def state_equivalence(
    *, b_only: int, a_only: int, n: int, margin_pp: float, of: str, clustered: Clustered | None = None
) -> Equivalence:
    """Return whether the difference lies within the margin, by two one-sided tests at 5 %.

    Score tests on single pairs; where pairs share clusters, t tests with the cluster-robust error.

    Source: Schuirmann (1987), J. Pharmacokinetics and Biopharmaceutics 15:657-680, with Tango's score.
    """
    if clustered is not None and clustered.decides:
        return _of_clusters(clustered, margin_pp)
    margin = margin_pp / 100
    inner = tango_interval(b_only=b_only, a_only=a_only, n=n, level=TWO_ONE_SIDED)
    outer = tango_interval(b_only=b_only, a_only=a_only, n=n)
    low, high = (100 * float(end) for end in inner) if n else (None, None)
    estimate = Estimate(
        value=100 * (b_only - a_only) / n if n else None,
        low=low, high=high, n=n, of=of, method=TANGO, level=TWO_ONE_SIDED,
    )  # fmt: skip
    p = equivalence_p(b_only=b_only, a_only=a_only, n=n, margin=margin) if n else None
    widest = (100 * float(outer.low), 100 * float(outer.high)) if n else None
    return _conclude(estimate, widest, p, margin_pp)


def _of_clusters(clustered: Clustered, margin_pp: float) -> Equivalence:
    inner, outer = clustered.narrow, clustered.robust
    widest = None if outer.low is None or outer.high is None else (outer.low, outer.high)
    p = None
    if inner.value is not None and inner.high is not None:
        freedom = clustered.n_clusters - 1
        error = (inner.high - inner.value) / float(t.ppf(0.5 + TWO_ONE_SIDED / 2, freedom))
        p = float(t.sf((margin_pp - abs(inner.value)) / error, freedom))
    return _conclude(inner, widest, p, margin_pp)


def _conclude(
    inner: Estimate, outer: tuple[float, float] | None, p: float | None, margin_pp: float
) -> Equivalence:
    conclusion: Conclusion = "undecided"
    if inner.low is not None and inner.high is not None and -margin_pp < inner.low <= inner.high < margin_pp:
        conclusion = "equivalent"
    elif outer is not None and (outer[0] >= margin_pp or outer[1] <= -margin_pp):
        conclusion = "different"
    return Equivalence(
        margin_pp=margin_pp,
        conclusion=conclusion,
        p=p,
        difference_pp=inner,
        statement=_statement(conclusion, margin_pp, inner.low, inner.high),
    )


def _statement(conclusion: Conclusion, margin_pp: float, low: float | None, high: float | None) -> str:
    margin = f"{margin_pp:g} pp"
    if low is None or high is None:
        return f"Nothing can be said about a margin of {margin}: no pair was compared."
    interval = f"the 90 % interval of B − A is {low:+.2f} to {high:+.2f} pp"
    return {
        "equivalent": f"The lanes are equivalent within {margin}: {interval}.",
        "different": f"The lanes differ by more than {margin}: {interval}.",
        "undecided": f"Neither a difference of more than {margin} nor equivalence within it can be said: "
        f"{interval}.",
    }[conclusion]
