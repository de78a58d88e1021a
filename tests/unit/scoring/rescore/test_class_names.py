import pyarrow as pa
import pytest

from scoring.rescore.class_names import MOST_NAMES, ClassNames


def said(*items, takes_names=True):
    names = ClassNames()
    for task, targets, preds in items:
        row = {"task_type": task, "target_labels": targets, "pred_labels": preds}
        names.add(pa.RecordBatch.from_pylist([row], pa.schema([
            ("task_type", pa.string()),
            ("target_labels", pa.list_(pa.string())),
            ("pred_labels", pa.list_(pa.string())),
        ])))  # fmt: skip
    return list(names.findings(takes_names=takes_names))


def test_classes_that_never_meet_are_told_with_examples_of_both_sides():
    (found,) = said(("detection", ["cat", "dog"], ["10", "2"]), ("detection", ["cat"], []))
    assert "predictions (2, 10) and targets (cat, dog)" in found.message
    assert found.n_items == 1


@pytest.mark.parametrize("takes_names", [True, False])
def test_the_cure_is_told_only_where_the_loader_has_it(takes_names):
    (found,) = said(("detection", ["cat"], ["1"]), takes_names=takes_names)
    assert ("--with names=FILE" in found.message) == takes_names


@pytest.mark.parametrize(
    "items",
    [
        [("detection", ["cat"], ["dog"]), ("detection", ["dog"], ["cow"])],
        [("trace", ["cat"], ["dog"])],
        [("detection", ["cat"], None)],
        [("detection", [str(n) for n in range(MOST_NAMES + 2)], ["x"])],
        [],
    ],
    ids=["meet elsewhere", "no detections", "no predictions", "too many classes", "no items"],
)
def test_nothing_is_said_where_nothing_is_sure(items):
    assert said(*items) == []
