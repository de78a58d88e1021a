from collections.abc import Mapping

import pytest

from scoring.loaders.vlmevalkit_row import ask, cell_text, prediction_of, rotation_of
from scoring.records import JsonValue, TaskType


@pytest.mark.parametrize(
    ("value", "text"),
    [(3.0, "3"), (0.5, "0.5"), (True, "True"), ("None", "None"), ("NA", "NA"), ("", None)],
)
def test_a_cell_is_the_text_that_it_was(value: JsonValue, text: str | None) -> None:
    assert cell_text(value) == text


@pytest.mark.parametrize(
    ("value", "content", "was_listed"),
    [
        ("['B']", "B", True),
        ('["it\'s B"]', "it's B", True),
        (["B"], "B", True),
        ("['A', 'B']", "['A', 'B']", False),
        ("[1]", "[1]", False),
        (" B. ", " B. ", False),
        (2.0, "2", False),
        (None, None, False),
    ],
)
def test_a_reply_is_taken_out_of_a_list_of_one(
    value: JsonValue, content: str | None, *, was_listed: bool
) -> None:
    assert prediction_of({"prediction": value}) == (content, was_listed)


ROW = {"A": "left", "B": "right", "C": None, "D": None}


@pytest.mark.parametrize(
    ("change", "options", "target", "task_type"),
    [
        ({"answer": "B"}, {"A": "left", "B": "right"}, ("B",), TaskType.CHOICE),
        ({"answer": "(b)"}, {"A": "left", "B": "right"}, ("B",), TaskType.CHOICE),
        ({"answer": "right"}, {"A": "left", "B": "right"}, ("B",), TaskType.CHOICE),
        ({"answer": "A, B"}, {"A": "left", "B": "right"}, ("A", "B"), TaskType.MULTI_CHOICE),
        ({"answer": "A", "A": None, "B": "no"}, {"A": None, "B": "no"}, ("A",), TaskType.CHOICE),
        ({"answer": "C"}, {"A": "left", "B": "right", "C": None}, ("C",), TaskType.CHOICE),
        ({"answer": "C", "B": "", "C": "x"}, {"A": "left", "B": None, "C": "x"}, ("C",), TaskType.CHOICE),
        ({"answer": "A", "A": "None", "B": "NA"}, {"A": "None", "B": "NA"}, ("A",), TaskType.CHOICE),
        ({"answer": "B", "A": "3", "B": "1.0"}, {"A": "3", "B": "1"}, ("B",), TaskType.CHOICE),
        ({"answer": "B", "A": "3.0", "B": "1.0"}, {"A": "3.0", "B": "1.0"}, ("B",), TaskType.CHOICE),
    ],
)
def test_option_columns_and_answer_make_options_and_target(
    change: Mapping[str, JsonValue],
    options: Mapping[str, str | None],
    target: tuple[str, ...],
    task_type: TaskType,
) -> None:
    asked = ask(ROW | change, "Set")
    assert (asked.options, asked.target, asked.task_type, asked.outside) == (options, target, task_type, None)


def test_an_answer_outside_the_options_is_named_and_kept() -> None:
    asked = ask(ROW | {"answer": "upwards"}, None)
    assert (asked.target, asked.outside) == (("upwards",), "upwards")


def test_labels_are_assumed_where_every_option_is_empty() -> None:
    asked = ask({"A": None, "B": None, "answer": "C"}, None)
    assert (tuple(asked.options), asked.target, asked.is_assumed) == (("A", "B", "C", "D"), ("C",), True)


def test_options_in_one_cell_are_read_as_a_list() -> None:
    asked = ask({"choices": "['3', '5']", "answer": "5"}, "MathVista")
    assert (asked.options, asked.target) == ({"A": "3", "B": "5"}, ("B",))


@pytest.mark.parametrize(
    ("answer", "target", "task_type"),
    [
        ("Yes", ("Yes",), TaskType.CHOICE),
        ("B", ("B",), TaskType.SHORT_TEXT),
        ("12", ("12",), TaskType.NUMBER),
        ("['one', 'two ']", ("one", "two"), TaskType.SHORT_TEXT),
        ("[0.1, 0.2]", ("[0.1, 0.2]",), TaskType.SHORT_TEXT),
        (None, (), TaskType.SHORT_TEXT),
    ],
)
def test_without_option_columns_the_answer_makes_the_type(
    answer: JsonValue, target: tuple[str, ...], task_type: TaskType
) -> None:
    asked = ask({"answer": answer}, None)
    assert (asked.target, asked.task_type) == (target, task_type)


@pytest.mark.parametrize("benchmark", ["OCRBench", "MTVQA_TEST"])
def test_benchmarks_that_look_for_the_answer_in_the_reply_are_substring(benchmark: str) -> None:
    asked = ask({"answer": "['A', 'B']"}, benchmark)
    assert (asked.task_type, asked.target, asked.options) == (TaskType.SUBSTRING, ("A", "B"), {})


@pytest.mark.parametrize(
    ("row", "index", "place"),
    [
        ({}, "7", None),
        ({}, "2000007", ("7", 2)),
        ({}, "2000007.0", ("7", 2)),
        ({"g_index": 8}, "1000007", ("8", 1)),
        ({"g_index": 1000007}, "1000007", None),
        ({}, "scene-1000007", None),
    ],
)
def test_an_index_from_a_million_on_is_a_rotation(
    row: Mapping[str, JsonValue], index: str, place: tuple[str, int] | None
) -> None:
    assert rotation_of(row, index) == place
