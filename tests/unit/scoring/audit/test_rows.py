import json
import math
from collections.abc import Callable
from dataclasses import replace

import pyarrow as pa
import pytest

from scoring.audit.rows import build_rows, content_hash, item_hash
from scoring.audit.schema import SCHEMA
from scoring.errors import ContractError
from scoring.records import (
    AnswerKind,
    Candidate,
    CandidateState,
    Item,
    Recorded,
    Response,
    Source,
    Verdict,
)

Make = Callable[..., Item]
RowOf = Callable[..., dict[str, object]]

EXAMPLE = Candidate(value="B", rule="final_marker", start=3, end=11, state=CandidateState.EXAMPLE)


def test_rows_have_every_column_of_the_schema(
    make_item: Make, make_rows: Callable[..., pa.RecordBatch]
) -> None:
    assert make_rows([make_item("a"), make_item("b")]).schema == SCHEMA


def test_no_items_make_no_rows() -> None:
    empty = build_rows([])
    assert empty.schema == SCHEMA
    assert empty.num_rows == 0


def test_what_the_run_says_stands_under_its_column(make_item: Make, row_of: RowOf) -> None:
    item = make_item(
        "q1",
        task="mmlu",
        attempt=2,
        category="law",
        prompt="Which?",
        metadata={"src": "x", "a": 1},
        images=("i.png",),
        image_size=(640, 480),
        reasoning="Hm.",
    )
    row = row_of(item)
    assert [row[name] for name in ("task", "item_id", "attempt", "category")] == ["mmlu", "q1", 2, "law"]
    assert [row[name] for name in ("prompt", "content", "reasoning")] == ["Which?", "FINAL: A", "Hm."]
    assert row["metadata"] == '{"a":1,"src":"x"}'
    assert row["target"] == '["A"]'
    assert row["images"] == ["i.png"]
    assert row["image_size"] == [640, 480]


def test_options_keep_the_order_that_the_model_saw(make_item: Make, row_of: RowOf) -> None:
    labels = [str(n) for n in range(1, 12)]
    row = row_of(make_item("q", options=dict.fromkeys(labels, "text")))
    assert list(json.loads(str(row["options"]))) == labels


def test_what_the_extraction_says_stands_under_its_column(make_item: Make, row_of: RowOf) -> None:
    taken = replace(EXAMPLE, state=CandidateState.TAKEN)
    row = row_of(
        make_item("q"),
        answer="B",
        source=Source.CONTENT,
        rule="final_marker",
        span=(3, 11),
        answer_kind=AnswerKind.VISIBLE,
        candidates=(taken,),
    )
    names = ("answer", "extraction_source", "extraction_rule", "span_start", "span_end", "n_candidates")
    assert [row[name] for name in names] == ["B", "content", "final_marker", 3, 11, 1]
    assert json.loads(str(row["candidates"])) == [
        {"end": 11, "rule": "final_marker", "start": 3, "state": "taken", "value": "B"}
    ]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [(AnswerKind.VISIBLE, True), (AnswerKind.NONE, True), (AnswerKind.REASONING_ONLY, False)],
)
def test_values_in_the_reasoning_are_examples_unless_they_are_the_only_answer(
    make_item: Make,
    row_of: RowOf,
    kind: AnswerKind,
    expected: bool,  # noqa: FBT001
) -> None:
    row = row_of(make_item("q"), answer_kind=kind, reasoning_candidates=(EXAMPLE,))
    assert row["has_reasoning_examples"] is expected


def test_the_main_scorer_has_columns_of_its_own_and_all_are_kept(make_item: Make, row_of: RowOf) -> None:
    main = Recorded(
        scorer="main", answer="B", method="regex", ambiguity=True, verdict=Verdict.INCORRECT, score=0.0
    )
    other = Recorded(scorer="other", verdict=Verdict.CORRECT, raw={"history": [1, None]})
    row = row_of(replace(make_item("q"), recorded=(main, other)))
    names = (
        "recorded_scorer",
        "recorded_answer",
        "recorded_method",
        "recorded_verdict",
        "recorded_ambiguity",
    )
    assert [row[name] for name in names] == ["main", "B", "regex", "incorrect", True]
    assert json.loads(str(row["recorded_all"]))[1] == {
        "raw": {"history": [1, None]},
        "scorer": "other",
        "verdict": "correct",
    }


def test_an_item_without_anything_recorded_has_null_there(make_item: Make, row_of: RowOf) -> None:
    row = row_of(make_item("q", recorded=None))
    assert {row[name] for name in SCHEMA.names if name.startswith("recorded_")} == {None}


@pytest.mark.parametrize("score", [math.nan, math.inf])
def test_a_score_that_is_no_finite_number_is_null(make_item: Make, row_of: RowOf, score: float) -> None:
    row = row_of(replace(make_item("q"), recorded=(Recorded(scorer="s", score=score),)))
    assert row["recorded_score"] is None


def test_half_a_surrogate_pair_anywhere_does_not_stop_the_writer(make_item: Make, row_of: RowOf) -> None:
    broken = "a\ud83db"
    item = make_item(
        broken,
        broken,
        prompt=broken,
        category=broken,
        metadata={broken: broken},
        options={broken: broken},
        target=(broken,),
        images=(broken,),
    )
    row = row_of(item)
    assert row["content"] == row["item_id"] == row["category"] == "a\ufffdb"
    assert row["images"] == ["a\ufffdb"]
    assert json.loads(str(row["metadata"])) == {broken: broken}


@pytest.mark.parametrize(
    "change",
    [{"prompt": "other"}, {"options": {"A": "x"}}, {"target": ("B",)}, {"images": ("x.png",)}],
    ids=lambda change: next(iter(change)),
)
def test_another_question_has_another_item_hash(make_item: Make, change: dict[str, object]) -> None:
    assert item_hash(make_item("q")) != item_hash(make_item("q", **change))


def test_the_same_question_has_the_same_item_hash_in_every_lane(make_item: Make) -> None:
    one = make_item("q1", "FINAL: A", category="law", options={"A": "x", "B": "y"})
    other = make_item("q2", "FINAL: B", category="art", options={"B": "y", "A": "x"})
    assert item_hash(one) == item_hash(other)


def test_other_evidence_has_another_content_hash(make_item: Make) -> None:
    texts = [("a", "b"), ("ab", ""), ("a", None), (None, "a"), (None, None), ("", None)]
    item = make_item("q")
    hashes = {
        content_hash("0", replace(item, response=Response(content=content, reasoning=reasoning)))
        for content, reasoning in texts
    }
    assert len(hashes) == len(texts)


def test_an_attempt_that_no_column_can_hold_is_told(make_item: Make, row_of: RowOf) -> None:
    with pytest.raises(ContractError, match=r"expected values of type int32, got .*, at column attempt"):
        row_of(make_item("q", attempt=2**40))


def test_text_of_any_characters_is_kept(make_item: Make, row_of: RowOf) -> None:
    text = "\x00\x01\r\n\u2028\ufeff😀e\u0301\u202e"
    assert row_of(make_item("q", text))["content"] == text
