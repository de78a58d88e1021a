import math
import warnings

import pytest

from scoring.trace.values import UNREAD, read_json, read_json_tail, read_literal, read_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        (' {"a": [1, 2.5]}\n', {"a": [1, 2.5]}),
        ("Infinity", math.inf),
        ('{"a":1,"a":2}', {"a": 2}),
        ("{'a': (1, 2)}", {"a": (1, 2)}),
        ("{1, 2}", {1, 2}),
        ("0x7", 7),
        ("1_0", 10),
        (".3", 0.3),
        ("7+0j", 7),
        ("1, 2", (1, 2)),
        ("{'a': 7, # seven\n}", {"a": 7}),
        ("u'x' 'y'", "xy"),
        ("None", None),
        ('"\\ud800"', "\ud800"),
        ("9007199254740993", 9007199254740993),
    ],
)
def test_a_text_that_is_one_value_is_read(text: str, value: object) -> None:
    assert read_value(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "seven",
        "7 apples",
        "{a: 7}",
        "f'7'",
        "07",
        "__import__('os')",
        "1+1",
        "[x for x in 'ab']",
        "{'a': 1}['a']",
        "lambda: 0",
        "{[]: 1}",
        "'\n'",
        "'\ud800'",
        "\x00",
        "9" * 5000,
    ],
)
def test_a_text_that_is_no_value_stays_unread(text: str) -> None:
    assert read_value(text) is UNREAD


def test_a_literal_is_read_up_to_its_limits() -> None:
    assert read_literal("(" * 100 + "7" + ")" * 100) == 7
    assert read_literal("(" * 101 + "7" + ")" * 101) is UNREAD
    assert read_literal("-" * 101 + "7") is UNREAD
    assert read_literal("'" + "a" * 65_534 + "'") == "a" * 65_534
    assert read_literal("'" + "a" * 65_535 + "'") is UNREAD


def test_brackets_in_strings_and_comments_are_no_levels() -> None:
    assert read_literal("'" + "(" * 200 + "'") == "(" * 200
    assert read_literal("7 #" + "(" * 200) == 7


def test_an_escape_that_python_does_not_know_is_read_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_literal(r"'\d'") == r"\d"


def test_json_has_to_be_the_whole_text() -> None:
    assert read_json("[1]") == [1]
    assert read_json("[1] ") is UNREAD
    assert read_json("[" * 100_000) is UNREAD


def test_a_tail_is_read_from_its_start_to_the_very_end() -> None:
    assert read_json_tail("so [1]", 3) == [1]
    assert read_json_tail("so [1].", 3) is UNREAD
    assert read_json_tail("so", 2) is UNREAD


def test_unread_says_what_it_is() -> None:
    assert repr(UNREAD) == "UNREAD"
