import pytest

from scoring.diagnose.annotation import diagnose_item
from scoring.diagnose.kinds import WITNESS_KINDS, Row, count_kinds
from scoring.policy import POLICIES
from scoring.records import Item, TaskType
from scoring.tasks import score_item

POLICY = POLICIES["final-answer-v1"]
A, B, FAR = [100, 100, 200, 200], [300, 300, 400, 400], [600, 400, 650, 450]


@pytest.fixture
def kinds(item_of):
    def count(kind, **sides):
        item = item_of(kind, **sides)
        return diagnose_item(item, score_item(item, POLICY), POLICY).details["witness_kinds"]

    return count


@pytest.mark.parametrize(
    ("kind", "target", "pred", "told"),
    [
        ("bbox_set", [A, B], [A, B], {"exact": 2}),
        ("bbox", A, [120, 110, 220, 210], {"shifted": 1}),
        ("bbox", A, [90, 90, 210, 215], {"scaled": 1}),
        ("bbox", A, [180, 100, 400, 130], {"low_overlap": 1}),
        ("bbox_map", {"a": A, "b": B}, {"a": B, "b": A}, {"swapped_keys": 2}),
        ("bbox_map", {"a": A, "b": B}, {"A": A, "b ": B}, {"exact": 1, "key_case": 1}),
        (
            "bbox_map",
            {"a": A, "b": B, "c": FAR},
            {"A": A, "b": FAR, "c": B},
            {"swapped_keys": 2, "key_case": 1},
        ),
        ("bbox_set", [A], [A, [1e308, 1e308, 1.1e308, 1.2e308]], {"exact": 1, "not_drawable": 1}),
        ("bbox_sequence", [A, B, FAR], [B, FAR, A], {"wrong_order": 3}),
        ("bbox_set", [A, B], [A, A, B], {"exact": 2, "duplicate": 1}),
        ("bbox_set", [A, B], [A, B, FAR], {"exact": 2, "extra": 1}),
        ("bbox_set", [A, B], [A], {"exact": 1, "missing": 1}),
        ("bbox_set", [A], [A, [900, 700, 950, 750]], {"exact": 1, "outside_image": 1}),
        # In 0-1000: one still overlaps its target a little, the other is a missing and an extra.
        ("bbox_set", [A, B], [[125, 167, 250, 333], [375, 500, 500, 667]], {"frame_mistake": 2}),
        ("bbox_set", [A, B], [A, [1]], {"exact": 1, "missing": 1, "malformed": 1}),
        ("point", [100, 100], [120, 100], {"shifted": 1}),
        ("point", [100, 100], [500, 400], {"low_overlap": 1}),
        ("segment", [[100, 100], [300, 100]], [[100, 100], [330, 100]], {"shifted": 1}),
        ("segment", [[100, 100], [140, 100]], [[100, 100], [165, 100]], {"scaled": 1}),
    ],
)
def test_each_mistake_has_its_kind(kinds, kind, target, pred, told):
    assert kinds(kind, target=target, pred=pred) == told


def test_a_kind_counts_the_witnesses_of_the_side_that_has_more():
    rows = [
        Row(None, 0, None, 0.0),
        Row(None, None, 0, 0.0),
        Row(None, None, 1, 0.0),
        Row("a", None, None, 1.0),
    ]
    told = count_kinds(rows, ["wrong_order", "wrong_order", "wrong_order", "exact"], n_malformed=2)
    assert told == {"exact": 1, "wrong_order": 2, "malformed": 2}


def test_a_detection_of_another_class_is_no_swapped_key():
    item = Item(
        item_id="a",
        task_type=TaskType.DETECTION,
        annotation_gt={"type": "detection", "value": [A, B]},
        target_labels=("cat", "dog"),
        annotation_pred=[A, B],
        pred_labels=("7", "DOG"),
    )
    found = diagnose_item(item, score_item(item, POLICY), POLICY)
    assert found.details["witness_kinds"] == {"key_case": 1, "other_class": 1}


def test_kinds_of_a_readable_annotation_sum_to_the_rows_of_its_ledger(item_of):
    item = item_of("bbox_set", target=[A, B], pred=[[120, 110, 220, 210], FAR, FAR])
    found = diagnose_item(item, score_item(item, POLICY), POLICY)
    assert sum(found.details["witness_kinds"].values()) == len(found.pairs)
    assert {row["kind"] for row in found.pairs} <= set(WITNESS_KINDS)
    assert sum("target" in row for row in found.pairs) == 2
    assert sum("pred" in row for row in found.pairs) == 3
