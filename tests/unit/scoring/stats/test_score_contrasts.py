import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

from scoring.stats.lane_rows import SCORES
from scoring.stats.score_contrasts import Resampling, contrast_score, contrast_scores

RNG = np.random.default_rng(4)
A, B = RNG.beta(2, 2, 300), RNG.beta(2.5, 2, 300)
HOW = Resampling(seed=0)


def rows(**scores: np.ndarray) -> pa.Table:
    n = len(next(iter(scores.values())))
    return pa.table(
        {name: pa.array(scores[name]) if name in scores else pa.nulls(n, pa.float64()) for name in SCORES}
    )


def test_the_means_and_the_difference_are_those_of_the_pairs() -> None:
    found = contrast_score("score", A, B, HOW)
    assert (found.mean_a.value, found.mean_b.value) == pytest.approx((A.mean(), B.mean()))
    assert found.difference.value == pytest.approx((B - A).mean())
    by_t = stats.ttest_rel(B, A)
    interval = by_t.confidence_interval()
    assert (found.difference.low, found.difference.high) == pytest.approx(tuple(interval), abs=0.003)
    assert found.test.p == pytest.approx(by_t.pvalue, abs=0.02)


def test_every_figure_says_how_it_was_made() -> None:
    found = contrast_score("score", A, B, HOW)
    assert found.difference.method.startswith("BCa bootstrap of the paired mean difference, 9,999 resamples")
    assert found.test.method == "paired permutation test, 9,999 permutations, seed 0"
    assert found.difference.of == "pairs with score in both lanes"
    assert found.difference.n == found.test.n == 300


def test_wins_losses_and_ties_are_counted() -> None:
    a, b = np.array([0.5, 0.5, 0.5, np.nan, 0.2]), np.array([0.6, 0.4, 0.5, 0.5, np.nan])
    found = contrast_score("score", a, b, HOW)
    assert (found.wins, found.losses, found.ties, found.n, found.not_compared) == (1, 1, 1, 3, 2)


def test_above_100_000_pairs_the_t_interval_takes_over_and_says_so() -> None:
    a, b = RNG.random(100_001), RNG.random(100_001)
    found = contrast_score("score", a, b, HOW)
    by_t = stats.ttest_rel(b, a)
    assert (found.difference.low, found.difference.high) == pytest.approx(tuple(by_t.confidence_interval()))
    assert found.test.p == pytest.approx(by_t.pvalue)
    assert "above 100,000 pairs" in found.difference.method
    assert "above 100,000 pairs" in found.test.method


def test_distributions_hold_every_pair() -> None:
    found = contrast_score("score", np.append(A, 1.0), np.append(B, 0.0), HOW)
    for histogram, values in (
        (found.distribution_a, np.append(A, 1.0)),
        (found.distribution_b, np.append(B, 0.0)),
        (found.differences, np.append(B - A, -1.0)),
    ):
        counts, _ = np.histogram(values, bins=histogram.edges)
        assert histogram.counts == tuple(counts)
        assert sum(histogram.counts) == 301
    assert (found.differences.edges[0], found.differences.edges[-1]) == (-1.0, 1.0)


def test_scores_that_are_verdicts_only_are_left_out() -> None:
    right = np.array([0.0, 1.0, 1.0])
    assert list(contrast_scores(rows(score=right), rows(score=right), HOW)) == []
    soft = np.array([0.0, 0.5, 1.0])
    assert [one.name for one in contrast_scores(rows(score=right), rows(score=soft), HOW)] == ["score"]


def test_rewards_are_there_even_where_each_is_0_or_1() -> None:
    ones = np.array([1.0, 0.0, 1.0])
    found = contrast_scores(rows(format_score=ones), rows(format_score=ones), HOW)
    assert [one.name for one in found] == ["format_score"]


def test_equal_lanes_have_no_spread_to_resample() -> None:
    found = contrast_score("score", A, A, HOW)
    assert (found.difference.low, found.difference.high, found.test.p) == (0.0, 0.0, 1.0)
    assert found.difference.caution is not None


def test_the_same_seed_gives_the_same_figures() -> None:
    assert contrast_score("score", A, B, HOW) == contrast_score("score", A, B, HOW)
    assert contrast_score("score", A, B, Resampling(seed=1)) != contrast_score("score", A, B, HOW)


def test_clusters_widen_the_interval_of_alike_pairs() -> None:
    codes = np.repeat(np.arange(75), 4)
    differences = np.repeat(RNG.normal(0, 0.1, 75), 4)
    found = contrast_score("score", A, A + differences, Resampling(0, codes, "cluster"))
    assert found.clustered is not None
    assert found.clustered.robust.high - found.clustered.robust.low > 1.5 * (
        found.difference.high - found.difference.low
    )


def test_no_pair_with_a_score_has_no_figures() -> None:
    found = contrast_score("score", np.array([np.nan]), np.array([0.5]), HOW)
    assert (found.n, found.difference.value, found.test.p, found.mean_a.value) == (0, None, None, None)
