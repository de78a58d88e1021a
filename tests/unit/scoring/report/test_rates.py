import pytest

from scoring.audit.summary import Tally
from scoring.report.rates import (
    count,
    format_accuracy,
    format_difference,
    format_percent,
    format_rate,
    plural,
)


def test_a_rate_names_its_numerator_and_denominator() -> None:
    assert format_rate(188, 210) == "188/210 = 89.52 %"


def test_nothing_is_divided_by_zero() -> None:
    assert format_rate(0, 0) == "0/0"


def test_an_accuracy_leaves_unscorable_items_out_of_its_denominator() -> None:
    assert format_accuracy(Tally(correct=1, incorrect=1, unscorable=7)) == "1/2 = 50.00 %"


@pytest.mark.parametrize(("share", "text"), [(None, "–"), (0.5, "50.00 %"), (1.0, "100.00 %")])
def test_a_share_is_a_percentage_and_no_share_a_dash(share: float | None, text: str) -> None:
    assert format_percent(share) == text


def test_a_difference_is_signed_and_empty_where_a_side_is_missing() -> None:
    assert format_difference(0.5, 0.75) == "+25.00 pp"
    assert format_difference(None, 0.75) == ""


@pytest.mark.parametrize(
    ("n", "noun", "text"),
    [(1, "item", "1 item"), (2, "item", "2 items"), (1200, "category", "1,200 categories")],
)
def test_a_noun_follows_its_number(n: int, noun: str, text: str) -> None:
    assert count(n, noun) == text
    assert plural(n, noun) == text.split()[1]
