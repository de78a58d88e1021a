"""A figure that never travels without how it was made: value, interval, sample, method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

LEVEL = 0.95
"""Confidence level of every interval that does not say otherwise."""
TWO_ONE_SIDED = 0.90
"""Level of the interval that two one-sided tests at 5 % come to."""

Conclusion: TypeAlias = Literal["equivalent", "different", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A number with its confidence interval. What unit it has, its field says (`_pp`: percentage points).

    Attributes:
        value: None where there is nothing to estimate it from.
        low: lower end of the interval; None where there is none.
        high: upper end of the interval.
        n: size of the sample, the denominator.
        of: what was counted in `n`, e.g. `pairs with a verdict in both lanes`.
        method: name of the method behind the interval, with seed and resamples if it draws any.
        level: confidence level of the interval.
        caution: why the interval deserves less trust than its level says; None if nothing speaks against it.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int
    of: str
    method: str
    level: float = LEVEL
    caution: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PValue:
    """The two-sided p-value of "no difference between the lanes".

    Attributes:
        p: None where there is nothing to test.
        n: number of pairs that the test looks at.
        of: what was counted in `n`.
        method: name of the test.
        adjusted: p after adjusting for the number of subgroups; None where it is no subgroup.
        caution: why it deserves less trust; None if nothing speaks against it.
    """

    p: float | None
    n: int
    of: str
    method: str
    adjusted: float | None = None
    caution: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Equivalence:
    """Whether a difference lies within a margin, by two one-sided tests at 5 %.

    Attributes:
        margin_pp: the margin that counts as no difference, in percentage points.
        conclusion: `equivalent`: the 90 % interval lies within the margin; `different`: the 95 % interval
            lies beyond it on one side; `undecided`: neither can be said.
        p: the greater of the two one-sided p-values; below 0.05 if equivalent. None without pairs.
        difference_pp: the difference with its 90 % interval.
        statement: the conclusion in one sentence.
    """

    margin_pp: float
    conclusion: Conclusion
    p: float | None
    difference_pp: Estimate
    statement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clustered:
    """The same difference with whole clusters as the unit of sampling: items that share a passage or image.

    Attributes:
        by: what makes a cluster, e.g. `cluster`, `images`, `item`.
        n_clusters: number of clusters.
        largest: number of pairs in the largest one.
        robust: the difference with a cluster-robust t interval; `narrow` the same at 90 %, for equivalence.
        test: the cluster-robust t test of no difference; without p where the clusters show no variance.
        bootstrap: the same with a cluster bootstrap; None above 100,000 clusters.
        design_effect: cluster-robust variance over that of independent pairs; None without variance.
    """

    by: str
    n_clusters: int
    largest: int
    robust: Estimate
    narrow: Estimate
    test: PValue
    bootstrap: Estimate | None
    design_effect: float | None

    @property
    def decides(self) -> bool:
        """Return whether there is any variance to judge by: else the figures of single pairs must do."""
        return self.test.p is not None
