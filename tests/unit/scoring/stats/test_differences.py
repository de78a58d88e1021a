import numpy as np
import pytest
from scipy import stats

from scoring.stats.differences import t_interval, t_test, tabulate_differences

DIFFERENCES = np.random.default_rng(3).choice([-0.5, 0.0, 0.0, 0.25, 1.0], 120)


def test_the_table_holds_each_distinct_value_once_with_its_count() -> None:
    table = tabulate_differences(np.array([0.5, 0.0, 0.5, -1.0]))
    assert table.values.tolist() == [-1.0, 0.0, 0.5]
    assert table.counts.tolist() == [1, 1, 2]
    assert (table.n, table.mean) == (4, 0.0)


def test_mean_and_variance_are_those_of_the_pairs() -> None:
    table = tabulate_differences(DIFFERENCES)
    assert table.mean == pytest.approx(DIFFERENCES.mean())
    assert table.variance == pytest.approx(DIFFERENCES.var(ddof=1))


def test_the_acceleration_is_that_of_leaving_each_pair_out() -> None:
    left_out = np.array([np.delete(DIFFERENCES, at).mean() for at in range(len(DIFFERENCES))])
    moved = left_out.mean() - left_out
    expected = (moved**3).sum() / (6 * (moved**2).sum() ** 1.5)
    assert tabulate_differences(DIFFERENCES).acceleration == pytest.approx(expected)


def test_interval_and_test_are_those_of_scipy() -> None:
    table = tabulate_differences(DIFFERENCES)
    found = stats.ttest_1samp(DIFFERENCES, 0.0)
    assert t_test(table) == pytest.approx(found.pvalue)
    assert t_interval(table) == pytest.approx(tuple(found.confidence_interval(0.95)))


def test_pairs_that_do_not_differ_show_no_difference() -> None:
    table = tabulate_differences(np.zeros(5))
    assert (t_test(table), t_interval(table), table.acceleration) == (1.0, (0.0, 0.0), 0.0)


def test_a_difference_without_spread_leaves_no_doubt() -> None:
    assert t_test(tabulate_differences(np.full(5, 0.25))) == 0.0


def test_one_pair_has_no_interval() -> None:
    assert np.isnan(t_interval(tabulate_differences(np.array([0.5])))).all()
