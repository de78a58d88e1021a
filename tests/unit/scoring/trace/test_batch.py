import json

import pyarrow as pa
import pytest

from scoring import score_trace_batch, score_trace_response
from scoring.errors import ContractError

TARGET = {"type": "point_set", "value": [[0, 0], [40, 40]]}
CONTRACT = {"annotation": {"id": "point_set_soft_distance_v0", "type": "point_set"}}


def row(x: float, **more: object) -> dict[str, object]:
    return {
        "response": json.dumps({"answer": 7, "annotation": [[x, 0]]}),
        "answer_gt": {"type": "integer", "value": 7},
        "annotation_gt": TARGET,
        "reward_contract": CONTRACT,
    } | more


def test_a_shared_target_changes_no_number() -> None:
    rows = [row(0), row(10), row(10, annotation_gt={"type": "point_set", "value": [[10, 0]]}), row(20)]
    assert score_trace_batch(rows) == [score_trace_response(**one) for one in rows]


def test_common_arguments_hold_for_rows_that_have_none_of_their_own() -> None:
    first, second = score_trace_batch([row(0), row(0, format_weight=0.0)], format_weight=1.0)
    assert (first["format_weight"], second["format_weight"]) == (1.0, 0.0)


def test_the_rows_of_an_arrow_table_are_scored_with_text_read_as_json() -> None:
    rows = [row(0, image_size=[100, 100]), row(10, trace_reward_mode="answer", image_size=[2000, 1000])]
    table = pa.Table.from_pylist(
        [
            {name: value if isinstance(value, str) else json.dumps(value) for name, value in one.items()}
            for one in rows
        ],
        schema=pa.schema([(name, pa.string()) for name in rows[1]]),
    )
    assert score_trace_batch(table) == [score_trace_response(**one) for one in rows]


def test_text_in_place_of_a_structure_is_scored_as_it_is_outside_of_tables() -> None:
    (result,) = score_trace_batch([row(0, annotation_gt=json.dumps(TARGET))])
    assert result["annotation_parse_ok"] == 0.0


def test_an_unknown_argument_is_named_with_its_row() -> None:
    with pytest.raises(ContractError, match=r"unknown argument 'answer', in row 1\. Arguments: response"):
        score_trace_batch([row(0), row(0, answer=7)])


def test_a_wrong_option_is_named_with_its_row() -> None:
    with pytest.raises(ContractError, match=r"format_weight within \[0, 1\], got 2, in row 1"):
        score_trace_batch([row(0), row(0, format_weight=2)])


def test_no_rows_have_no_results() -> None:
    assert score_trace_batch([]) == []
