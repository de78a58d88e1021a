"""Responses that stop, slow down or break the reference: ours returns, with the same rewards."""

import gzip
import json
import math
from pathlib import Path

import pytest

from scoring import explain_trace_response, score_trace_response
from scoring.trace.contracts import ANNOTATION_TYPES

FILE = Path(__file__).parents[2].parent / "shared/data/trace/hostile.jsonl.gz"
COMPARED = ("overall", "answer_reward", "annotation_reward", "format", "json_found")

DECIDED_OTHERWISE = {
    "nested_parens_literal_150": "Python literals are read up to 100 levels",
    "quotes_1M": "an odd quote in the prose does not hide the final object",
}

pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="the hostile responses are not here")


def read_hostile() -> list[dict]:
    if not FILE.is_file():
        return []
    with gzip.open(FILE, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


HOSTILE = read_hostile()
NO_TEXTS = {"None": None, "7": 7, "['x']": ["x"]}


def arguments(case: dict) -> dict:
    response, kind = case["response"], ANNOTATION_TYPES[case["annotation_type"]]
    if isinstance(response, dict):
        response = NO_TEXTS[response["$other"]] if "$other" in response else response["$bytes"].encode()
    return {
        "response": response,
        "answer_gt": case["answer_gt"],
        "annotation_gt": {"type": kind.name, "value": case["annotation_gt_value"]},
        "reward_contract": {"annotation": {"id": kind.reward_id, "type": kind.name}},
        "trace_reward_mode": case["mode"],
    }


@pytest.mark.parametrize("case", HOSTILE, ids=lambda case: case["name"])
def test_a_hostile_response_returns_finite_figures(case: dict) -> None:
    got = score_trace_response(**arguments(case))
    assert all(math.isfinite(value) for value in got.values())


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in HOSTILE
        if case["reference"]["outcome"] == "returns" and case["name"] not in DECIDED_OTHERWISE
    ],
    ids=lambda case: case["name"],
)
def test_a_hostile_response_earns_what_the_reference_gives(case: dict) -> None:
    got = score_trace_response(**arguments(case))
    assert {key: got[key] for key in COMPARED} == pytest.approx(
        {key: case["reference"][key] for key in COMPARED}, abs=1e-6
    )


@pytest.mark.parametrize("case", HOSTILE, ids=lambda case: case["name"])
def test_a_hostile_response_can_be_explained(case: dict) -> None:
    explained = explain_trace_response(**arguments(case))
    total = math.fsum(row.share for row in explained.ledger)
    assert total == pytest.approx(explained.result["annotation_reward"], abs=1e-9)
