import json

import pytest

from scoring.loaders.json_fault import is_cut, line_fault

RECORD = json.dumps({"a": [True, None, -1.5e-3], "b": "x\\u00e4\\n\u00e4\U0001f600"})


def fault_of(text: str) -> tuple[str, str] | None:
    """Return what the scanner says about a text, and the rest from there on."""
    try:
        json.JSONDecoder().scan_once(text, 0)
    except StopIteration as stop:
        return "Expecting value", text[stop.value :]
    except json.JSONDecodeError as error:
        return error.msg, text[error.pos :]
    return None


@pytest.mark.parametrize("length", range(1, len(RECORD)))
def test_a_record_cut_anywhere_is_known_to_be_cut(length: int) -> None:
    found = fault_of(RECORD[:length])
    assert found
    assert is_cut(*found)


@pytest.mark.parametrize(
    "text", ['{"a": oops}', '{"a": 1,}', "{'a': 1}", "[1 2]", '["\\q"]', "[tru]", "[1.x]"]
)
def test_a_text_that_is_wrong_and_not_cut_is_known_to_be_wrong(text: str) -> None:
    found = fault_of(text)
    assert found
    assert not is_cut(*found)


def test_the_fault_of_a_line_names_the_character() -> None:
    fault = line_fault("Extra data", 12, 7)
    assert (fault.kind, fault.line) == ("malformed_json", 7)
    assert "Extra data at character 12" in fault.message
