import numpy as np
import pytest
from scipy import stats

from scoring.stats.bootstrap import affordable_resamples, bca_interval, resample_means, resample_ratios
from scoring.stats.differences import tabulate_differences

RNG = np.random.default_rng(7)
STEPS = RNG.choice([-1.0, -0.25, 0.0, 0.0, 0.0, 0.5, 1.0], 400)
SMOOTH = RNG.beta(1.0, 4.0, 300) - 0.15


@pytest.mark.parametrize("differences", [STEPS, SMOOTH], ids=["steps", "smooth"])
def test_the_interval_is_that_of_scipy_but_for_the_draw(differences: np.ndarray) -> None:
    table = tabulate_differences(differences)
    resampled = resample_means(table, seed=0)
    found = bca_interval(resampled, estimate=table.mean, acceleration=table.acceleration)
    by_scipy = stats.bootstrap(
        (differences,), np.mean, n_resamples=9_999, method="BCa", random_state=np.random.default_rng(1)
    ).confidence_interval
    width = by_scipy.high - by_scipy.low
    assert found == pytest.approx((by_scipy.low, by_scipy.high), abs=0.04 * width)


@pytest.mark.parametrize("differences", [STEPS, SMOOTH], ids=["counts", "pairs"])
def test_resampled_means_vary_as_the_mean_does(differences: np.ndarray) -> None:
    resampled = resample_means(tabulate_differences(differences), seed=0)
    assert resampled.mean() == pytest.approx(differences.mean(), abs=0.01)
    assert resampled.std() == pytest.approx(differences.std() / np.sqrt(len(differences)), rel=0.05)


def test_the_same_seed_gives_the_same_draw_and_another_one_another() -> None:
    table = tabulate_differences(STEPS)
    assert np.array_equal(resample_means(table, seed=5), resample_means(table, seed=5))
    assert not np.array_equal(resample_means(table, seed=5), resample_means(table, seed=6))


def test_clusters_of_one_pair_vary_as_pairs_do() -> None:
    resampled = resample_ratios(SMOOTH, np.ones(len(SMOOTH)), seed=0)
    assert resampled.std() == pytest.approx(SMOOTH.std() / np.sqrt(len(SMOOTH)), rel=0.05)


def test_clusters_of_different_size_are_weighed_by_their_size() -> None:
    sizes = np.tile([1.0, 3.0], 200)
    sums = np.tile([1.0, 0.0], 200)
    assert resample_ratios(sums, sizes, seed=0).mean() == pytest.approx(0.25, abs=0.005)


def test_large_samples_are_resampled_less_often_but_never_too_rarely() -> None:
    assert [affordable_resamples(cost) for cost in (1, 2_001, 4_000, 100_000)] == [9_999, 9_995, 5_000, 1_999]


def test_no_spread_gives_an_interval_of_one_point() -> None:
    table = tabulate_differences(np.full(10, 0.5))
    resampled = resample_means(table, seed=0)
    assert bca_interval(resampled, estimate=0.5, acceleration=0.0) == (0.5, 0.5)
