import importlib.util
from pathlib import Path

import numpy as np
import pytest

from scoring.stats.cautions import few_clusters_caution, mean_caution, proportion_caution, tango_caution
from scoring.stats.differences import tabulate_differences

SCRIPT = Path(__file__).parents[3] / "bench/coverage_table.py"


@pytest.fixture(scope="module")
def measured():
    """Return the script that measures coverage."""
    spec = importlib.util.spec_from_file_location("coverage_table", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("n", [50, 200])
def test_rates_of_poor_coverage_mostly_show_counts_that_are_cautioned_about(measured, n: int) -> None:
    poor = [rate for rate in np.linspace(0.9, 0.9995, 200) if measured.wilson_coverage(n, rate) < 0.93]
    assert poor
    # Expected wrong answers: two or fewer.
    assert n * (1 - min(poor)) <= 2.1
    assert proportion_caution(n - 2, n) is not None
    assert proportion_caution(n - 3, n) is None


def test_either_rare_answer_is_named() -> None:
    assert proportion_caution(1, 90) == "fewer than 3 right answers: the interval may cover less than 93 %"
    assert proportion_caution(89, 90) == "fewer than 3 wrong answers: the interval may cover less than 93 %"
    assert proportion_caution(0, 0) is None


@pytest.mark.parametrize("n", [20, 30, 50])
def test_the_tango_interval_keeps_its_coverage_from_twenty_pairs_on(measured, n: int) -> None:
    found = [
        measured.tango_coverage(n, psi, share)
        for psi in np.linspace(0.02, 0.9, 12)
        for share in (0.0, 0.5, 1.0)
    ]
    assert min(found) >= 0.93
    assert tango_caution(n) is None


def test_fewer_than_twenty_pairs_are_cautioned_about(measured) -> None:
    assert min(measured.tango_coverage(5, psi, 1.0) for psi in np.linspace(0.5, 0.95, 30)) < 0.93
    assert tango_caution(19) == "fewer than 20 pairs: the interval may cover less than 93 %"
    assert tango_caution(0) is None


def test_few_differing_pairs_are_cautioned_about_and_many_are_not() -> None:
    few, many = (np.repeat([0.5, -0.25, 0.0], [n, n, 500]) for n in (14, 15))
    told = "fewer than 30 pairs differ: the interval may cover less than 93 %"
    assert mean_caution(tabulate_differences(few)) == told
    assert mean_caution(tabulate_differences(many)) is None


def test_a_bootstrap_of_few_differing_pairs_covers_too_little(measured) -> None:
    measured.N_SIMULATIONS = 600
    bootstrap, _ = measured.rewards(50, 0.1, 0.0)
    assert bootstrap < 0.93


def test_differences_that_are_all_the_same_are_cautioned_about() -> None:
    assert mean_caution(tabulate_differences(np.full(100, 0.25))) is not None


def test_few_clusters_are_cautioned_about() -> None:
    assert few_clusters_caution(29) == "fewer than 30 clusters: the interval may cover less than 93 %"
    assert few_clusters_caution(30) is None
