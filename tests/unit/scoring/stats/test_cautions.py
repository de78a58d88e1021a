import importlib.util
from pathlib import Path

import numpy as np
import pytest

from scoring.stats.cautions import mean_caution, proportion_caution, tango_caution
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
