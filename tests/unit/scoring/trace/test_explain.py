import json

import pytest

from scoring import explain_trace_response, score_trace_response
from scoring.trace.explain import TraceExplanation


def explain(kind: str, target: object, response: str, **more: object) -> TraceExplanation:
    reward = "soft_iou" if kind.startswith("bbox") else "soft_distance"
    return explain_trace_response(
        **{
            "response": response,
            "answer_gt": {"type": "integer", "value": 7},
            "annotation_gt": {"type": kind, "value": target},
            "reward_contract": {"annotation": {"id": f"{kind}_{reward}_v0", "type": kind}},
        }
        | more
    )


def test_the_result_is_that_of_the_scorer_and_its_parts_are_pointed_at() -> None:
    response = 'So. {"answer": 7, "annotation": [[20, 0], [5, 5]]}'
    explained = explain("point_set", [[0, 0]], response, image_size=[100, 100])
    assert explained.result["annotation_reward"] == pytest.approx(
        sum(row.share for row in explained.ledger), abs=1e-12
    )
    assert response[slice(*explained.object_span)] == response[4:]
    assert response[slice(*explained.answer_span)] == "7"
    assert response[slice(*explained.annotation_span)] == "[[20, 0], [5, 5]]"
    assert [response[slice(*row.span)] for row in explained.ledger] == ["[5, 5]", "[20, 0]"]


@pytest.mark.parametrize(
    ("more", "pixels", "source"),
    [
        ({"point_half_life_px": 7}, 7.0, "explicit"),
        ({"image_size": [1200, 900]}, 52.5, "image_size"),
        ({}, 32.0, "fallback"),
    ],
    ids=["explicit", "size", "fallback"],
)
def test_the_half_life_says_where_it_came_from(more: dict, pixels: float, source: str) -> None:
    explained = explain("point", [1, 2], '{"annotation":[1,2]}', **more)
    assert (explained.half_life_px, explained.half_life_source) == (pytest.approx(pixels), source)


def test_boxes_have_no_half_life() -> None:
    explained = explain("bbox", [0, 0, 1, 1], '{"annotation":[0,0,1,1]}')
    assert (explained.half_life_px, explained.half_life_source) == (None, "none")


def test_the_culprit_is_named_with_what_it_cost() -> None:
    response = '{"answer":7,"annotation":[[0,0],[5,"x"],[40,40]]}'
    explained = explain("point_set", [[0, 0], [40, 40]], response)
    (culprit,) = explained.culprits
    assert (culprit.side, culprit.path, culprit.value) == ("pred", (1,), [5, "x"])
    assert response[slice(*culprit.span)] == '[5,"x"]'
    assert explained.result["annotation_reward"] == 0.0
    assert explained.reward_without_culprits == 1.0
    assert explained.ledger == ()


def test_a_target_that_cannot_be_read_is_the_culprit() -> None:
    (culprit,) = explain("bbox", [0, 0, 0, 1], '{"annotation":[0,0,1,1]}').culprits
    assert (culprit.side, culprit.span) == ("target", None)


def test_where_nothing_is_left_there_is_no_reward_without_culprits() -> None:
    assert explain("bbox", [0, 0, 1, 1], '{"annotation":[1]}').reward_without_culprits is None


def test_a_contract_that_does_not_fit_is_told() -> None:
    explained = explain("bbox", [0, 0, 1, 1], '{"annotation":[0,0,1,1]}', reward_contract={})
    assert explained.contract_fault.startswith("reward_contract.annotation is missing: expected")


@pytest.mark.parametrize(
    ("annotation", "spans"),
    [
        ("[[0, 0], [1, 1]]", ["[0, 0]", "[1, 1]"]),
        ('"[[0, 0], [1, 1]]"', ["[0, 0]", "[1, 1]"]),
        ("'((0, 0), [1, 1])'", ["(0, 0)", "[1, 1]"]),
        (json.dumps("\n[[0, 0], [1, 1]]"), [json.dumps("\n[[0, 0], [1, 1]]")] * 2),
    ],
    ids=["JSON", "as text", "literal as text", "text with escapes"],
)
def test_witnesses_are_pointed_at_as_exactly_as_the_text_allows(annotation: str, spans: list[str]) -> None:
    response = f'```json\n{{"annotation": {annotation}}}\n```'
    explained = explain("point_set", [[0, 0], [1, 1]], response)
    assert [response[slice(*row.span)] for row in explained.ledger] == spans


def test_wrapped_and_bare_witnesses_and_those_under_keys_are_pointed_at() -> None:
    response = '{"annotation": {"bboxes": [[0, 0, 1, 1]]}}'
    (row,) = explain("bbox_set", [[0, 0, 1, 1]], response).ledger
    assert response[slice(*row.span)] == "[0, 0, 1, 1]"
    response = '{"annotation": [3, 4]}'
    (row,) = explain("point_set", [[3, 4]], response).ledger
    assert response[slice(*row.span)] == "[3, 4]"
    response = '{"annotation": {" A ": "[[3, 4], [5, 6]]", "B": [7, 8]}}'
    rows = explain("point_set_map", {"A": [[3, 4], [5, 6]], "B": [[7, 8]]}, response).ledger
    assert [response[slice(*row.span)] for row in rows] == ["[3, 4]", "[5, 6]", "[7, 8]"]


@pytest.mark.parametrize("response", ["", "prose", '{"answer":7}'])
def test_without_an_annotation_there_is_no_ledger(response: str) -> None:
    explained = explain("bbox", [0, 0, 1, 1], response)
    assert (explained.ledger, explained.culprits, explained.annotation_span) == ((), (), None)


def test_a_wrong_option_raises_as_in_the_scorer() -> None:
    with pytest.raises(ValueError, match="format_weight"):
        explain("bbox", [0, 0, 1, 1], "", format_weight=2)


def test_explaining_changes_no_number() -> None:
    arguments = {
        "response": '{"answer":7,"annotation":[1,2]}',
        "answer_gt": {"type": "integer", "value": 7},
        "annotation_gt": {"type": "point", "value": [1, 9]},
        "reward_contract": {"annotation": {"id": "point_soft_distance_v0"}},
    }
    assert explain_trace_response(**arguments).result == score_trace_response(**arguments)
