import numpy as np
import pytest
from scipy import optimize
from scipy.stats import binomtest

from scoring.stats.intervals import (
    equivalence_p,
    normal_quantile,
    tango_interval,
    tango_statistic,
    wilson_interval,
)

proportion = pytest.importorskip("statsmodels.stats.proportion", reason="the second route is not installed")


@pytest.mark.parametrize(("k", "n"), [(0, 7), (1, 50), (49, 50), (81, 263), (184, 210), (500, 500)])
def test_the_wilson_interval_is_that_of_scipy_and_of_statsmodels(k: int, n: int) -> None:
    low, high = wilson_interval(k, n)
    by_scipy = binomtest(k, n).proportion_ci(method="wilson")
    assert (low, high) == pytest.approx((by_scipy.low, by_scipy.high), abs=1e-12)
    assert (low, high) == pytest.approx(proportion.proportion_confint(k, n, method="wilson"), abs=1e-12)


def test_nothing_counted_has_no_interval() -> None:
    assert np.isnan(wilson_interval(0, 0)).all()
    assert np.isnan(tango_interval(b_only=0, a_only=0, n=0)).all()


def test_the_tango_interval_of_a_published_example() -> None:
    # Fagerland, Lydersen and Laake (2014), Statistics in Medicine 33:2850-2875, Table: airway
    # hyper-responsiveness of 21 children before and after a transplantation.
    low, high = tango_interval(b_only=1, a_only=7, n=21)
    assert (low, high) == pytest.approx((-0.517, -0.026), abs=5e-4)


def likelihood(won: int, lost: int, n: int, delta: float) -> float:
    """The share of pairs right in A only that makes the table most likely, by a numeric search."""

    def minus_log(share: float) -> float:
        shares = (share + delta, share, 1 - 2 * share - delta)
        counts = (won, lost, n - won - lost)
        return -sum(count * np.log(max(p, 1e-300)) for count, p in zip(counts, shares, strict=True) if count)

    found = optimize.minimize_scalar(
        minus_log, bounds=(max(0.0, -delta), (1 - delta) / 2), method="bounded", options={"xatol": 1e-12}
    )
    return float(found.x)


@pytest.mark.parametrize(("won", "lost", "n"), [(19, 6, 210), (4, 12, 44), (3, 1, 50), (30, 10, 80)])
@pytest.mark.parametrize("delta", [-0.2, -0.05, 0.03, 0.3])
def test_the_tango_statistic_is_that_of_a_numeric_search_for_the_maximum(
    won: int, lost: int, n: int, delta: float
) -> None:
    share = likelihood(won, lost, n, delta)
    by_search = (won - lost - n * delta) / np.sqrt(n * (2 * share + delta * (1 - delta)))
    assert tango_statistic(won, lost, n, delta) == pytest.approx(by_search, rel=1e-4)


@pytest.mark.parametrize(("won", "lost", "n"), [(19, 6, 210), (0, 3, 44), (0, 0, 50), (13, 17, 500)])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_the_ends_are_where_the_statistic_is_just_not_significant(
    won: int, lost: int, n: int, level: float
) -> None:
    low, high = tango_interval(b_only=won, a_only=lost, n=n, level=level)
    z = normal_quantile(level)
    assert tango_statistic(won, lost, n, low) == pytest.approx(z, abs=1e-6)
    assert tango_statistic(won, lost, n, high) == pytest.approx(-z, abs=1e-6)


def test_swapping_the_lanes_turns_the_interval_around() -> None:
    forth = tango_interval(b_only=19, a_only=6, n=210)
    back = tango_interval(b_only=6, a_only=19, n=210)
    assert (forth.low, forth.high) == pytest.approx((-back.high, -back.low), abs=1e-12)


def test_all_pairs_won_reach_the_end() -> None:
    low, high = tango_interval(b_only=5, a_only=0, n=5)
    assert high == pytest.approx(1.0)
    assert 0 < low < 1


def test_many_tables_at_once_are_as_one_by_one() -> None:
    won, lost, n = np.array([0, 3, 19]), np.array([2, 3, 6]), np.array([10, 50, 210])
    together = tango_interval(b_only=won, a_only=lost, n=n)
    for at in range(3):
        alone = tango_interval(b_only=won[at], a_only=lost[at], n=n[at])
        assert (together.low[at], together.high[at]) == (alone.low, alone.high)


def test_the_p_of_equivalence_is_5_percent_where_the_90_percent_interval_ends() -> None:
    low, high = tango_interval(b_only=10, a_only=9, n=500, level=0.9)
    margin = float(max(-low, high))
    assert equivalence_p(b_only=10, a_only=9, n=500, margin=margin) == pytest.approx(0.05, abs=1e-6)
