"""Several attempts an item: mean, spread, and pass@k with the unbiased estimator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from scoring.stats.differences import t_interval, tabulate_differences
from scoring.stats.estimates import Estimate
from scoring.stats.lane_rows import CORRECT, N_SCORED, group_codes, verdict_codes

Counts: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]


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
        by_attempt: (attempt, its accuracy), in order of the attempts; at most the first 1,000.
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
    by_attempt: tuple[tuple[int, float], ...]
    spread: float | None
    within: float | None
    pass_at_k: tuple[PassAtK, ...]


_OVER_ITEMS: Final = "t interval of the mean over items"
_MOST_LISTED: Final = 1000
_TWO: Final = 2


def summarise_attempts(rows: pa.Table) -> LaneAttempts | None:
    """Return one lane by items and attempts; None if no item has two attempts, or nothing is scored.

    Args:
        rows: a lane with the columns task, item_id, attempt and verdict.
    """
    items = item_codes(rows)
    if count_attempts(rows).max(initial=0) < _TWO:
        return None
    verdicts = verdict_codes(rows["verdict"])
    scored = (verdicts >= 0) & (verdicts < N_SCORED)
    if not scored.any():
        return None
    right = (verdicts == CORRECT)[scored].astype(np.float64)
    _, places = np.unique(items[scored], return_inverse=True)
    n, c = np.bincount(places), np.bincount(places, weights=right).astype(np.int64)
    by_attempt = _by_attempt(rows["attempt"].to_numpy()[scored], right)
    shares = np.array([share for _, share in by_attempt])
    several = n >= _TWO
    deviations = np.sqrt(c * (n - c) / (n * np.maximum(n - 1, 1)))[several]
    return LaneAttempts(
        n_items=len(n),
        n_scored=len(right),
        fewest=int(n.min()),
        most=int(n.max()),
        mean=_mean(c / n),
        by_attempt=by_attempt[:_MOST_LISTED],
        spread=float(np.std(shares, ddof=1)) if len(shares) >= _TWO else None,
        within=float(deviations.mean()) if several.any() else None,
        pass_at_k=tuple(_pass_at(k, n, c) for k in _ks(int(n.max()))),
    )


def pass_at_k(n: Counts, c: Counts, k: int) -> Floats:
    """Return the unbiased estimate of the chance that one of k attempts is right, for each item.

    1 - C(n - c, k) / C(n, k): the share of all choices of k attempts out of n that hold a right one.

    Source: Chen et al. (2021), arXiv:2107.03374, section 2.1.

    Args:
        n: scored attempts of each item, at least k.
        c: right attempts of each item.
    """
    misses = np.ones(len(n))
    # The product form has no large factorials.
    for step in range(k):
        misses *= np.maximum(n - c - step, 0) / (n - step)
    found: Floats = 1 - misses
    return found


def item_codes(rows: pa.Table) -> Counts:
    """Return the number of each row's item: rows of the same task and id share one."""
    tasks, names = group_codes(rows["task"])
    ids, _ = group_codes(rows["item_id"])
    return ids * max(len(names), 1) + tasks


def count_attempts(rows: pa.Table) -> Counts:
    """Return the number of different attempts of each item; a key that occurs twice is one attempt."""
    attempts, values = group_codes(rows["attempt"])
    n = max(len(values), 1)
    keys = np.unique(item_codes(rows) * n + attempts)
    counts: Counts = np.unique(keys // n, return_counts=True)[1]
    return counts


def _pass_at(k: int, n: Counts, c: Counts) -> PassAtK:
    enough = n >= k
    return PassAtK(k=k, value=float(pass_at_k(n[enough], c[enough], k).mean()), n=int(enough.sum()))


def _ks(most: int) -> list[int]:
    powers = [2**power for power in range(most.bit_length()) if 2**power < most]
    return [*powers, most]


def _by_attempt(attempts: Counts, right: Floats) -> tuple[tuple[int, float], ...]:
    values, places = np.unique(attempts, return_inverse=True)
    shares = np.bincount(places, weights=right) / np.bincount(places)
    return tuple((int(value), float(share)) for value, share in zip(values, shares, strict=True))


def _mean(shares: Floats) -> Estimate:
    table = tabulate_differences(shares)
    low, high = t_interval(table)
    known = not np.isnan(low)
    return Estimate(
        value=table.mean, low=low if known else None, high=high if known else None, n=table.n,
        of="items with a scored attempt", method=_OVER_ITEMS,
    )  # fmt: skip
