import json

import pytest

from scoring.audit.filter import Filter
from scoring.rescore.pipeline import rescore_in_memory

BOX = [100, 50, 160, 110]


def record(number, *, contract=None, gt=None):
    return {
        "item_id": str(number),
        "task_type": "trace",
        "content": json.dumps({"answer": 1, "annotation": BOX}),
        "answer_gt": {"type": "integer", "value": 1},
        "annotation_gt": {"type": "bbox", "value": BOX} if gt is None else gt,
        "reward_contract": {
            "annotation": {"id": "bbox_soft_iou_v0", "type": "bbox"} if contract is None else contract
        },
    }


@pytest.fixture
def rescored(tmp_path):
    def rescore(records):
        path = tmp_path / "run.jsonl"
        path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
        return rescore_in_memory(path)

    return rescore


@pytest.mark.parametrize(
    ("contract", "told"),
    [
        ({"type": "bbox"}, "reward_contract.annotation.id is missing (expected bbox_soft_iou_v0)"),
        ({"id": "mine", "type": "bbox"}, "id does not fit the type (expected bbox_soft_iou_v0)"),
        ({"id": "bbox_soft_iou_v0", "type": "point"}, "type does not fit (expected bbox)"),
        ([], "reward_contract.annotation is missing"),
    ],
)
def test_a_contract_that_zeroes_annotations_is_counted_and_its_filter_finds_them(rescored, contract, told):
    audit = rescored([record(0), record(1, contract=contract), record(2, contract=contract)])
    (found,) = audit.info.findings
    assert found.n_items == 2
    assert told in found.message
    assert audit.ordinals(Filter(error_kinds=tuple(found.where["error_kinds"]))) == [1, 2]


def test_several_ids_that_would_do_are_listed(rescored):
    point = {"type": "point", "value": [1, 2]}
    (found,) = rescored(
        [record(0, contract={"type": "bbox"}), record(1, contract={"x": 1}, gt=point)]
    ).info.findings
    assert "(expected one of bbox_soft_iou_v0, point_soft_distance_v0)" in found.message


def test_defects_of_several_kinds_are_each_counted(rescored):
    (found,) = rescored([record(0, contract={"type": "bbox"}), record(1, contract={"id": "x"})]).info.findings
    assert "id is missing (expected bbox_soft_iou_v0) × 1" in found.message
    assert "id does not fit the type (expected bbox_soft_iou_v0) × 1" in found.message


@pytest.mark.parametrize(
    ("gt", "name"),
    [
        ({"type": "polygon", "value": BOX}, "not_scored_annotation_type_unknown"),
        ({"type": "bbox", "value": [1]}, "not_scored_target_unreadable"),
    ],
)
def test_a_target_that_zeroes_annotations_is_counted_as_such(rescored, gt, name):
    (found,) = rescored([record(0), record(1, gt=gt)]).info.findings
    assert (found.name, found.n_items) == (name, 1)


def test_a_run_whose_annotations_are_scored_has_no_such_finding(rescored):
    assert rescored([record(0)]).info.findings == ()
