import numpy as np

from app.figures.histograms import build_difference_histogram, build_histograms
from scoring.stats.score_contrasts import Resampling, contrast_score

RNG = np.random.default_rng(0)
CONTRAST = contrast_score("score", RNG.beta(2, 2, 200), RNG.beta(3, 2, 200), Resampling(0))


def test_both_lanes_share_one_scale() -> None:
    bins = build_histograms(CONTRAST)
    assert sum(one.n_a for one in bins) == sum(one.n_b for one in bins) == 200
    tallest = max(max(one.n_a, one.n_b) for one in bins)
    for one in bins:
        assert (one.height_a, one.height_b) == (one.n_a / tallest, one.n_b / tallest)


def test_bins_follow_each_other() -> None:
    bins = build_histograms(CONTRAST)
    assert [one.high for one in bins[:-1]] == [one.low for one in bins[1:]]
    assert (bins[0].low, bins[-1].high) == (0.0, 1.0)


def test_differences_are_signed_by_who_is_ahead() -> None:
    bins = build_difference_histogram(CONTRAST)
    assert sum(one.n for one in bins) == 200
    assert all(one.sign == np.sign(one.low + one.high) or one.sign == 0 for one in bins)
    assert {one.sign for one in bins if one.low <= 0 <= one.high} == {0}


def test_no_pairs_are_flat() -> None:
    nothing = contrast_score("score", np.array([np.nan]), np.array([0.5]), Resampling(0))
    assert {one.height_a for one in build_histograms(nothing)} == {0.0}
