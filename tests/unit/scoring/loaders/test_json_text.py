import io
import json
import time
from collections.abc import Callable

import pytest

from scoring.loaders import json_text
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_text import JsonText


def text_of(data: str | bytes) -> JsonText:
    return JsonText(io.BytesIO(data.encode() if isinstance(data, str) else data))


def best_seconds(work: Callable[[], object], times: int = 5) -> float:
    seconds = []
    for _ in range(times):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


@pytest.mark.parametrize(
    "value", [None, True, 0, -1.5, "", "a\nb", [], {}, [1, [2, {"a": "ü"}]], {"a": None, "b": [{}]}]
)
def test_a_value_is_read_as_the_standard_library_reads_it(value: object) -> None:
    assert text_of(json.dumps(value)).value().value == value


@pytest.mark.parametrize("size", range(1, 60))
def test_a_value_is_whole_wherever_the_chunks_are_cut(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(json_text, "CHUNK_BYTES", size)
    value = {
        "ключ": ["\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), -12.5e3, 123456, True]
    }
    text = text_of("  " + json.dumps(value, ensure_ascii=False) + " ,")
    assert text.peek() == "{"
    assert text.value().value == value
    assert text.peek() == ","


@pytest.mark.parametrize("size", range(1, 40))
def test_a_number_at_the_end_of_a_chunk_is_not_cut(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(json_text, "CHUNK_BYTES", size)
    assert text_of("1234567890.0987654321e-5 ").value().value == 1234567890.0987654321e-5


def test_a_byte_order_mark_is_passed_over() -> None:
    assert text_of(b"\xef\xbb\xbf[1]").value().value == [1]


def test_bytes_that_are_no_utf8_are_replaced_one_for_one_and_told() -> None:
    found = text_of(b'{"a": "x\xff\xfey", "b": "\xc3\xa4"}').value()
    assert found.value == {"a": "x\ufffd\ufffdy", "b": "ä"}
    assert [(flaw.kind, flaw.path) for flaw in found.flaws] == [("invalid_text", "$.a")]


def test_values_after_undecodable_bytes_are_unharmed() -> None:
    text = text_of(b'["\xff"]' + b" " * 100 + b'["ok"]')
    text.value()
    text.peek()
    assert text.value() == (["ok"], 1, ())


def test_lines_are_counted_across_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_text, "CHUNK_BYTES", 7)
    text = text_of('[\n\n{"a":\n1}\n,\n{"b": 2}]')
    text.peek()
    text.take()
    lines = []
    for _ in range(2):
        text.peek()
        lines.append(text.value().line)
        text.peek()
        text.take()
    assert lines == [3, 6]


@pytest.mark.parametrize("cut", ['{"a": 1', '{"a"', '{"a": "unclosed', '{"a": tru', '["\\u12', "[1, -", "{"])
def test_a_value_that_the_file_ends_in_is_told_as_cut(cut: str) -> None:
    with pytest.raises(JsonFault) as caught:
        text_of(cut).value()
    assert (caught.value.kind, caught.value.in_value) == ("truncated_file", True)


def test_text_that_is_no_json_is_told_with_its_line() -> None:
    with pytest.raises(JsonFault, match="expected JSON, got 'oops") as caught:
        text_of('{"a": 1,\n "b": oops' + " " * 100 + "}").value()
    assert (caught.value.kind, caught.value.line) == ("malformed_json", 2)


def test_nesting_too_deep_for_any_parser_is_stepped_over() -> None:
    text = text_of("[" * 100_000 + '"]"' + "]" * 100_000 + ", 1")
    found = text.value()
    assert [flaw.kind for flaw in found.flaws] == ["too_deep"]
    assert text.peek() == ","


def test_nesting_that_never_ends_is_told_as_cut() -> None:
    with pytest.raises(JsonFault) as caught:
        text_of('{"a":' * 100_000).value()
    assert caught.value.kind == "truncated_file"


def test_a_value_longer_than_allowed_is_not_read_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_text, "MAX_VALUE_CHARS", 1 << 20)
    file = io.BytesIO(b'"' + b"x" * (1 << 24))
    with pytest.raises(JsonFault) as caught:
        JsonText(file).value()
    assert caught.value.kind == "record_too_large"
    assert file.tell() < 1 << 22


def test_a_limit_ends_the_text_there() -> None:
    text = JsonText(io.BytesIO(b" " * (1 << 20) + b"[1]"), limit=1 << 16)
    assert text.peek() == ""


def test_lines_are_given_one_by_one_and_the_last_needs_no_end() -> None:
    text = text_of("a\n\nb\r\nc")
    assert [text.text_line() for _ in range(5)] == [("a", 1), ("", 2), ("b\r", 3), ("c", 4), None]


def test_a_line_longer_than_a_chunk_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_text, "CHUNK_BYTES", 8)
    text = text_of("x" * 100 + "\n" + "y" * 9)
    assert [text.text_line() for _ in range(3)] == [("x" * 100, 1), ("y" * 9, 2), None]


@pytest.mark.parametrize("line", ['{"a": 1', '{"a": 1} {"b": 2}', "oops", ""])
def test_a_line_that_is_not_exactly_one_value_is_told(line: str) -> None:
    with pytest.raises(JsonFault) as caught:
        text_of("").value_of_line(line, 7)
    assert (caught.value.kind, caught.value.line) == ("malformed_json", 7)


def test_a_line_nested_too_deep_is_told() -> None:
    found = text_of("").value_of_line("[" * 100_000 + "]" * 100_000, 1)
    assert [flaw.kind for flaw in found.flaws] == ["too_deep"]


def read_all(data: bytes) -> None:
    text = JsonText(io.BytesIO(data))
    text.peek()
    text.value()


@pytest.mark.parametrize(
    "make",
    [
        lambda n: b'"' + b"x" * n + b'"',
        lambda n: b'"' + b"\\u00e4" * (n // 6) + b'"',
        lambda n: b"[" * n + b"]" * n,
        lambda n: b'"' + b"\xff" * n + b'"',
        lambda n: b" " * n + b"1",
        lambda n: b"[" + b"{}," * (n // 3) + b"1]",
    ],
    ids=["one string", "escapes", "brackets", "no utf-8", "blanks", "many small values"],
)
def test_the_time_of_one_value_grows_with_its_length_only(make: Callable[[int], bytes]) -> None:
    small, large = make(100_000), make(1_000_000)
    assert best_seconds(lambda: read_all(large)) <= 15 * best_seconds(lambda: read_all(small))
