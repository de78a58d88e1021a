import json

import pytest

from scoring.records import TaskType, Verdict

NINE = {
    "expected_answer": "D",
    "extracted_final_answer": "D",
    "extraction_method": "final_colon_letter",
    "ambiguity_flag": True,
    "raw_content": "FINAL: D",
    "raw_reasoning": "Perhaps FINAL: A or FINAL: B. The correct answer is D.\n",
    "scoring_decision": {"correct": False, "required_substrings": None},
    "correct": False,
}


def record(**changes):
    return NINE | changes


def one(loaded):
    (item,) = loaded.items
    return item


@pytest.mark.parametrize("container", ["tasks", "results", "items"])
@pytest.mark.parametrize("keyed", [True, False], ids=["object", "list"])
def test_records_are_found_under_each_container_in_both_forms(load_json, container, keyed) -> None:
    records = {"a": record()} if keyed else [record(id="a")]
    loaded = load_json({"model": "m", container: records})
    assert (one(loaded).item_id, loaded.problems) == ("a", [])


@pytest.mark.parametrize("records", [{"a": NINE}, [NINE | {"id": "a"}]], ids=["object", "list"])
def test_records_are_found_at_the_top_of_the_file(load_json, records) -> None:
    assert one(load_json(records)).item_id == "a"


def test_records_are_found_one_a_line(load_json) -> None:
    text = "".join(json.dumps(record(id=str(i))) + "\n" for i in range(3))
    assert [item.item_id for item in load_json(text).items] == ["0", "1", "2"]


def test_a_record_of_the_bug_report_becomes_an_item_with_everything_recorded(load_json) -> None:
    item = one(load_json({"tasks": {"reasoning_mmlu_015": record(category="reasoning")}}))
    recorded = item.recorded[0]
    assert (item.item_id, item.category, item.task_type) == (
        "reasoning_mmlu_015",
        "reasoning",
        TaskType.CHOICE,
    )
    assert item.target == ("D",)
    assert item.response.content == "FINAL: D"
    assert item.response.reasoning == NINE["raw_reasoning"]
    assert (recorded.answer, recorded.method, recorded.ambiguity) == ("D", "final_colon_letter", True)
    assert recorded.verdict is Verdict.INCORRECT


def test_the_category_is_none_where_the_record_has_none(load_json) -> None:
    assert one(load_json([record(id="math_1")])).category is None


def test_the_recorded_verdict_is_the_records_own_where_the_two_disagree(load_json) -> None:
    item = one(load_json([record(correct=True)]))
    assert item.recorded[0].verdict is Verdict.CORRECT
    assert item.recorded[0].raw["correct"] is True
    assert item.recorded[0].raw["scoring_decision"]["correct"] is False


def test_the_decisions_verdict_is_recorded_where_the_record_has_none_of_its_own(load_json) -> None:
    without = {key: value for key, value in NINE.items() if key != "correct"}
    decision = {"correct": True, "required_substrings": None}
    assert one(load_json([without | {"scoring_decision": decision}])).recorded[0].verdict is Verdict.CORRECT


def test_a_null_answer_without_a_verdict_is_recorded_incorrect(load_json) -> None:
    item = one(load_json([{"expected_answer": "D", "extracted_final_answer": None, "raw_content": ""}]))
    assert (item.recorded[0].answer, item.recorded[0].verdict) == (None, Verdict.INCORRECT)


@pytest.mark.parametrize("key", ["raw_reasoning", "reasoning", "reasoning_content", "reasoning_details"])
def test_the_reasoning_is_read_from_each_of_its_names(load_json, key) -> None:
    without = {name: value for name, value in NINE.items() if name != "raw_reasoning"}
    assert one(load_json([without | {key: " thinking \n"}])).response.reasoning == " thinking \n"


def test_reasoning_in_parts_is_joined_line_by_line(load_json) -> None:
    parts = [{"type": "reasoning.text", "text": "one"}, {"type": "reasoning.text", "text": "two"}]
    item = one(load_json([record(raw_reasoning=None, reasoning_details=parts)]))
    assert item.response.reasoning == "one\ntwo"


def test_an_empty_reasoning_stays_empty_and_is_not_null(load_json) -> None:
    assert one(load_json([record(raw_reasoning="")])).response.reasoning == ""


def test_a_second_reasoning_that_differs_stays_in_the_metadata(load_json) -> None:
    item = one(load_json([record(reasoning_content="other")]))
    assert item.response.reasoning == NINE["raw_reasoning"]
    assert item.metadata["reasoning_content"] == "other"


def test_texts_are_never_trimmed(load_json) -> None:
    item = one(load_json([record(raw_content="\n FINAL: D \t", prompt=" Which? ")]))
    assert (item.response.content, item.prompt) == ("\n FINAL: D \t", " Which? ")


def test_null_content_stays_null_without_a_problem(load_json) -> None:
    loaded = load_json([record(raw_content=None)])
    assert (one(loaded).response.content, loaded.problems) == (None, [])


