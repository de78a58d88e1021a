"""The reference's inputs and outputs, kind by kind; where ours decides otherwise, the rule that holds."""

import gzip
import json
import math
from collections import defaultdict
from pathlib import Path

import pytest

from scoring import explain_trace_response, score_trace_batch, score_trace_response

FILE = Path(__file__).parents[2].parent / "shared/data/trace/vectors.jsonl.gz"
TOLERANCE = 1e-6
"""The reference holds the matrices of sets in 32 bits."""
MATCHED_TIERS = {"spec", "ref", "compat"}
DEPENDS_ON_PAIRING = {
    "overall",
    "annotation_reward",
    "task_reward_raw",
    "task_reward_effective",
    "task_reward_gated",
    "annotation_assigned_similarity_mean",
    "zero_reward",
}

pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="the reference's vectors are not here")


def untagged(value: object) -> object:
    """Return a value with what JSON cannot hold put back."""
    if isinstance(value, list):
        return [untagged(part) for part in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        ((tag, inner),) = value.items()
        if tag == "$float":
            return float(inner)
        if tag == "$set":
            return {untagged(part) for part in inner}
        if tag == "$tuple":
            return tuple(untagged(part) for part in inner)
        if tag == "$bytes":
            return inner.encode()
    return {key: untagged(part) for key, part in value.items()}


def arguments(vector: dict) -> dict:
    args = dict(vector["args"])
    response = args.pop("response")
    return {"response": response if isinstance(response, str) else untagged(response), **untagged(args)}


def read_vectors() -> list[dict]:
    if not FILE.is_file():
        return []
    with gzip.open(FILE, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


VECTORS = read_vectors()
BY_KIND: dict[str, list[dict]] = defaultdict(list)
for one in VECTORS:
    if one["tier"] in MATCHED_TIERS:
        BY_KIND[one["kind"]].append(one)
CONFLICTS = [one for one in VECTORS if one["tier"] == "conflict"]
BUGS = [one for one in VECTORS if one["tier"] == "bug"]
RETURNING = [one for one in VECTORS if "want" in one]


def are_same(want: float, got: float) -> bool:
    return want == got or abs(want - got) <= TOLERANCE or (math.isnan(want) and math.isnan(got))


def difference(vector: dict) -> str:
    """Return where ours differs from the reference on one vector, or an empty string."""
    try:
        got = score_trace_response(**arguments(vector))
    except ValueError as error:
        return "" if vector.get("raises") == "ValueError" else f"raises {error}"
    if "raises" in vector:
        return f"does not raise {vector['raises']}"
    want = untagged(vector["want"])
    if want.keys() != got.keys():
        return f"keys {sorted(want.keys() ^ got.keys())}"
    skipped = DEPENDS_ON_PAIRING if "tie" in vector["flags"] else set()
    wrong = {key: (want[key], got[key]) for key in want.keys() - skipped if not are_same(want[key], got[key])}
    return str(wrong) if wrong else ""


@pytest.mark.parametrize("kind", sorted(BY_KIND))
def test_every_key_has_the_reference_s_value(kind: str) -> None:
    differences = {one["id"]: difference(one) for one in BY_KIND[kind]}
    assert {vector: what for vector, what in differences.items() if what} == {}


def final_object(response: str) -> str:
    """Return the last object of a response, without a code block around it."""
    return response[response.rindex('{"answer"') :].removesuffix("\n```")


@pytest.mark.parametrize("vector", CONFLICTS, ids=lambda vector: vector["id"])
def test_the_prose_before_it_never_hides_the_final_object(vector: dict) -> None:
    args = arguments(vector)
    alone = score_trace_response(**args | {"response": final_object(args["response"])})
    assert score_trace_response(**args) == alone
    assert alone["answer_reward"] == 1.0


@pytest.mark.parametrize("vector", BUGS, ids=lambda vector: vector["id"])
def test_what_breaks_the_reference_is_scored_within_bounds(vector: dict) -> None:
    got = score_trace_response(**arguments(vector))
    assert all(math.isfinite(value) for value in got.values())
    assert all(0.0 <= got[key] <= 1.0 for key in ("overall", "annotation_reward", "format"))


@pytest.mark.parametrize(
    "vector",
    [one for one in BUGS if one["kind"].startswith(("nonstring", "deep_nesting/d9"))],
    ids=lambda vector: vector["id"],
)
def test_a_response_that_cannot_be_read_earns_nothing(vector: dict) -> None:
    got = score_trace_response(**arguments(vector))
    assert (got["overall"], got["zero_reward"]) == (0.0, 1.0)


@pytest.mark.parametrize("kind", sorted({one["kind"] for one in RETURNING}))
def test_the_rows_of_the_ledger_sum_to_the_annotation_reward(kind: str) -> None:
    off = {}
    for vector in (one for one in RETURNING if one["kind"] == kind):
        explained = explain_trace_response(**arguments(vector))
        reward = explained.result["annotation_reward"]
        total = sum(row.share for row in explained.ledger)
        if abs(total - reward) > 1e-9:
            off[vector["id"]] = (total, reward)
    assert off == {}


def test_a_batch_gives_what_single_calls_give() -> None:
    rows = [arguments(vector) for vector in RETURNING]
    # NaN, which some options ask for, is told by its text.
    assert [str(result) for result in score_trace_batch(rows)] == [
        str(score_trace_response(**row)) for row in rows
    ]


def test_ids_are_unique_and_no_vector_is_left_out() -> None:
    assert len({one["id"] for one in VECTORS}) == len(VECTORS)
    assert sum(map(len, BY_KIND.values())) + len(CONFLICTS) + len(BUGS) == len(VECTORS)
