import math

import pytest

from scoring.trace.geometry.half_life import pair_by_distance, similarities, similarity_at
from scoring.trace.geometry.point import distance_line, distance_matrix


def test_similarity_is_a_half_at_the_half_life_and_a_sixteenth_at_twice_it() -> None:
    assert similarity_at(0.0, 20.0) == 1.0
    assert similarity_at(20.0, 20.0) == pytest.approx(0.5)
    assert similarity_at(40.0, 20.0) == pytest.approx(1 / 16)


@pytest.mark.parametrize("distance", [1e160, 1e308, math.inf])
@pytest.mark.parametrize("half_life", [1e-300, 20.0])
def test_far_away_is_not_alike_at_all(distance: float, half_life: float) -> None:
    assert similarity_at(distance, half_life) == 0.0


def test_half_lives_have_bounds_and_no_number_stays_none() -> None:
    assert similarity_at(1e-6, 1e-300) == pytest.approx(0.5)
    assert similarity_at(math.inf, math.inf) == 0.0
    assert math.isnan(similarity_at(1.0, math.nan))


def test_similarities_take_the_place_of_distances() -> None:
    assert similarities([(1, 2, 0.0)], 20.0) == [(1, 2, 1.0)]


@pytest.mark.parametrize(("n_targets", "n_preds"), [(2, 3), (3, 2), (30, 20)])
def test_the_smaller_side_is_paired_whole(n_targets: int, n_preds: int) -> None:
    targets = [(10.0 * i, 0.0) for i in range(n_targets)]
    preds = [(10.0 * i, 1.0) for i in range(n_preds)]
    matches = pair_by_distance(targets, preds, 20.0, line=distance_line, matrix=distance_matrix)
    assert sorted(match[:2] for match in matches) == [(i, i) for i in range(min(n_targets, n_preds))]


def test_nothing_pairs_with_nothing() -> None:
    assert pair_by_distance([], [(0.0, 0.0)], 20.0, line=distance_line, matrix=distance_matrix) == []
