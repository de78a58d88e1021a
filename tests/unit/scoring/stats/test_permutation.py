from itertools import product

import numpy as np
import pytest
from scipy import stats

from scoring.stats.differences import tabulate_differences
from scoring.stats.paired import mcnemar_exact
from scoring.stats.permutation import sign_flip_test

RNG = np.random.default_rng(11)


def all_flips(differences: np.ndarray) -> float:
    """Every way to swap the lanes, one by one."""
    signs = np.array(list(product([-1, 1], repeat=len(differences))))
    observed = abs(differences.sum())
    return float(np.mean(np.abs(signs @ differences) >= observed - 1e-9))


@pytest.mark.parametrize(
    "differences",
    [RNG.normal(0.2, 1, 10), RNG.choice([-0.5, 0.25, 0.25, 1.0], 12), np.array([0.1, 0.2, -0.3, 0.3])],
)
def test_a_small_sample_is_as_every_swap_one_by_one(differences: np.ndarray) -> None:
    found = sign_flip_test(tabulate_differences(differences), seed=0)
    assert found.n_resamples == 0
    assert found.p == pytest.approx(all_flips(differences))


def test_right_and_wrong_make_it_the_exact_mcnemar_test() -> None:
    differences = np.repeat([1.0, -1.0, 0.0], [190, 150, 3000])
    found = sign_flip_test(tabulate_differences(differences), seed=0)
    assert found.p == pytest.approx(float(mcnemar_exact(b_only=190, a_only=150)))


@pytest.mark.parametrize(
    "differences",
    [RNG.normal(0.12, 1, 300), RNG.choice([-1, -0.75, -0.5, 0.25, 0.5, 0.75, 1.0], 400) + 0.01],
    ids=["all distinct", "many alike"],
)
def test_a_larger_sample_is_as_scipy_draws_it(differences: np.ndarray) -> None:
    found = sign_flip_test(tabulate_differences(differences), seed=0)
    by_scipy = stats.permutation_test(
        (differences, np.zeros(len(differences))),
        lambda a, b, axis: np.mean(a - b, axis=axis),
        vectorized=True,
        permutation_type="samples",
        n_resamples=9_999,
        random_state=np.random.default_rng(2),
    ).pvalue
    assert found.n_resamples >= 1_999
    assert found.p == pytest.approx(by_scipy, abs=0.02)


def test_no_more_than_5_percent_false_positives_over_all_swaps() -> None:
    sizes = np.array([0.25, 0.25, 0.5, 0.5, 0.75, 1.0, 1.0, 1.0, 0.1])
    p = [
        sign_flip_test(tabulate_differences(sizes * signs), seed=0).p
        for signs in product([-1, 1], repeat=len(sizes))
    ]
    assert np.mean(np.array(p) <= 0.05) <= 0.05


def test_lanes_without_a_difference_show_none() -> None:
    assert sign_flip_test(tabulate_differences(np.zeros(9)), seed=0) == (1.0, 0)


def test_a_drawn_p_is_never_zero() -> None:
    found = sign_flip_test(tabulate_differences(RNG.normal(3, 0.1, 500)), seed=0)
    assert found.p == 1 / (1 + found.n_resamples)
