import pytest

from scoring.records import TaskType

BASE = {"raw_content": "x", "extracted_final_answer": "x", "correct": True}


def item_of(load_json, **fields):
    (item,) = load_json({"tasks": {fields.pop("id", "t1"): BASE | fields}}).items
    return item


@pytest.mark.parametrize(
    ("expected", "task_type"),
    [
        ("D", TaskType.CHOICE),
        ("d", TaskType.CHOICE),
        ("(D)", TaskType.CHOICE),
        ("42", TaskType.NUMBER),
        ("-1,234.5", TaskType.NUMBER),
        ("1/2", TaskType.NUMBER),
        ("2.5e-3", TaskType.NUMBER),
        ("$40", TaskType.NUMBER),
        ("50%", TaskType.NUMBER),
        (-7, TaskType.NUMBER),
        (0.5, TaskType.NUMBER),
        ("Paris", TaskType.SHORT_TEXT),
        ("42 km", TaskType.SHORT_TEXT),
        ("nan", TaskType.SHORT_TEXT),
        (True, TaskType.SHORT_TEXT),
        (["Paris", "Paname"], TaskType.SHORT_TEXT),
        (["A", "C"], TaskType.MULTI_CHOICE),
        ([5, 5.0], TaskType.NUMBER),
        ([5, "five"], TaskType.SHORT_TEXT),
    ],
)
def test_the_task_type_is_inferred_from_the_expected_answer(load_json, expected, task_type) -> None:
    assert item_of(load_json, expected_answer=expected).task_type is task_type


def test_an_expected_answer_that_is_one_of_the_options_makes_a_choice_item(load_json) -> None:
    item = item_of(load_json, expected_answer="2", options={"1": "red", "2": "blue"})
    assert (item.task_type, item.target) == (TaskType.CHOICE, ("2",))


def test_required_substrings_are_the_target_and_all_are_required(load_json) -> None:
    decision = {"correct": True, "required_substrings": ["alpha", "beta"]}
    item = item_of(load_json, expected_answer="A", scoring_decision=decision)
    assert (item.task_type, item.target, item.target_mode) == (TaskType.SUBSTRING, ("alpha", "beta"), "all")
    assert item.metadata["expected_answer"] == "A"


def test_empty_required_substrings_do_not_make_a_substring_item(load_json) -> None:
    decision = {"correct": True, "required_substrings": []}
    assert item_of(load_json, expected_answer="A", scoring_decision=decision).task_type is TaskType.CHOICE


@pytest.mark.parametrize(
    ("kind", "task_type"),
    [
        ("choice", TaskType.CHOICE),
        ("Multiple-Choice", TaskType.CHOICE),
        ("multi_choice", TaskType.MULTI_CHOICE),
        ("number", TaskType.NUMBER),
        ("short text", TaskType.SHORT_TEXT),
        ("required_substrings", TaskType.SUBSTRING),
    ],
)
def test_a_kind_of_the_record_wins_over_what_would_be_inferred(load_json, kind, task_type) -> None:
    assert item_of(load_json, expected_answer="D", kind=kind).task_type is task_type


def test_an_unknown_kind_is_told_with_the_known_ones_and_inferred_instead(load_json) -> None:
    loaded = load_json({"tasks": {"a": BASE | {"expected_answer": "D", "kind": "essay"}}})
    assert loaded.items[0].task_type is TaskType.CHOICE
    assert loaded.problems[0].kind == "unknown_kind"
    assert "multi_choice" in loaded.problems[0].message


def test_a_missing_expected_answer_leaves_the_target_empty_and_is_told(load_json) -> None:
    loaded = load_json({"tasks": {"a": BASE | {"expected_answer": None}}})
    assert loaded.items[0].target == ()
    assert [(p.kind, p.skipped) for p in loaded.problems] == [("missing_target", False)]


@pytest.mark.parametrize(
    ("changes", "labels"),
    [
        ({}, "ABCD"),
        ({"id": "reasoning_mmlu_015"}, "ABCD"),
        ({"id": "reasoning_mmlu_pro_019"}, "ABCDEFGHIJ"),
        ({"category": "MMLU-Pro law"}, "ABCDEFGHIJ"),
        ({"expected_answer": "E"}, "ABCDEFGHIJ"),
        ({"expected_answer": "L"}, "ABCDEFGHIJKL"),
    ],
    ids=["default", "mmlu", "mmlu_pro id", "mmlu_pro category", "beyond D", "beyond J"],
)
def test_labels_are_assumed_where_the_record_has_no_options(load_json, changes, labels) -> None:
    item = item_of(load_json, **({"expected_answer": "B"} | changes))
    assert item.options == dict.fromkeys(labels)
    assert item.metadata["labels_assumed"] is True


@pytest.mark.parametrize(
    ("options", "read"),
    [
        (["red", "green"], {"A": "red", "B": "green"}),
        ({"1": "red", "2": "green"}, {"1": "red", "2": "green"}),
        ([1, None], {"A": "1", "B": None}),
    ],
    ids=["list", "object", "other scalars"],
)
def test_options_are_read_and_nothing_is_assumed(load_json, options, read) -> None:
    item = item_of(load_json, expected_answer="B", options=options)
    assert item.options == read
    assert "labels_assumed" not in item.metadata


def test_no_labels_are_assumed_for_an_item_without_options_to_choose_from(load_json) -> None:
    item = item_of(load_json, expected_answer="Paris")
    assert (item.options, item.metadata) == ({}, {})


def test_options_of_the_wrong_type_are_told_and_kept(load_json) -> None:
    loaded = load_json({"tasks": {"a": BASE | {"expected_answer": "B", "options": "A) x B) y"}}})
    assert loaded.problems[0].path == "$.options"
    assert loaded.items[0].metadata["options"] == "A) x B) y"


def test_an_expected_answer_that_is_no_text_is_told_and_kept(load_json) -> None:
    loaded = load_json({"tasks": {"a": BASE | {"expected_answer": {"x": 1}}}})
    assert [p.kind for p in loaded.problems] == ["bad_field", "missing_target"]
    assert loaded.items[0].metadata["expected_answer"] == {"x": 1}