def test_a_record_without_content_is_loaded_and_told(load_json) -> None:
    without = {key: value for key, value in NINE.items() if key != "raw_content"}
    loaded = load_json([without])
    assert one(loaded).response.content is None
    assert [problem.kind for problem in loaded.problems] == ["missing_text"]


def test_every_other_field_is_kept_in_the_metadata_under_its_own_name(load_json) -> None:
    item = one(load_json([record(latency_s=1.5, tags=["x"], options=["a", "b", "c", "d"])]))
    assert item.metadata == {"latency_s": 1.5, "tags": ["x"], "item_id_assumed": True}


def test_an_item_may_allow_the_reasoning_fallback(load_json) -> None:
    assert one(load_json([record(allow_reasoning_fallback=True)])).allow_reasoning_fallback is True


def test_attempt_task_prompt_and_finish_reason_are_read(load_json) -> None:
    item = one(load_json([record(attempt=2, task="mmlu", question="Which?", finish_reason="length")]))
    assert (item.attempt, item.task, item.prompt, item.response.finish_reason) == (
        2,
        "mmlu",
        "Which?",
        "length",
    )


def test_the_header_names_the_run_and_is_kept_whole(load_json) -> None:
    header = {"run_id": "B_1", "lane": "B", "model": "nemotron", "benchmark": "oc llm", "config": {"t": 0}}
    info = load_json(header | {"tasks": {"a": NINE}}).info
    assert (info.name, info.lane, info.model, info.benchmark) == ("B_1", "B", "nemotron", "oc llm")
    assert info.metadata == header


def test_fields_behind_the_records_belong_to_the_header_too(load_json) -> None:
    loaded = load_json({"tasks": {"a": NINE}, "summary": {"accuracy": 0.9}, "model": "m"})
    assert loaded.info.model == "m"
    assert loaded.info.metadata["summary"] == {"accuracy": 0.9}
    assert loaded.problems == []


def test_fields_behind_the_records_too_far_from_the_end_are_told(load_json) -> None:
    loaded = load_json({"tasks": {"a": NINE}, "early": 1, "log": "x" * 100_000})
    assert {(problem.kind, problem.path) for problem in loaded.problems} == {
        ("late_header", "$.early"),
        ("late_header", "$.log"),
    }


def test_fields_before_records_at_the_top_are_the_header(load_json) -> None:
    loaded = load_json({"model": "m", "a": NINE, "b": NINE})
    assert (loaded.info.model, [item.item_id for item in loaded.items], loaded.problems) == (
        "m",
        ["a", "b"],
        [],
    )


def test_what_is_no_record_among_records_is_a_skipped_problem(load_json) -> None:
    loaded = load_json({"tasks": {"a": NINE, "b": 5, "c": {"note": "x"}, "d": None}})
    assert [item.item_id for item in loaded.items] == ["a"]
    assert [(p.kind, p.index, p.skipped) for p in loaded.problems] == [
        ("malformed_record", 1, True),
        ("malformed_record", 2, True),
        ("malformed_record", 3, True),
    ]


def test_two_records_under_one_key_are_both_kept(load_json) -> None:
    one_of_two, other = json.dumps(NINE), json.dumps(record(raw_content="FINAL: A"))
    loaded = load_json(f'{{"tasks": {{"a": {one_of_two}, "a": {other}}}}}')
    assert [item.response.content for item in loaded.items] == ["FINAL: D", "FINAL: A"]


def test_a_key_that_stands_twice_in_a_record_is_told(load_json) -> None:
    loaded = load_json('[{"expected_answer": "A", "raw_content": "A", "raw_content": "B"}]')
    assert one(loaded).response.content == "B"
    assert [(p.kind, p.item_id, p.skipped) for p in loaded.problems] == [("duplicate_key", "0", False)]


def test_a_record_without_id_gets_its_position_and_a_note(load_json) -> None:
    loaded = load_json([record(id="x"), record()])
    assert [item.item_id for item in loaded.items] == ["x", "1"]
    assert loaded.items[1].metadata["item_id_assumed"] is True


def test_a_field_of_the_wrong_type_is_told_with_its_place_and_kept(load_json) -> None:
    loaded = load_json({"tasks": {"a": record(extraction_method=3, ambiguity_flag="yes")}})
    assert [(p.path, p.item_id, p.line) for p in loaded.problems] == [
        ("$.extraction_method", "a", 1),
        ("$.ambiguity_flag", "a", 1),
    ]
    assert one(loaded).recorded[0].raw["ambiguity_flag"] == "yes"


def test_an_extracted_number_or_list_becomes_text(load_json) -> None:
    loaded = load_json([record(extracted_final_answer=42), record(extracted_final_answer=["A", "C"])])
    assert [item.recorded[0].answer for item in loaded.items] == ["42", "A, C"]
