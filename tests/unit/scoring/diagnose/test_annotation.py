import pytest

from scoring.diagnose.annotation import diagnose_item
from scoring.policy import POLICIES, policy_from_dict
from scoring.records import Item, TaskType
from scoring.tasks import score_item

POLICY = POLICIES["final-answer-v1"]
A, B = [100, 100, 200, 200], [300, 300, 400, 400]


def diagnosed(item, policy=POLICY):
    return diagnose_item(item, score_item(item, policy), policy)


def test_an_item_without_annotation_has_no_diagnosis():
    assert diagnosed(Item(item_id="a", task_type=TaskType.CHOICE, options={"A": None}, target=("A",))) is None


def test_kinds_of_the_item_come_before_kinds_of_its_witnesses(item_of):
    found = diagnosed(item_of("bbox_set", target=[A, B], pred=[A, [1]]))
    assert found.error_kinds == ("annotation_unreadable", "exact", "missing", "malformed")
    assert found.details["counterfactuals"] == {"culprit_dropped": 0.5}


def test_a_better_pairing_is_told_with_what_it_would_pay(item_of):
    found = diagnosed(item_of("bbox_sequence", target=[A, B], pred=[B, A]))
    assert found.details["best_pairing_reward"] == 1.0


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
