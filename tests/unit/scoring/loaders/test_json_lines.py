import io
import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.loaders import json_lines
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_lines import CHUNK_BYTES, read_json_lines, read_line
from scoring.loaders.json_text import JsonText, Value

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text('"\\: a\ud800\n', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text('"\\: ab', max_size=4), inner, max_size=4)
    ),
    max_leaves=8,
)


def with_care(line: bytes) -> Value | JsonFault:
    text = JsonText(io.BytesIO(line))
    found = text.text_line()
    try:
        return text.value_of_line(found[0] if found else "", 1)
    except JsonFault as fault:
        return fault


def same(one: Value | JsonFault, other: Value | JsonFault) -> bool:
    if isinstance(one, JsonFault) or isinstance(other, JsonFault):
        return type(one) is type(other) and one.args == other.args
    return (repr(one.value), one.flaws) == (repr(other.value), other.flaws)


@given(JSON)
def test_a_line_has_the_value_and_the_flaws_that_a_careful_reader_finds(value) -> None:
    line = json.dumps(value).encode()
    assert same(read_line(line, 1), with_care(line))


@given(st.text('{}[]":, \\ab1e', max_size=30).map(str.encode))
@example(b'{"a":1,"a":2}')
@example(b'{"a" : 1,"a":2,"b":":"}')
@example(b'{"a"  :1,"a":2}')
@example(b'{"a"\t:1,"a":":x"}')
@example(b'{"a\\\\":1,"b":2,"b":3}')
@example(b'{"a":"\\":","b":1,"b":2}')
@example(b'{"a\\\\":1,"b":"\\":","b":3,"b":4}')
@example(b'{"a":"\\u0022\\u0022","b":1,"b":2}')
@example(b'{"a":"\\u0022","b":"\\"","c":1}')
def test_any_line_is_read_as_by_a_careful_reader(line) -> None:
    assert same(read_line(line, 1), with_care(line))


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "NaN": 1',
        '{"a": NaN}',
        '{"a": "\\ud800"}',
        '{"a": 18446744073709551616}',
        "[" * 200 + "]" * 200,
    ],
)
def test_what_is_read_with_care_is_not_left_to_orjson(text) -> None:
    assert same(read_line(text.encode(), 1), with_care(text.encode()))


def test_bytes_that_are_no_text_become_replacement_characters() -> None:
    found = read_line(b'{"a": "\xff"}', 1)
    assert isinstance(found, Value)
    assert (found.value, [flaw.kind for flaw in found.flaws]) == ({"a": "\ufffd"}, ["invalid_text"])


def test_lines_are_numbered_and_blank_ones_passed_over() -> None:
    file = io.BytesIO(b'\xef\xbb\xbf1\n\n \t\n"a"\r\nx\n2')
    found = [(one.line, isinstance(one, Value)) for one in read_json_lines(file)]
    assert found == [(1, True), (4, True), (5, False), (6, True)]


@pytest.mark.parametrize("n", [CHUNK_BYTES - 2, CHUNK_BYTES - 1, CHUNK_BYTES, 3 * CHUNK_BYTES])
def test_lines_are_whole_wherever_a_chunk_ends(n) -> None:
    text = json.dumps("x" * n).encode()
    file = io.BytesIO(text + b"\n" + text + b"\n1")
    values = [one.value for one in read_json_lines(file) if isinstance(one, Value)]
    assert [len(str(value)) for value in values] == [n, n, 1]


def test_progress_tells_the_bytes_read() -> None:
    told = []
    assert len(list(read_json_lines(io.BytesIO(b"1\n2\n"), told.append))) == 2
    assert told == [4]


def test_a_line_too_large_ends_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "MAX_VALUE_CHARS", 100)
    *_, last = read_json_lines(io.BytesIO(b"1\n" + b"2" * 101 + b"\n3\n"))
    assert isinstance(last, JsonFault)
    assert (last.kind, last.line) == ("record_too_large", 2)


def test_a_line_without_end_is_not_read_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "MAX_VALUE_CHARS", CHUNK_BYTES)
    file = io.BytesIO(b" " * (100 * CHUNK_BYTES))
    (line,) = read_json_lines(file)
    assert isinstance(line, JsonFault)
    assert file.tell() == 2 * CHUNK_BYTES
