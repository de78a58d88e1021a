import json

import pytest

from scoring.audit.filter import Filter
from scoring.rescore.pipeline import rescore_in_memory

BOXES = [[100, 50, 160, 110], [300, 400, 380, 450]]


def record(number, pred, target=BOXES):
    return {
        "item_id": str(number),
        "task_type": "trace",
        "content": json.dumps({"answer": 1, "annotation": pred}),
        "image_size": [800, 600],
        "answer_gt": {"type": "integer", "value": 1},
        "annotation_gt": {"type": "bbox_set", "value": target},
        "reward_contract": {"annotation": {"id": "bbox_set_soft_iou_v0", "type": "bbox_set"}},
    }


@pytest.fixture
def rescored(tmp_path):
    def rescore(records):
        path = tmp_path / "run.jsonl"
        path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
        return rescore_in_memory(path)

    return rescore


def test_a_run_in_another_frame_says_so_and_its_filter_finds_exactly_the_items(rescored):
    swapped = [[y0, x0, y1, x1] for x0, y0, x1, y1 in BOXES]
    nowhere = [[500, 10, 510, 20], [520, 10, 530, 20]]
    preds = [swapped] * 12 + [nowhere] * 2 + [BOXES] * 6
    audit = rescored([record(n, pred) for n, pred in enumerate(preds)])
    (found,) = audit.info.findings
    assert found.message == (
        "12 of the 14 items with predictions whose annotation scores below 0.5 would score "
        "at least 0.5 if they are read as yx."
    )
    where = Filter(**{facet: tuple(values) for facet, values in found.where.items()})
    assert audit.ordinals(where) == list(range(12))
    assert found.n_items == 12

    assert audit.info.voted_frames == ("yx",)


def detection(number, pred, labels=("cat", "cat")):
    return {
        "id": str(number),
        "image": f"{number}.png",
        "width": 800,
        "height": 600,
        "target": BOXES,
        "target_labels": ["cat", "cat"],
        "prediction": pred,
        "prediction_labels": list(labels),
    }


def test_where_the_loader_takes_the_form_of_boxes_the_finding_names_the_option(rescored):
    shares = [
        [(x0 + x1) / 1600, (y0 + y1) / 1200, (x1 - x0) / 800, (y1 - y0) / 600] for x0, y0, x1, y1 in BOXES
    ]
    silent = {key: value for key, value in detection(20, []).items() if not key.startswith("prediction")}
    audit = rescored([*(detection(n, shares) for n in range(20)), silent])
    (found,) = audit.info.findings
    assert found.message.startswith("20 of the 20 items with predictions")
    assert found.message.endswith("read as cxcywh 0-1. Try --option boxes=cxcywh-norm.")


def test_classes_that_never_meet_are_told_with_the_option_that_names_them(rescored):
    (found,) = rescored([detection(n, BOXES, ("7", "7")) for n in range(3)]).info.findings
    assert (found.name, found.n_items) == ("class_names_differ", 3)
    assert "--with names=FILE" in found.message


def test_far_witnesses_are_counted_and_their_filter_finds_them(rescored):
    target, pred = [[100, 100], [150, 100], [200, 100]], [[600, 100], [145, 100], [195, 100]]
    points = record(0, pred, target) | {
        "annotation_gt": {"type": "point_set", "value": target},
        "reward_contract": {"annotation": {"id": "point_set_soft_distance_v0", "type": "point_set"}},
    }
    audit = rescored([record(1, BOXES), points])
    (found,) = audit.info.findings
    assert (found.name, found.n_items) == ("far_witness", 1)
    assert audit.ordinals(Filter(error_kinds=tuple(found.where["error_kinds"]))) == [1]


def test_a_run_in_the_right_frame_has_no_finding(rescored):
    assert rescored([record(n, BOXES) for n in range(20)]).info.findings == ()


def test_targets_outside_their_image_are_counted(rescored):
    far = [[2000, 50, 2060, 110]]
    (found,) = rescored([record(n, far, target=far) for n in range(3)]).info.findings
    assert (found.name, found.n_items) == ("target_outside_image", 3)


def test_error_kinds_are_facets(rescored):
    audit = rescored([record(0, BOXES), record(1, BOXES[:1])])
    values = {v.value: v.count for v in audit.facets(Filter(), ("error_kinds",))["error_kinds"]}
    assert values == {"exact": 2, "missing": 1}
    assert audit.ordinals(Filter(error_kinds=("missing",))) == [1]
