"""Large sets pair as well as SciPy alone would pair them, whatever their shape."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from scoring.trace.geometry.bbox import iou
from scoring.trace.geometry.bbox import pair as pair_boxes
from scoring.trace.geometry.point import distance_matrix
from scoring.trace.pairing import LARGE, least_distance

LINES = ["random", "even", "far", "two clusters", "same", "grid", "crossing"]


def points(shape: str, n: int, rng: np.random.Generator, *, is_pred: bool) -> np.ndarray:
    along = np.arange(n) * 3.0 if shape == "even" else rng.uniform(0, 1000, n)
    is_there = np.arange(n) < n * (0.6 if is_pred else 0.3)
    return {
        "random": lambda: rng.uniform(0, 1000, (n, 2)),
        "even": lambda: np.column_stack([along + 500.5 * is_pred, np.zeros(n)]),
        "far": lambda: rng.uniform(0, 1000, (n, 2)) + 5000 * is_pred,
        "two clusters": lambda: rng.normal(0, 5, (n, 2)) + 900 * is_there[:, None],
        "same": lambda: np.full((n, 2), 5.0 + is_pred),
        "grid": lambda: np.column_stack([np.arange(n) % 12, np.arange(n) // 12]) * 10.0 + 30 * is_pred,
        "crossing": lambda: np.column_stack([along, np.zeros(n)][:: -1 if is_pred else 1]),
    }[shape]()  # fmt: skip


def boxes(n: int, spread: float, side: float, rng: np.random.Generator) -> list[tuple[float, ...]]:
    corner, size = rng.normal(500, spread, (n, 2)), rng.uniform(side / 2, side, (n, 2))
    return [tuple(map(float, box)) for box in np.hstack([corner, corner + size])]


SIZES = st.tuples(st.integers(101, 140), st.integers(101, 140)) | st.tuples(
    st.integers(101, 120), st.integers(160, 260)
)
SEEDS = st.integers(0, 2**32 - 1)


@settings(max_examples=60, deadline=None)
@given(shape=st.sampled_from(LINES), sizes=SIZES, seed=SEEDS, turned=st.booleans())
def test_large_sets_of_points_reach_the_least_total_distance(
    shape: str, sizes: tuple[int, int], seed: int, *, turned: bool
) -> None:
    rng = np.random.default_rng(seed)
    n, m = sizes[::-1] if turned else sizes
    apart = distance_matrix(
        points(shape, n, rng, is_pred=False).tolist(), points(shape, m, rng, is_pred=True).tolist()
    )
    assert apart.size > LARGE
    pairs = least_distance(apart)
    # As in the reference, distances are compared in 32 bits.
    costs = apart.astype(np.float32).astype(np.float64)
    least = costs[linear_sum_assignment(costs)].sum()
    assert sum(costs[i, j] for i, j, _ in pairs) == pytest.approx(least, rel=1e-12, abs=1e-9)
    assert len({i for i, _, _ in pairs}) == len({j for _, j, _ in pairs}) == min(n, m)


@settings(max_examples=40, deadline=None)
@given(spread=st.sampled_from([0.1, 3, 30, 300]), side=st.sampled_from([5, 50, 400]), sizes=SIZES, seed=SEEDS)
def test_large_sets_of_boxes_reach_the_greatest_total_overlap(
    spread: float, side: float, sizes: tuple[int, int], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    targets, preds = (boxes(n, spread, side, rng) for n in sizes)
    overlaps = np.array([[iou(target, pred) for pred in preds] for target in targets])
    greatest = overlaps[linear_sum_assignment(overlaps, maximize=True)].sum()
    pairs = pair_boxes(targets, preds, 32.0)
    assert sum(pair[2] for pair in pairs) == pytest.approx(greatest, abs=1e-9)
    assert all(pair[2] == pytest.approx(overlaps[pair[0], pair[1]], abs=1e-12) for pair in pairs)
