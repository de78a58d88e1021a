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
        "12 of the 14 items whose annotation scores below 0.5 would score "
        "at least 0.5 if they are read as yx."
    )
    where = Filter(**{facet: tuple(values) for facet, values in found.where.items()})
    assert audit.ordinals(where) == list(range(12))
    assert found.n_items == 12


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
