import json
from pathlib import Path

import pytest

from scoring.loaders.json_peek import PEEK_BYTES, Peek, find_layout
from scoring.loaders.json_stream import Layout

RECORD = {"wanted": 1}


@pytest.fixture
def peek(tmp_path: Path):
    def find(content: object, *, keyed: bool = True) -> Peek:
        path = tmp_path / "file"
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return find_layout(
            path, lambda value: isinstance(value, dict) and "wanted" in value, ("tasks",), keyed=keyed
        )

    return find


@pytest.mark.parametrize(
    ("content", "layout"),
    [
        ([RECORD], Layout("list")),
        (["stray", 5, RECORD], Layout("list")),
        ({"a": RECORD}, Layout("object")),
        ({"tasks": [RECORD]}, Layout("list", "tasks")),
        ({"x": 1, "tasks": {"a": RECORD}}, Layout("object", "tasks")),
        ({"tasks": {"accuracy": 1}, "a": RECORD}, Layout("object")),
        (RECORD, Layout("lines")),
        ('{"other": 1}\n{"wanted": 1}\n', Layout("lines")),
        ('{"broken": oops\n{"wanted": 1}\n', Layout("lines")),
        ("\ufeff  [" + json.dumps(RECORD) + "]", Layout("list")),
    ],
    ids=str,
)
def test_the_layout_is_found(peek, content, layout) -> None:
    assert peek(content).layout == layout


def test_what_stands_before_the_records_is_the_header(peek) -> None:
    assert peek({"model": "m", "tasks": [RECORD]}).header == {"model": "m"}


@pytest.mark.parametrize(
    ("content", "seen"),
    [
        ([{"b": 1}], "a list of keys 'b'"),
        ([1, 2], "a list of a number"),
        ([], "an empty list"),
        ({"b": 1}, "an object with keys 'b'"),
        ({}, "an object with no keys"),
        ("hello", "text that is no JSON"),
        ("[1, 2", "line 1: expected a comma or ], got the end of the file"),
        ('{"b": 1}\n{"c": 1}\n', "JSON Lines of keys 'b'"),
    ],
)
def test_what_is_there_instead_is_said(peek, content, seen) -> None:
    found = peek(content)
    assert (found.layout, found.seen) == (None, seen)


def test_records_by_id_are_only_looked_for_where_the_format_has_them(peek) -> None:
    assert peek({"doc_id": 1, "doc": RECORD}, keyed=False).layout is None


def test_one_record_over_several_lines_is_not_taken_for_json_lines(peek) -> None:
    assert peek('{\n"wanted": 1\n}').layout is None


def test_a_first_record_of_any_size_is_found(peek) -> None:
    assert peek([{"wanted": "x" * (PEEK_BYTES + 1000)}]).layout == Layout("list")


def test_a_large_file_without_records_is_not_read_through(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text('{"images": [' + '"x",' * 20_000_000)
    found = find_layout(path, lambda _: False)
    assert found.seen == f"none within the first {PEEK_BYTES >> 20} MB"
