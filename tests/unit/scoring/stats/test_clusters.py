import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

from scoring.stats.clusters import cluster_codes, clustered_difference

sm = pytest.importorskip("statsmodels.api", reason="the second route is not installed")

RNG = np.random.default_rng(5)
CODES = RNG.integers(0, 60, 400)
ALIKE = np.sign(RNG.normal(0, 1, 60)[CODES] + RNG.normal(0.3, 1, 400))


def found(differences: np.ndarray, codes: np.ndarray, scale: float = 1):
    return clustered_difference(differences, codes, by="cluster", of="pairs", scale=scale, seed=0)


def test_the_robust_interval_is_that_of_statsmodels() -> None:
    clustered = found(ALIKE, CODES)
    fit = sm.OLS(ALIKE, np.ones(400)).fit(cov_type="cluster", cov_kwds={"groups": CODES}, use_t=True)
    assert clustered is not None
    assert clustered.robust.value == pytest.approx(fit.params[0])
    assert (clustered.robust.low, clustered.robust.high) == pytest.approx(tuple(fit.conf_int()[0]))


def test_the_bootstrap_of_clusters_agrees_with_the_robust_interval() -> None:
    clustered = found(ALIKE, CODES)
    assert clustered is not None
    assert clustered.bootstrap is not None
    width = clustered.robust.high - clustered.robust.low
    assert clustered.bootstrap.low == pytest.approx(clustered.robust.low, abs=0.1 * width)
    assert clustered.bootstrap.high == pytest.approx(clustered.robust.high, abs=0.1 * width)
    assert "seed 0" in clustered.bootstrap.method


def test_alike_pairs_have_a_design_effect_above_1() -> None:
    clustered = found(np.repeat(RNG.choice([-1.0, 0.0, 1.0], 100), 4), np.repeat(np.arange(100), 4))
    assert clustered is not None
    assert clustered.design_effect == pytest.approx(4, rel=0.02)
    assert (clustered.n_clusters, clustered.largest) == (100, 4)


def test_figures_come_in_the_unit_asked_for() -> None:
    one, hundred = found(ALIKE, CODES), found(ALIKE, CODES, scale=100)
    assert one is not None
    assert hundred is not None
    assert hundred.robust.low == pytest.approx(100 * one.robust.low)


def test_a_bootstrap_of_a_handful_of_clusters_is_cautioned_about() -> None:
    clustered = found(ALIKE, CODES % 8)
    assert clustered is not None
    assert clustered.robust.caution is None
    assert clustered.bootstrap is not None
    assert clustered.bootstrap.caution == "fewer than 30 clusters: the interval may cover less than 93 %"


def test_one_cluster_has_no_interval() -> None:
    assert found(ALIKE, np.zeros(400, dtype=np.int64)) is None


def test_rows_share_a_cluster_by_all_their_values_and_rows_without_any_are_alone() -> None:
    table = pa.table({"task": ["t", "t", "u", None, None, None], "item": ["x", "x", "x", "x", None, None]})
    codes = cluster_codes(table, ("task", "item"))
    assert codes[0] == codes[1]
    assert len(set(codes.tolist())) == 5


def test_the_test_and_both_intervals_are_those_of_the_means_of_clusters_of_one_size() -> None:
    differences = np.repeat(np.random.default_rng(1).normal(0.3, 1.0, 15), 4)
    clustered = found(differences, np.repeat(np.arange(15), 4))
    assert clustered is not None
    means = differences.reshape(15, 4).mean(axis=1)
    assert clustered.test.p == pytest.approx(stats.ttest_1samp(means, 0.0).pvalue)
    low, high = stats.t.interval(0.9, 14, means.mean(), stats.sem(means))
    assert (clustered.narrow.low, clustered.narrow.high) == (pytest.approx(low), pytest.approx(high))


def test_clusters_without_variance_decide_nothing() -> None:
    clustered = found(np.zeros(8), np.repeat(np.arange(4), 2))
    assert clustered is not None
    assert (clustered.test.p, clustered.decides) == (None, False)
