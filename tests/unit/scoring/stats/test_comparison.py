import pytest

from scoring.audit.summary import Tally
from scoring.records import Verdict
from scoring.stats.compare import compare_lanes
from scoring.stats.comparison import CELLS, Comparison, Contrast


@pytest.fixture(scope="module")
def comparison(choice, lane) -> Comparison:
    wrong = Verdict.INCORRECT
    a = lane(
        [choice("v", "FINAL: B"), choice("w", "FINAL: C"), choice("x", "FINAL: A"), choice("y", "FINAL: A")]
    )
    b = lane(
        [
            choice("v", "FINAL: C"),
            choice("w", "FINAL: C"),
            choice("x", "FINAL: A", recorded=wrong),
            choice("y", "FINAL: A", prompt="Which?"),
        ]
    )
    return compare_lanes(a, b)


def test_a_difference_is_b_minus_a_in_percentage_points() -> None:
    assert Contrast(a=Tally(correct=1, incorrect=1), b=Tally(correct=3, no_answer=1)).difference_pp == 25.0
    assert Contrast(a=Tally(), b=Tally(correct=3)).difference_pp is None


def test_the_difference_is_the_same_number_by_either_name(comparison: Comparison) -> None:
    assert comparison.recorded.difference_pp == comparison.recorded.diff_pp.value == -25.0


def test_the_cells_sum_to_the_pairs(comparison: Comparison) -> None:
    for flips, contrast in (
        (comparison.recorded_flips, comparison.recorded),
        (comparison.rescored_flips, comparison.rescored),
    ):
        assert sum(len(getattr(flips, cell)) for cell in CELLS) == len(comparison.pairs)
        assert len(flips.only_b_correct) == contrast.b_only
        assert len(flips.churn) == contrast.churn


def test_wrong_and_then_differently_wrong_is_listed(comparison: Comparison) -> None:
    assert [pair.item_id for pair in comparison.rescored_flips.churn] == ["v"]


def test_pairs_are_filtered_by_what_they_are(comparison: Comparison) -> None:
    assert [pair.item_id for pair in comparison.pairs.where(cause="other_recorded")] == ["x"]
    assert [pair.item_id for pair in comparison.different_questions] == ["y"]


def test_notes_are_the_reasons_against_comparing(comparison: Comparison) -> None:
    assert comparison.notes == ("Pairs that differ in their prompt: 1 (y).",)
