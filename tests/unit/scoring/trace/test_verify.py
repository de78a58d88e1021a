import doctest
import json

import pytest

from scoring import score_trace_response
from scoring.trace import verify


def score(response: object, **more: object) -> dict[str, float]:
    return score_trace_response(
        **{
            "response": response,
            "answer_gt": {"type": "integer", "value": 7},
            "annotation_gt": {"type": "bbox", "value": [0, 0, 10, 10]},
            "reward_contract": {"annotation": {"id": "bbox_soft_iou_v0", "type": "bbox"}},
        }
        | more
    )


def test_the_two_documented_examples_hold() -> None:
    assert doctest.testmod(verify).attempted == 5
    assert doctest.testmod(verify).failed == 0


def test_the_annotation_is_scored_in_answer_mode_too_where_there_is_one() -> None:
    got = score('{"answer":7,"annotation":[0,0,10,10]}', trace_reward_mode="answer")
    assert (got["overall"], got["annotation_reward"], got["format"]) == (1.0, 1.0, 0.0)


def test_an_atomic_answer_counts_in_both_modes_without_format() -> None:
    assert score("7")["overall"] == 0.5
    assert score("7", trace_reward_mode="answer")["overall"] == 1.0
    assert score("7", trace_reward_mode="answer")["format"] == 0.0


def test_without_an_answer_the_whole_text_is_compared() -> None:
    target = {"type": "mapping", "value": {"answer": None}}
    assert score('{"answer":null}', answer_gt=target)["answer_reward"] == 1.0


def test_a_contract_that_does_not_fit_costs_the_annotation_only() -> None:
    got = score('{"answer":7,"annotation":[0,0,10,10]}', reward_contract={})
    assert (got["answer_reward"], got["annotation_reward"], got["annotation_parse_ok"]) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize("annotation", [None, [0, 0, 0, 10], [0, 0, 10, 10**400], "x"], ids=str)
def test_an_annotation_that_cannot_be_read_earns_nothing(annotation: object) -> None:
    got = score(json.dumps({"answer": 7, "annotation": annotation}))
    assert (got["overall"], got["annotation_parse_ok"], got["format"]) == (0.5, 0.0, 1.0)


@pytest.mark.parametrize("response", [None, 7, b'{"answer":7}', ["x"], {"answer": 7}], ids=str)
def test_a_response_that_is_no_text_earns_nothing(response: object) -> None:
    got = score(response)
    assert (got["overall"], got["answer_parse_ok"], got["zero_reward"]) == (0.0, 1.0, 1.0)


def test_a_target_without_value_is_told() -> None:
    assert score('{"answer":7}', answer_gt={"type": "integer"})["answer_parse_ok"] == 0.0


def test_a_scorer_of_the_caller_s_decides_on_the_answer() -> None:
    got = score(
        '{"answer":8}',
        trace_answer_scoring="legacy_strict",
        legacy_strict_scorer=lambda answer, answer_gt: float(abs(answer - answer_gt["value"]) <= 1),
    )
    assert (got["answer_reward"], got["trace_answer_scoring_legacy_strict"]) == (1.0, 1.0)


def test_a_negative_reward_counts_as_zero_reward() -> None:
    got = score('{"answer":7}', answer_weight=-1, annotation_weight=2)
    assert (got["overall"], got["zero_reward"]) == (-1.0, 1.0)
