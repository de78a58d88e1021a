import json

import pytest

from scoring.records import Verdict
from scoring.stats.compare import compare_lanes
from scoring.stats.matrix import compare_many
from scoring.stats.payload import comparison_payload, matrix_payload


@pytest.fixture(scope="module")
def lanes(choice, lane):
    names = "stuvwxyz"
    a = lane([choice(name, "FINAL: B" if name < "w" else "FINAL: A", category="law") for name in names])
    b = lane(
        [choice(name, "FINAL: A", category="law", recorded=Verdict.INCORRECT) for name in names[:-1]]
        + [choice("other", "FINAL: A")]
    )
    return a, b


@pytest.fixture(scope="module")
def payload(lanes):
    return comparison_payload(compare_lanes(*lanes, margin_pp=5))


def test_a_comparison_is_json(payload) -> None:
    assert json.loads(json.dumps(payload)) == payload


def test_the_short_names_hold_the_numbers_of_the_comparison(payload, lanes) -> None:
    comparison = compare_lanes(*lanes)
    assert (payload["paired_n"], payload["only_a"], payload["only_b"]) == (7, 1, 1)
    rescored, found = payload["rescored"], comparison.rescored
    assert rescored["diff_pp"] == found.difference_pp
    assert rescored["diff_ci_pp"] == [found.diff_pp.low, found.diff_pp.high]
    assert (rescored["mcnemar_p"], rescored["b_only"], rescored["a_only"]) == (found.mcnemar.p, 4, 0)
    assert payload["attribution"] == {
        "model": comparison.attribution.model,
        "scorer": comparison.attribution.scorer,
    }


def test_the_parts_sum_to_the_recorded_difference(payload) -> None:
    detail = payload["attribution_detail"]
    assert sum(payload["attribution"].values()) == detail["recorded"] == -7
    assert payload["recorded"]["b"]["correct"] - payload["recorded"]["a"]["correct"] == -7
    assert sum(one["model"] for one in detail["by_cause"]) == detail["model"]


def test_numbers_come_with_their_denominators(payload) -> None:
    a = payload["rescored"]["a"]
    assert (a["correct"], a["scored"], a["accuracy"]) == (3, 7, 3 / 7)
    for figure in ("accuracy_a", "diff_pp", "mcnemar"):
        found = payload["rescored"]["figures"][figure]
        assert (found["n"], found["of"]) == (7, "pairs scorable in both lanes")
        assert found["method"]


def test_categories_hold_the_same_figures(payload) -> None:
    (law,) = payload["categories"]
    assert (law["value"], law["n"], law["rescored"]["b_only"]) == ("law", 7, 4)
    assert law["rescored"]["mcnemar_p_adjusted"] == law["rescored"]["mcnemar_p"]


def test_lists_are_whole(payload) -> None:
    assert payload["rescored_flips"]["only_b_correct"]["n"] == 4
    first = payload["rescored_flips"]["only_b_correct"]["items"][0]
    assert (first["item_id"], first["answer_a"], first["answer_b"], first["cause"]) == (
        "s",
        "B",
        "A",
        "answer_changed",
    )
    assert [one["item_id"] for one in payload["items"]["only_b"]["items"]] == ["other"]


def test_comparability_names_its_items(payload) -> None:
    found = payload["comparability"]
    assert found["is_full"] is False
    assert {one["kind"]: one["items"] for one in found["reasons"]} == {"only_a": ["z"], "only_b": ["other"]}


def test_a_matrix_is_json(lanes) -> None:
    payload = matrix_payload(compare_many(lanes))
    assert json.loads(json.dumps(payload)) == payload
    assert payload["cells"][0]["diff_pp"]["n"] == 7
