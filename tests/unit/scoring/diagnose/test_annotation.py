import pytest

from scoring.diagnose.annotation import diagnose_item
from scoring.policy import POLICIES, policy_from_dict
from scoring.records import Item, TaskType
from scoring.tasks import score_item

POLICY = POLICIES["final-answer-v1"]
A, B, C = [100, 100, 200, 200], [300, 300, 400, 400], [500, 100, 550, 150]


def diagnosed(item, policy=POLICY):
    return diagnose_item(item, score_item(item, policy), policy)


def test_an_item_without_annotation_has_no_diagnosis():
    assert diagnosed(Item(item_id="a", task_type=TaskType.CHOICE, options={"A": None}, target=("A",))) is None


def test_kinds_of_the_item_come_before_kinds_of_its_witnesses(item_of):
    found = diagnosed(item_of("bbox_set", target=[A, B], pred=[A, [1]]))
    assert found.error_kinds == ("annotation_unreadable", "exact", "missing", "malformed")
    assert found.details["counterfactuals"] == {"culprit_dropped": 0.5}


def test_a_better_pairing_is_told_with_what_it_would_pay(item_of):
    row = [[100, 100], [150, 100], [200, 100]]
    found = diagnosed(item_of("point_set", target=row, pred=[[500, 100], [145, 100], [195, 100]]))
    assert found.details["best_pairing_reward"] > 0.6
    assert found.details["far_witness"] == {"key": None, "pred_index": 0}
    assert found.error_kinds[0] == "far_witness"


@pytest.mark.parametrize(
    ("kind", "target", "pred", "told"),
    [
        (
            "bbox_sequence",
            [A, B, C],
            [B, C, A],
            {"order_reversed": pytest.approx(1 / 3), "order_restored": 1.0},
        ),
        ("bbox_sequence", [A, B], [B, A], {"order_reversed": 1.0}),
        ("bbox_map", {"a": A, "b": B}, {"a": B, "b": A}, {"keys_exchanged": 1.0}),
        ("bbox_map", {"a": A, "b": B}, {"A": A, "B": B}, {"keys_folded": 1.0}),
    ],
)
def test_what_pairs_by_place_or_key_is_told_as_order_or_keys_and_not_as_a_pairing(
    item_of, kind, target, pred, told
):
    details = diagnosed(item_of(kind, target=target, pred=pred)).details
    assert details["counterfactuals"] == told
    assert "best_pairing_reward" not in details


@pytest.mark.parametrize(("pred", "n"), [([[200, 200, 100, 100], B], 1), ([A, B], 0)])
def test_boxes_whose_corners_were_put_in_order_are_told(item_of, pred, n):
    found = diagnosed(item_of("bbox_set", target=[A, B], pred=pred))
    assert found.details.get("corners_reordered", 0) == n
    assert ("corners_reordered" in found.error_kinds) == bool(n)


def test_a_target_outside_its_image_is_told(item_of):
    outside = [900, 700, 950, 750]
    assert "target_outside_image" in diagnosed(item_of("bbox", target=outside, pred=outside)).error_kinds


def test_a_frame_of_the_policy_is_tried_and_the_reward_stays(item_of):
    policy = policy_from_dict({"name": "mine", "extra_frames": [{"name": "halves", "unit": 400.0}]})
    item = item_of("bbox_set", target=[A, B], pred=[[50, 66.667, 100, 133.333], [150, 200, 200, 266.667]])
    assert diagnosed(item).frames.named is None
    assert diagnosed(item, policy).frames.named == "halves"
    assert score_item(item, policy).trace.annotation_reward == pytest.approx(
        score_item(item, POLICY).trace.annotation_reward
    )


@pytest.mark.parametrize(
    "pred", ["text", [10**400, 1, 2, 3], {"a": []}, [[], []], [1e308, -1e308, 2, 3], None]
)
def test_no_prediction_makes_it_fail(item_of, pred):
    assert diagnosed(item_of("bbox_set", target=[A, B], pred=pred)) is not None
