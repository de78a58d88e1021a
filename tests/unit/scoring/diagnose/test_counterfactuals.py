import pytest

from scoring.diagnose.counterfactuals import find_counterfactuals

A, B, FAR = [10, 10, 50, 50], [200, 200, 260, 260], [600, 400, 650, 450]


@pytest.mark.parametrize(
    ("kind", "target", "pred", "told"),
    [
        ("bbox_map", {"Left": A, "right": B}, {"left": A, " RIGHT ": B}, {"keys_folded": 1.0}),
        ("bbox_sequence", [A, B], [B, A], {"order_reversed": 1.0}),
        ("bbox_set", [A, B], [A, A, B], {"duplicates_removed": 1.0, "extras_dropped": 1.0}),
        ("bbox_set", [A, B], [A, B, FAR], {"extras_dropped": 1.0}),
        ("bbox_map", {"a": A}, {"a": A, "b": B}, {"extras_dropped": 1.0}),
        ("bbox", [0, 0, 40, 40], [-40, 0, 40, 40], {"clipped": 1.0}),
        ("bbox_set", [A, B], [A, B, [1]], {"culprit_dropped": 1.0}),
        ("bbox_set", [A, B], [A, [1]], {"culprit_dropped": 0.5}),
    ],
)
def test_a_plain_mistake_is_told_with_what_it_cost(case, kind, target, pred, told):
    assert find_counterfactuals(case(kind, target=target, pred=pred)) == pytest.approx(told)


@pytest.mark.parametrize(
    ("kind", "target", "pred"),
    [("bbox_set", [A, B], [A, B]), ("bbox_set", [A, B], [A]), ("bbox_sequence", [A, B], [A, FAR])],
    ids=["exact", "one missing", "one elsewhere"],
)
def test_what_no_mend_betters_is_not_told(case, kind, target, pred):
    assert find_counterfactuals(case(kind, target=target, pred=pred)) == {}


def test_a_key_that_is_right_is_not_replaced_by_one_that_has_to_be_folded(case):
    made = case("bbox_map", target={"a": A, "b": B}, pred={"A": FAR, "a": A, "B": B})
    assert find_counterfactuals(made)["keys_folded"] == pytest.approx(1.0)
