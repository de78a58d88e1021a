import pytest

from scoring.policy import POLICIES
from scoring.records import Item, TaskType, Verdict
from scoring.tasks import score_item
from scoring.tasks.detection import above

POLICY = POLICIES["final-answer-v1"]
A, B, C = [0, 0, 10, 10], [100, 100, 120, 120], [300, 300, 340, 340]


def item(*, target, pred, scores=None):
    return Item(
        item_id="a",
        task_type=TaskType.DETECTION,
        annotation_gt={"type": "detection", "value": [box for _, box in target]},
        target_labels=tuple(label for label, _ in target),
        annotation_pred=[box for _, box in pred],
        pred_labels=tuple(label for label, _ in pred),
        pred_scores=scores,
    )


def test_the_score_is_the_mean_over_the_classes_of_either_side():
    # cat: half of the boxes met; dog: in the target alone; cow: predicted alone.
    decision = score_item(
        item(target=[("cat", A), ("cat", B), ("dog", C)], pred=[("cat", A), ("cow", C)]), POLICY
    )
    assert decision.score == pytest.approx((0.5 + 0 + 0) / 3)
    assert decision.details["classes"] == {"cat": 0.5, "dog": 0.0, "cow": 0.0}
    assert decision.verdict is Verdict.INCORRECT


def test_a_box_of_another_class_meets_nothing():
    assert score_item(item(target=[("cat", A)], pred=[("dog", A)]), POLICY).score == 0.0


def test_the_shares_of_the_ledger_sum_to_the_score_and_states_to_the_boxes():
    pred = [("cat", [1, 0, 11, 10]), ("cat", C), ("dog", B)]
    trace = score_item(item(target=[("cat", A), ("dog", B)], pred=pred, scores=(0.9, 0.2, 0.7)), POLICY).trace
    assert sum(row["share"] for row in trace.pairs) == pytest.approx(trace.annotation_reward)
    assert sorted(row["state"] for row in trace.pairs) == ["extra", "paired", "paired"]
    assert [row["confidence"] for row in trace.pairs] == [0.9, 0.2, 0.7]


def test_nothing_predicted_is_no_answer_and_nothing_on_either_side_is_right():
    assert score_item(item(target=[("cat", A)], pred=[]), POLICY).verdict is Verdict.NO_ANSWER
    assert score_item(item(target=[], pred=[]), POLICY).score == 1.0


def test_a_box_without_area_is_an_extra_and_not_the_end_of_all():
    decision = score_item(item(target=[("cat", A)], pred=[("cat", A), ("cat", [5, 5, 5, 9])]), POLICY)
    assert decision.score == 0.5


def test_a_detection_without_confidence_stays_above_every_threshold():
    kept = above(item(target=[], pred=[("cat", A), ("cat", B), ("dog", C)], scores=(0.2, None, 0.9)), 0.5)
    assert (kept.annotation_pred, kept.pred_scores) == ([B, C], (None, 0.9))


@pytest.mark.parametrize("pred", [[("cat", [1, 2])], [("cat", "box")], [("cat", [float("nan"), 0, 1, 1])]])
def test_what_is_no_box_leaves_the_item_unscorable_with_a_problem(pred):
    decision = score_item(item(target=[("cat", A)], pred=pred), POLICY)
    assert (decision.verdict, decision.problems[0].kind) == (Verdict.UNSCORABLE, "unreadable_boxes")


def test_a_threshold_keeps_the_confident_boxes():
    kept = above(item(target=[("cat", A)], pred=[("cat", A), ("dog", B)], scores=(0.9, 0.4)), 0.5)
    assert (kept.annotation_pred, kept.pred_labels, kept.pred_scores) == ([A], ("cat",), (0.9,))
    assert score_item(kept, POLICY).score == 1.0
    assert above(kept, 0.0) == kept
