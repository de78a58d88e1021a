import pytest

from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_whole import depth_flaws, parse_whole


def test_a_document_is_parsed() -> None:
    assert parse_whole(b'{"a": [1, 2.5, null, "x"]}') == ({"a": [1, 2.5, None, "x"]}, ())


def test_what_strict_json_has_no_form_for_stays_as_text() -> None:
    value, flaws = parse_whole(b'{"a": NaN, "b": "\\ud800", "a": -Infinity}')
    assert value == {"a": "-Infinity", "b": "\ufffd"}
    assert {flaw.kind for flaw in flaws} == {"duplicate_key", "invalid_text"}


@pytest.mark.parametrize("data", [b"", b"  ", b'{"a": ', b"[1] 2", b"x"])
def test_what_is_no_document_is_a_fault(data: bytes) -> None:
    with pytest.raises(JsonFault):
        parse_whole(data)


def test_deep_nesting_is_a_flaw() -> None:
    value, _ = parse_whole(b"[" * 150 + b"]" * 150)
    assert [flaw.kind for flaw in depth_flaws(value)] == ["too_deep"]
    assert depth_flaws([[1]]) == ()
