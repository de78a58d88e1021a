import math

import pytest

from scoring.loaders.json_clean import (
    MAX_DEPTH,
    duplicate_key,
    has_surrogates,
    is_deep,
    is_plain,
    to_float,
    to_int,
    without_surrogates,
)


def nested(depth: int) -> object:
    value: object = 1
    for i in range(depth):
        value = [value] if i % 2 else {"a": value}
    return value


@pytest.mark.parametrize("text", ["0", "-1", str(2**63 - 1), str(-(2**63))])
def test_a_64_bit_integer_is_a_number(text: str) -> None:
    assert to_int(text) == int(text)


@pytest.mark.parametrize("text", [str(2**63), str(-(2**63) - 1), "9" * 5000], ids=len)
def test_a_larger_integer_stays_the_text_it_was(text: str) -> None:
    assert to_int(text) == text


def test_a_float_beyond_the_range_stays_the_text_it_was() -> None:
    assert to_float("1e999") == "1e999"


def test_a_float_in_range_is_a_number() -> None:
    assert to_float("2.5e3") == 2500.0
    assert math.isclose(to_float("1e-999"), 0.0)


@pytest.mark.parametrize(
    ("depth", "deep"), [(0, False), (MAX_DEPTH, False), (MAX_DEPTH + 1, True), (10_000, True)]
)
def test_depth_is_measured_without_recursion(depth: int, deep: bool) -> None:  # noqa: FBT001
    assert is_deep(nested(depth)) is deep


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ({"a": "x", "b": ["y"], "c": 1, "d": None}, True),
        ({"a": "ä"}, False),
        ({"ä": "a"}, False),
        ({"a": ["ä"]}, False),
        ({"a": [["b"]]}, False),
        ({"a": {}}, False),
        (["a"], False),
    ],
)
def test_only_a_shallow_record_of_ascii_texts_is_plain(value: object, plain: bool) -> None:  # noqa: FBT001
    assert is_plain(value) is plain


def test_each_lone_surrogate_becomes_one_replacement_character() -> None:
    flaws: list = []
    value = without_surrogates({"a\ud800": ["x\udfff\ud801y"], "b": "\U0001f600"}, "$", flaws)
    assert value == {"a\ufffd": ["x\ufffd\ufffdy"], "b": "\U0001f600"}
    assert [flaw.path for flaw in flaws] == ["$", "$.a\ufffd[0]"]


def test_a_duplicate_key_is_named() -> None:
    assert "'answer' twice" in duplicate_key("answer").message


@pytest.mark.parametrize(
    "value", ["\ud800", {"a": ["x\udc80"]}, {"\udfff": 1}, [nested(MAX_DEPTH - 1), "\ud800"]]
)
def test_a_lone_surrogate_is_found_in_any_key_and_text(value) -> None:
    assert has_surrogates(value)


@pytest.mark.parametrize("value", ["\U0001f600", {"ä": [1, None, 2**63 - 1]}, nested(MAX_DEPTH), 1e300])
def test_other_values_have_no_surrogates(value) -> None:
    assert not has_surrogates(value)
