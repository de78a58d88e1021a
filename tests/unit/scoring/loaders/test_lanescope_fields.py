import math
from dataclasses import fields as fields_of

import pytest

from scoring.loaders.fields import Fields
from scoring.loaders.lanescope_fields import ITEM_READERS, RECORDED_READERS, RESPONSE_READERS, read_typed
from scoring.records import Item, Recorded, Response, Verdict


@pytest.mark.parametrize(
    ("readers", "record", "elsewhere"),
    [
        (ITEM_READERS, Item, {"response"}),
        (RESPONSE_READERS, Response, set()),
        (RECORDED_READERS, Recorded, set()),
    ],
    ids=["Item", "Response", "Recorded"],
)
def test_there_is_a_reader_for_every_field_of_the_record(readers, record, elsewhere) -> None:
    assert set(readers) == {field.name for field in fields_of(record)} - elsewhere


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("item_id", 7, "7"),
        ("options", ["x", "y"], {"A": "x", "B": "y"}),
        ("target", "D", ("D",)),
        ("image_size", [640, 480], (640, 480)),
        ("pred_scores", [1, 0.5], (1.0, 0.5)),
        ("choice_scores", ["-Infinity", 0.0], (-math.inf, 0.0)),
        (
            "recorded",
            [{"scorer": "s", "verdict": "correct"}],
            (Recorded(scorer="s", verdict=Verdict.CORRECT),),
        ),
    ],
)
def test_a_value_is_read_into_its_type(name, value, read) -> None:
    assert read_typed(Fields({name: value}, key=None, index=0), ITEM_READERS) == {name: read}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("item_id", 1.5),
        ("task_type", "essay"),
        ("attempt", -1),
        ("attempt", True),
        ("options", [1]),
        ("options", {"A": 1}),
        ("target", [1]),
        ("target_mode", "some"),
        ("image_size", [640]),
        ("image_size", [640, -1]),
        ("allow_reasoning_fallback", 1),
        ("pred_scores", ["high"]),
        ("metadata", []),
        ("recorded", {}),
        ("recorded", ["x"]),
        ("recorded", [{"scorer": "s", "verdict": "maybe"}]),
        ("recorded", [{"scorer": "s", "score": "NaN"}]),
        ("recorded", [{"scorer": "s", "unknown": 1}]),
    ],
    ids=str,
)
def test_a_value_of_the_wrong_type_is_told_and_kept(name, value) -> None:
    record = Fields({name: value}, key=None, index=0)
    assert read_typed(record, ITEM_READERS) == {}
    assert [(kind, path) for kind, _, path in record.problems] == [("bad_field", f"$.{name}")]
    assert record.rest() == {name: value}


def test_one_confidence_that_is_none_is_told_with_its_place_and_the_others_stay() -> None:
    record = Fields({"pred_scores": [0.5, [1], None, "NaN"]}, key=None, index=0)
    scores = read_typed(record, ITEM_READERS)["pred_scores"]
    assert scores[:3] == (0.5, None, None)
    assert math.isnan(scores[3])
    ((kind, message, path),) = record.problems
    assert (kind, path) == ("bad_field", "$.pred_scores[1]")
    assert "expected a number, got a list" in message


@pytest.mark.parametrize("size", [[0, 0], [0, 5], [640, -1]])
def test_an_image_of_no_size_is_told(size) -> None:
    record = Fields({"image_size": size}, key=None, index=0)
    assert "image_size" not in read_typed(record, ITEM_READERS)
    assert "$.image_size" in record.problems[0]
