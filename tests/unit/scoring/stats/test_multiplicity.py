import numpy as np
import pytest
from scipy.stats import false_discovery_control

from scoring.stats.multiplicity import adjust_false_discovery

multitest = pytest.importorskip("statsmodels.stats.multitest", reason="the second route is not installed")


def test_adjusted_values_are_those_of_scipy_and_of_statsmodels() -> None:
    p = [float(one) for one in np.random.default_rng(1).random(40) ** 3]
    assert adjust_false_discovery(p) == pytest.approx(list(false_discovery_control(p)))
    assert adjust_false_discovery(p) == pytest.approx(list(multitest.multipletests(p, method="fdr_bh")[1]))


def test_what_cannot_be_tested_does_not_count() -> None:
    assert adjust_false_discovery([None, 0.02, None, 0.5]) == [None, 0.04, None, 0.5]


def test_equal_values_stay_equal_and_none_is_above_1() -> None:
    assert adjust_false_discovery([0.9, 0.9, 0.9]) == [0.9, 0.9, 0.9]
    assert adjust_false_discovery([]) == []
