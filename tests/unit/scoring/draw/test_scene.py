import json

import pytest

from scoring.draw.scene import build_scene, named_predictions, rows_from_json
from scoring.draw.subject import Subject
from scoring.tasks.trace_item import _figures
from scoring.trace.contracts import ANNOTATION_TYPES

BOX, MOVED = [10, 20, 110, 120], [20, 25, 120, 130]
EXAMPLES = {
    "bbox": (BOX, MOVED),
    "bbox_set": ([BOX, [300, 300, 400, 400]], [MOVED]),
    "bbox_sequence": ([BOX, [300, 300, 400, 400]], [MOVED, [500, 500, 600, 600]]),
    "bbox_map": ({"a": BOX, "b": MOVED}, {"a": MOVED, "c": BOX}),
    "bbox_set_map": ({"a": [BOX, MOVED], "b": []}, {"a": [MOVED], "b": []}),
    "point": ([10, 20], [30, 40]),
    "point_set": ([[10, 20], [200, 200]], [[12, 22], [210, 190], [700, 700]]),
    "point_sequence": ([[10, 20], [200, 200]], [[12, 22]]),
    "point_map": ({"a": [1, 2]}, {"b": [3, 4]}),
    "point_set_map": ({"a": [[1, 2], [3, 4]]}, {"a": [[1, 3]]}),
    "segment": ([[0, 0], [100, 100]], [[98, 101], [2, 1]]),
    "segment_set": ([[[0, 0], [100, 100]]], [[[0, 0], [100, 90]], [[5, 5], [9, 9]]]),
}


def witnesses(value: object, kind: str) -> int:
    container = ANNOTATION_TYPES[kind].container.name
    if container == "scalar":
        return 1
    if container == "map":
        return len(value)
    if container == "set_map":
        return sum(len(items) for items in value.values())
    return len(value)


@pytest.mark.parametrize("kind", ANNOTATION_TYPES)
def test_the_states_of_the_ledger_sum_to_the_witnesses_of_both_sides(kind: str, make_scene) -> None:
    target, pred = EXAMPLES[kind]
    states = [row.state for row in make_scene(kind, target=target, pred=pred).rows]
    n_paired = states.count("paired") + states.count("far")
    assert n_paired + states.count("missing") == witnesses(target, kind)
    assert n_paired + states.count("extra") == witnesses(pred, kind)


@pytest.mark.parametrize("kind", ANNOTATION_TYPES)
def test_a_ledger_out_of_an_audit_is_the_one_that_was_scored(kind: str, explain) -> None:
    told = explain(kind, target=EXAMPLES[kind][0], pred=EXAMPLES[kind][1])
    stored = json.loads(json.dumps(_figures(told).pairs))
    assert rows_from_json(stored) == told.ledger


def test_what_is_no_ledger_gives_no_rows() -> None:
    assert rows_from_json("paired") == ()
    assert rows_from_json([3, {"state": "won"}, {"state": "extra", "pred": ["x", 1]}])[0].pred is None


def test_an_annotation_that_was_not_scored_is_drawn_as_far_as_it_can_be_read() -> None:
    subject = Subject(
        item_id="a",
        task_type="trace",
        annotation_type="bbox_set",
        annotation_gt={"type": "bbox_set", "value": [BOX]},
        annotation_pred=[MOVED, ["?"], [1, 1, 1, 1]],
    )
    scene = build_scene(subject)
    assert not scene.is_scored
    assert [(row.state, row.target or row.pred) for row in scene.rows] == [
        ("missing", tuple(map(float, BOX))),
        ("extra", tuple(map(float, MOVED))),
    ]


def test_only_sequences_are_ordered(make_scene) -> None:
    ordered = [
        kind
        for kind in EXAMPLES
        if make_scene(kind, target=EXAMPLES[kind][0], pred=EXAMPLES[kind][1]).is_ordered
    ]
    assert ordered == ["bbox_sequence", "point_sequence"]


def test_confidence_belongs_to_a_class_and_a_place_in_it() -> None:
    subject = Subject(
        item_id="a",
        task_type="detection",
        pred_labels=("cat", "dog", "cat"),
        pred_scores=(0.9, 0.8, 0.3),
        pairs=[{"state": "extra", "key": "cat", "pred_index": 1, "pred": [1, 2, 3, 4]}],
    )
    scene = build_scene(subject)
    assert scene.confidence == {("cat", 0): 0.9, ("dog", 0): 0.8, ("cat", 1): 0.3}
    assert named_predictions(scene.rows)[0] == ("cat", (1.0, 2.0, 3.0, 4.0))


def test_an_item_of_which_nothing_is_known_is_an_empty_scene() -> None:
    assert build_scene(Subject(item_id="a", task_type="trace")).rows == ()
