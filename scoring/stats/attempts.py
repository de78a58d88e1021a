"""Several attempts an item: mean, spread, and pass@k with the unbiased estimator."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.stats.estimates import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class PassAtK:
    """The chance that at least one of k attempts is right, 0..1, averaged over items.

    Attributes:
        n: items with at least k scored attempts; the others are left out.
    """

    k: int
    value: float
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneAttempts:
    """One lane by items and attempts, by our verdicts.

    Attributes:
        n_items: different items (task and id) with a scored attempt.
        n_scored: scored attempts.
        fewest: attempts of the item that has fewest; `most` likewise.
        mean: mean over items of the share of right attempts, 0..1, items being the sample.
        by_attempt: (attempt, its accuracy or None), in order of the attempts; at most the first 1,000.
        spread: standard deviation of the accuracies of the attempts (n - 1); None with fewer than two.
        within: mean over items of the standard deviation within an item (n - 1); None without
            an item of two attempts.
        pass_at_k: for k = 1, 2, 4, ... up to the most attempts, and the most itself.
    """

    n_items: int
    n_scored: int
    fewest: int
    most: int
    mean: Estimate
    by_attempt: tuple[tuple[int, float | None], ...]
    spread: float | None
    within: float | None
    pass_at_k: tuple[PassAtK, ...]
