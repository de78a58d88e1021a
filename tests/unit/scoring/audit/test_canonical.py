import json
import math
from types import MappingProxyType

import pytest

from scoring.audit.canonical import (
    TOO_DEEP,
    canonical_bytes,
    canonical_json,
    decode_json,
    digest_texts,
    has_lone_surrogate,
    storable,
)

SAME_EITHER_WAY = [
    {"b": 1, "a": [True, None, 'é\u2028"\\\n']},
    {},
    [],
    "",
    {"nested": {"z": 1.5, "y": -0.0, "x": 10**17}},
]


def test_keys_are_sorted_and_nothing_is_padded_or_escaped() -> None:
    assert canonical_json({"b": "é", "a": [1, 2]}) == '{"a":[1,2],"b":"é"}'


def test_keys_keep_their_order_where_it_says_something() -> None:
    assert canonical_json({"10": None, "9": None}, sort_keys=False) == '{"10":null,"9":null}'


@pytest.mark.parametrize("value", SAME_EITHER_WAY, ids=str)
def test_the_fast_and_the_slow_writer_agree(value: object) -> None:
    slow = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical_json(value) == slow


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_float_that_json_cannot_say_is_not_turned_into_null(number: float) -> None:
    (back,) = decode_json(canonical_json([number]))
    assert back == number or (math.isnan(back) and math.isnan(number))


def test_a_real_null_beside_numbers_stays_null() -> None:
    assert canonical_json({"a": None, "b": 0.5}) == '{"a":null,"b":0.5}'


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1, 2**80])
def test_an_integer_of_any_size_comes_back_whole(number: int) -> None:
    back = decode_json(canonical_json({"n": number}))
    assert back == {"n": number}
    assert isinstance(back, dict)
    assert type(back["n"]) is int


def test_a_lone_surrogate_is_escaped_and_comes_back() -> None:
    assert canonical_bytes(["\ud83d"]) == b'["\\ud83d"]'
    assert decode_json(canonical_json(["\ud83d"])) == ["\ud83d"]


def test_any_mapping_is_written_as_an_object() -> None:
    assert canonical_json(MappingProxyType({"a": MappingProxyType({"b": None})})) == '{"a":{"b":null}}'


@pytest.mark.parametrize("depth", [300, 5000])
def test_what_is_nested_beyond_measure_is_named_instead_of_raising(depth: int) -> None:
    value: object = []
    for _ in range(depth):
        value = [value]
    assert canonical_json(value) == TOO_DEEP


def test_what_is_nested_deeply_is_kept_by_the_slow_writer_too() -> None:
    value: object = 2**70
    for _ in range(200):
        value = [value]
    assert decode_json(canonical_json(value)) == value


def test_what_is_no_json_value_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a JSON value, got set"):
        canonical_json({1, 2})


def test_no_text_decodes_to_none() -> None:
    assert decode_json(None) is None


def test_a_digest_tells_no_text_from_an_empty_one() -> None:
    assert digest_texts(["a", None]) != digest_texts(["a", ""])


def test_a_digest_does_not_run_texts_together() -> None:
    assert digest_texts(["ab", "c"]) != digest_texts(["a", "bc"])


def test_a_digest_takes_texts_that_utf8_cannot_carry() -> None:
    assert digest_texts(["\ud83d"]) != digest_texts(["\ude00"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [("plain", False), ("é😀", False), ("\ud83d", True), ("a\udc00b", True), ("", False)],
)
def test_half_a_surrogate_pair_is_noticed(text: str, expected: bool) -> None:  # noqa: FBT001
    assert has_lone_surrogate(text) is expected


def test_half_a_surrogate_pair_is_replaced_without_moving_any_offset() -> None:
    assert storable("a\ud83db") == "a\ufffdb"
    assert storable(None) is None
