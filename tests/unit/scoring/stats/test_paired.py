import numpy as np
import pytest
from scipy.stats import binom, binomtest, norm, ttest_1samp

from scoring.stats.clusters import clustered_difference
from scoring.stats.estimates import Clustered
from scoring.stats.paired import detectable_difference, mcnemar_exact, state_equivalence

tables = pytest.importorskip(
    "statsmodels.stats.contingency_tables", reason="the second route is not installed"
)


@pytest.mark.parametrize(("won", "lost"), [(0, 0), (1, 0), (3, 3), (6, 19), (19, 6), (13, 17), (120, 90)])
def test_the_exact_test_is_that_of_scipy_and_of_statsmodels(won: int, lost: int) -> None:
    p = float(mcnemar_exact(b_only=won, a_only=lost))
    assert p == pytest.approx(tables.mcnemar([[0, lost], [won, 0]], exact=True).pvalue, abs=1e-12)
    if won + lost:
        assert p == pytest.approx(binomtest(won, won + lost).pvalue, abs=1e-12)


def test_a_published_worked_example() -> None:
    # Fagerland, Lydersen and Laake (2014): 1 against 7 discordant pairs, p = 0.070.
    assert mcnemar_exact(b_only=1, a_only=7) == pytest.approx(0.0703, abs=5e-5)


def test_no_more_than_5_percent_false_positives_whatever_the_number_of_discordant_pairs() -> None:
    for n in range(300):
        won = np.arange(n + 1)
        rejected = mcnemar_exact(b_only=won, a_only=n - won) <= 0.05
        assert binom.pmf(won, n, 0.5)[rejected].sum() <= 0.05


def test_the_detectable_difference_needs_just_this_many_pairs() -> None:
    n, psi = 210, 25 / 210
    d = float(detectable_difference(discordant=25, n=n))
    z_a, z_b = norm.ppf(0.975), norm.ppf(0.8)
    assert n == pytest.approx((z_a * np.sqrt(psi) + z_b * np.sqrt(psi - d * d)) ** 2 / d**2)


def test_a_detectable_difference_is_found_in_80_percent_of_samples() -> None:
    n, discordant = 1000, 100
    d = float(detectable_difference(discordant=discordant, n=n))
    shares = [(discordant / n + d) / 2, (discordant / n - d) / 2, 1 - discordant / n]
    drawn = np.random.default_rng(0).multinomial(n, shares, size=4000)
    z = (drawn[:, 0] - drawn[:, 1]) / np.sqrt(drawn[:, 0] + drawn[:, 1])
    assert np.mean(np.abs(z) > norm.ppf(0.975)) == pytest.approx(0.8, abs=0.02)


def test_few_discordant_pairs_would_show_nothing() -> None:
    assert np.isnan(detectable_difference(discordant=[0, 3], n=[100, 100])).all()


@pytest.mark.parametrize(
    ("won", "lost", "margin", "conclusion"),
    [
        (3, 4, 3.0, "equivalent"),
        (80, 5, 3.0, "different"),
        (5, 80, 3.0, "different"),
        (19, 6, 5.0, "undecided"),
    ],
)
def test_the_conclusion_follows_from_the_intervals(
    won: int, lost: int, margin: float, conclusion: str
) -> None:
    found = state_equivalence(b_only=won, a_only=lost, n=400, margin_pp=margin, of="pairs")
    assert found.conclusion == conclusion
    assert ((found.p or 0) < 0.05) == (conclusion == "equivalent")
    assert f"{margin:g} pp" in found.statement


def test_without_pairs_nothing_is_said_about_a_margin() -> None:
    found = state_equivalence(b_only=0, a_only=0, n=0, margin_pp=1.0, of="pairs")
    assert (found.conclusion, found.p, found.difference_pp.low) == ("undecided", None, None)
    assert found.statement == "Nothing can be said about a margin of 1 pp: no pair was compared."


def clustered(means: list[float]) -> Clustered:
    found = clustered_difference(
        np.repeat(means, 6), np.repeat(np.arange(len(means)), 6), by="cluster", of="pairs", scale=100, seed=0
    )
    assert found is not None
    return found


def test_alike_pairs_say_as_little_about_a_margin_as_their_clusters_do() -> None:
    means = [1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0]
    settings = {"b_only": 12, "a_only": 6, "n": 60, "margin_pp": 25.0, "of": "pairs"}
    assert state_equivalence(**settings).conclusion == "equivalent"
    found = state_equivalence(**settings, clustered=clustered(means))
    assert found.conclusion == "undecided"
    assert found.p == pytest.approx(ttest_1samp(means, 0.25, alternative="less").pvalue)


def test_clusters_without_variance_leave_it_to_the_pairs() -> None:
    settings = {"b_only": 0, "a_only": 0, "n": 60, "margin_pp": 25.0, "of": "pairs"}
    assert state_equivalence(**settings, clustered=clustered([0.0] * 10)) == state_equivalence(**settings)
