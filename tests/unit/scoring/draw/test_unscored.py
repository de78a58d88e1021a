from scoring.draw.scene import build_scene
from scoring.draw.subject import Subject
from scoring.draw.unscored import each_witness, unscored_detections, unscored_rows
from scoring.trace.contracts import ANNOTATION_TYPES


def detection(**fields):
    return Subject(item_id="a", task_type="detection", **fields)


def test_boxes_that_can_be_read_are_drawn_and_keep_their_labels_and_places():
    subject = detection(
        annotation_gt={"type": "detection", "value": [[0, 0, 5, 5]]},
        target_labels=("cat",),
        annotation_pred=[[9, 9, 1, 1], [1, "x", 2, 3], [2, 2, 4, 4]],
        pred_labels=("cat", "cat", "cat"),
    )
    rows = list(unscored_detections(subject))
    assert [(row.state, row.key) for row in rows] == [("missing", "cat"), ("extra", "cat"), ("extra", "cat")]
    assert [row.pred for row in rows[1:]] == [(1, 1, 9, 9), (2, 2, 4, 4)]
    assert rows[2].pred_index == 2
    scene = build_scene(subject)
    assert not scene.is_scored
    assert scene.rows == tuple(rows)


def test_boxes_without_labels_have_no_key():
    (row,) = unscored_detections(detection(annotation_pred=[[0, 0, 1, 1]]))
    assert row.key is None


def test_what_is_no_list_of_boxes_draws_nothing():
    assert list(unscored_detections(detection(annotation_gt="text", annotation_pred={"a": 1}))) == []


def test_an_unreadable_annotation_leaves_what_can_be_read():
    subject = Subject(
        item_id="a",
        task_type="trace",
        annotation_gt={"type": "point_set", "value": [[1, 2]]},
        annotation_pred=[[3, 4], ["?"]],
    )
    rows = list(unscored_rows(ANNOTATION_TYPES["point_set"], subject))
    assert [(row.state, row.target, row.pred) for row in rows] == [
        ("missing", (1, 2), None),
        ("extra", None, (3, 4)),
    ]


def test_each_witness_has_its_key_and_its_place():
    assert list(each_witness({"a": [(1.0, 2.0)], "b": [(3.0, 4.0)]})) == [
        ("a", 0, (1.0, 2.0)),
        ("b", 0, (3.0, 4.0)),
    ]
    assert list(each_witness([(1.0, 2.0)])) == [(None, 0, (1.0, 2.0))]
