import itertools

import numpy as np
import pytest

from scoring.trace.pairing import best_of_matrix, greatest_similarity, least_distance, nearest


def test_each_with_a_nearest_of_its_own_needs_no_solver() -> None:
    assert nearest([[1.0, 9.0], [9.0, 2.0]]) == [(0, 1.0), (1, 2.0)]


@pytest.mark.parametrize("lines", [[[1.0, 1.0]], [[1.0, 9.0], [2.0, 9.0]], [[0.0, 0.0]]])
def test_a_doubt_leaves_it_to_the_solver(lines: list[list[float]]) -> None:
    assert nearest(lines) is None


def test_the_least_total_distance_is_not_the_greatest_similarity() -> None:
    # 0 and 30 against 30 and 61: the plain pairs 30-30 and 0-61 are alike, but longer in total.
    pairs = least_distance(np.array([[30.0, 61.0], [0.0, 31.0]]))
    assert sum(distance for _, _, distance in pairs) == 61.0


def test_an_endless_distance_is_paired_like_any_other() -> None:
    pairs = least_distance(np.array([[np.inf, np.inf], [5.0, 1.0]]))
    assert sorted(pairs)[1] == (1, 1, 1.0)


@pytest.mark.parametrize("shape", [(3, 3), (3, 5), (5, 3)])
def test_the_solvers_find_the_optimum_of_every_assignment(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(7)
    for _ in range(50):
        matrix = rng.integers(0, 10, shape) / 10
        small, large = sorted(shape)
        lines = matrix if shape[0] == small else matrix.T
        totals = [
            sum(lines[i, j] for i, j in enumerate(columns))
            for columns in itertools.permutations(range(large), small)
        ]
        assert sum(matrix[i, j] for i, j in best_of_matrix(matrix)) == pytest.approx(max(totals))
        assert sum(d for _, _, d in least_distance(matrix)) == pytest.approx(min(totals))
        edges = [(i, j, float(matrix[i, j])) for i, j in np.ndindex(shape) if matrix[i, j] > 0]
        assert sum(edge[2] for edge in greatest_similarity(edges)) == pytest.approx(max(totals))


def test_levelling_a_large_matrix_keeps_its_optimum() -> None:
    rng = np.random.default_rng(7)
    points = rng.random((150, 2)) * 1000
    moved = points[rng.permutation(150)] + 1e-3
    matrix = np.hypot(*(points[:, None] - moved[None]).transpose(2, 0, 1))
    assert sum(d for _, _, d in least_distance(matrix)) == pytest.approx(150 * np.hypot(1e-3, 1e-3))
    matrix[0] = np.inf
    assert sum(d for i, _, d in least_distance(matrix) if i) < 1.0


def test_edges_share_no_end() -> None:
    edges = greatest_similarity([(0, 0, 0.9), (0, 1, 0.8), (1, 0, 0.7), (2, 2, 0.1)])
    assert sorted(edges) == [(0, 1, 0.8), (1, 0, 0.7), (2, 2, 0.1)]
    assert greatest_similarity([(0, 0, 0.9), (1, 0, 0.95)]) == [(1, 0, 0.95)]
    assert greatest_similarity([]) == []
