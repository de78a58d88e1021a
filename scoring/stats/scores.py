"""Rewards and other scores between 0 and 1: paired differences and their distributions."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.stats.estimates import Clustered, Estimate, PValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Histogram:
    """Counts in bins of equal width; a value on an edge belongs to the bin above, the last edge to the last.

    Attributes:
        edges: one more than there are counts.
    """

    edges: tuple[float, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreContrast:
    """One score over the pairs that have it in both lanes.

    Attributes:
        name: its column in the audit, e.g. `annotation_reward`; `recorded_score` is the file's own.
        n: number of pairs with a value in both lanes; `not_compared` those without.
        mean_a: mean in lane A; `mean_b` likewise.
        difference: mean of B minus A with its interval, in units of the score.
        test: the paired permutation test (the t test above 100,000 pairs).
        wins: pairs on which B scores higher; `losses` A; `ties` neither.
        clustered: the difference by clusters; None without clusters.
        distribution_a: histogram of lane A; `distribution_b` likewise; `differences` of B minus A.
    """

    name: str
    n: int
    not_compared: int
    mean_a: Estimate
    mean_b: Estimate
    difference: Estimate
    test: PValue
    wins: int
    losses: int
    ties: int
    distribution_a: Histogram
    distribution_b: Histogram
    differences: Histogram
    clustered: Clustered | None = None

    @property
    def decisive(self) -> tuple[Estimate, PValue]:
        """Return the interval and the test to go by: by clusters where pairs share any, else by pairs."""
        if self.clustered is not None and self.clustered.decides:
            return self.clustered.robust, self.clustered.test
        return self.difference, self.test
