import pytest

from scoring.report.estimates import (
    Notes,
    format_mean,
    format_p,
    format_points,
    format_range,
    format_share,
    methods,
    short_name,
)
from scoring.stats.compare import compare_lanes
from scoring.stats.estimates import Estimate, PValue


def estimate(
    value: float | None, low: float | None = None, high: float | None = None, caution: str | None = None
) -> Estimate:
    return Estimate(value=value, low=low, high=high, n=10, of="pairs", method="m", caution=caution)


def test_differences_are_signed() -> None:
    assert (format_points(1.5), format_points(-1.5), format_points(None)) == ("+1.50 pp", "-1.50 pp", "–")


def test_an_interval_has_both_ends_or_is_a_dash() -> None:
    assert format_range(estimate(1, -3.36, 7.29), Notes()) == "-3.36 to +7.29"
    assert format_range(estimate(1), Notes()) == "–"
    assert format_share(estimate(0.5, 0.25, 0.75), Notes()) == "25.0 to 75.0 %"


def test_figures_with_a_caution_have_its_number() -> None:
    notes = Notes()
    told = [format_range(estimate(1, 0, 2, caution), notes) for caution in ("few", None, "alike", "few")]
    assert told == ["+0.00 to +2.00 [1]", "+0.00 to +2.00", "+0.00 to +2.00 [2]", "+0.00 to +2.00 [1]"]
    assert notes.lines() == ["[1] few", "[2] alike"]


@pytest.mark.parametrize(
    ("method", "name"),
    [
        ("exact McNemar test, adjusted by Benjamini-Hochberg", "exact McNemar"),
        ("paired permutation test, 9,999 permutations, seed 0", "paired permutation"),
        ("cluster-robust t test (linearised ratio), 12 clusters", "cluster-robust t"),
    ],
)
def test_a_test_has_a_short_name(method: str, name: str) -> None:
    assert short_name(PValue(p=0.5, n=1, of="pairs", method=method)) == name


@pytest.mark.parametrize(
    ("p", "text"), [(None, "–"), (0.0146, "0.0146"), (1e-9, "< 0.0001"), (1.0, "1.0000")]
)
def test_a_p_value_has_four_decimals(p: float | None, text: str) -> None:
    assert format_p(PValue(p=p, n=1, of="pairs", method="m"), Notes()) == text


def test_the_adjusted_p_value_is_another_one() -> None:
    assert (
        format_p(PValue(p=0.01, adjusted=0.05, n=1, of="pairs", method="m"), Notes(), adjusted=True)
        == "0.0500"
    )


def test_means_have_four_decimals() -> None:
    assert (format_mean(0.5), format_mean(0.5, sign="+"), format_mean(None)) == ("0.5000", "+0.5000", "–")


def test_each_method_is_named_once(sample_a, sample_b) -> None:
    comparison = compare_lanes(sample_a, sample_b)
    assert "exact McNemar test" in methods(comparison)
    assert len(set(methods(comparison))) == len(methods(comparison))
