from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

import pytest

from scoring.cli.printing import (
    count,
    escape_controls,
    format_difference,
    format_problems,
    format_rate,
    format_table,
    to_json,
)
from scoring.records import Problem, Response


def test_columns_are_aligned_numbers_to_the_right() -> None:
    table = format_table([("correct", "188"), ("no answer", "0")], header=("", "n"), right=[1])
    assert table.splitlines() == ["             n", "---------  ---", "correct    188", "no answer    0"]


def test_a_table_without_rows_is_empty_text() -> None:
    assert format_table([], header=("a", "b")) == ""


@pytest.mark.parametrize(
    ("part", "whole", "text"), [(188, 210, "188/210 = 89.52 %"), (0, 0, "0/0"), (0, 3, "0/3 = 0.00 %")]
)
def test_a_rate_shows_its_denominator(part: int, whole: int, text: str) -> None:
    assert format_rate(part, whole) == text


def test_a_difference_is_signed_and_in_percentage_points() -> None:
    assert format_difference(188 / 210, 197 / 210) == "+4.29 pp"


def test_no_difference_is_shown_where_one_side_has_no_accuracy() -> None:
    assert format_difference(None, 0.5) == ""


@pytest.mark.parametrize(("n", "text"), [(0, "0 items"), (1, "1 item"), (12_032, "12,032 items")])
def test_a_count_goes_with_its_noun(n: int, text: str) -> None:
    assert count(n, "item") == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("\u202eABC", r"\u202eABC"),
        ("\ud800", r"\ud800"),
        ("a\rb\tc", r"a\rb\tc"),
        ("two\nlines, 答案", "two\nlines, 答案"),
    ],
    ids=["colour", "right-to-left", "surrogate", "return and tab", "plain"],
)
def test_text_cannot_steer_the_terminal(text: str, shown: str) -> None:
    assert escape_controls(text) == shown


def test_a_problem_is_told_with_place_message_and_cure() -> None:
    problem = Problem(
        kind="malformed_record",
        message="expected an object, got 3",
        cure="Fix it.",
        file="a.jsonl",
        line=7,
        path="$.x",
    )
    assert format_problems([problem]).splitlines() == [
        "1 problem",
        "  a.jsonl:7 $.x: expected an object, got 3 - Fix it.",
    ]


def test_records_that_were_not_loaded_are_counted_apart() -> None:
    problems = [Problem(kind="k", message="m", file="a.json", index=i, skipped=i == 1) for i in range(2)]
    assert format_problems(problems).splitlines()[0] == "2 problems, 1 record not loaded"


def test_a_long_list_of_problems_says_how_many_are_left_out() -> None:
    problems = [Problem(kind="k", message=f"m{i}") for i in range(25)]
    lines = format_problems(problems, limit=20).splitlines()
    assert len(lines) == 22
    assert lines[-1] == "  and 5 more; --json lists them all"


def test_a_record_becomes_plain_json_values() -> None:
    class Kind(StrEnum):
        A = "a"

    value = {
        "response": Response(content="x"),
        "kind": Kind.A,
        "map": MappingProxyType({1: (2.5, None)}),
        "p": Path("a/b"),
    }
    assert to_json(value) == {
        "response": {"content": "x", "reasoning": None, "finish_reason": None},
        "kind": "a",
        "map": {"1": [2.5, None]},
        "p": "a/b",
    }


def test_what_json_cannot_hold_is_an_error_and_never_a_guess() -> None:
    with pytest.raises(TypeError, match="expected a value that JSON can hold, got object"):
        to_json(object())


def test_alike_problems_are_one_line() -> None:
    alike = [Problem(kind="k", message="m", file="a.json", index=i, cure="Fix it.") for i in range(43)]
    other = Problem(kind="k", message="n", file="a.json", index=50)
    assert format_problems([*alike, other]).splitlines() == [
        "44 problems",
        "  a.json[0], a.json[1], a.json[2] and 40 more: m - Fix it.",
        "  a.json[50]: n",
        "  --json lists all",
    ]
