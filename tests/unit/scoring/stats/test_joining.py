import pytest

from scoring.errors import ComparisonError
from scoring.stats.joining import describe_side, join_lanes


def test_the_rows_of_both_lanes_stand_in_the_order_of_the_pairs(choice, lane) -> None:
    a = lane([choice(name, "FINAL: A") for name in "xyz"])
    b = lane([choice(name, "FINAL: A") for name in "zvx"])
    joined = join_lanes(a, b)
    assert joined.paired_a["item_id"].to_pylist() == joined.paired_b["item_id"].to_pylist() == ["x", "z"]
    assert joined.paired_b["ordinal"].to_pylist() == [2, 0]


def test_lanes_without_a_common_item_are_refused(answers, choice, lane) -> None:
    message = r"got 2 items only in lane A \(\w+, \w+\) and 1 items only in lane B \(other\)"
    with pytest.raises(ComparisonError, match=message):
        join_lanes(answers("AB"), lane([choice("other", "FINAL: A")]))


def test_lanes_whose_keys_are_all_repeated_say_so(choice, lane) -> None:
    repeated = [choice("x", "FINAL: A"), choice("x", "FINAL: B")]
    with pytest.raises(ComparisonError, match="2 of 2 items of lane A with a key that is not unique"):
        join_lanes(lane(repeated), lane(repeated[:1]))


def test_a_side_says_how_it_was_scored_and_how_much_of_it_is_paired(choice, lane) -> None:
    audit = lane(
        [choice("x", "FINAL: A"), choice("x", "FINAL: B", attempt=1), choice("y", "", recorded=None)]
    )
    side = describe_side(audit, join_lanes(audit, audit).rows_a, 2)
    assert (side.n_items, side.coverage) == (3, pytest.approx(2 / 3))
    assert (side.policy, side.recorded_scorers) == ("final-answer-v1", ("file",))
    assert (side.fewest_attempts, side.most_attempts) == (1, 2)
