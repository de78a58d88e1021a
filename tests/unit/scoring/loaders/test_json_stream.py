import json
import tracemalloc
from pathlib import Path

import pytest

from scoring.loaders.json_stream import Entry, Layout, Stop, read_entries

LIST, OBJECT, LINES = Layout("list"), Layout("object"), Layout("lines")


@pytest.fixture
def entries(tmp_path: Path):
    def read(text: str, layout: Layout = LIST) -> list[Entry | Stop]:
        path = tmp_path / "file.json"
        path.write_text(text, encoding="utf-8")
        return list(read_entries(path, layout))

    return read


def test_a_list_is_walked_with_index_and_line(entries) -> None:
    found = entries('[\n{"a": 1},\n{"a": 2}\n]\n')
    assert [(entry.value, entry.nth, entry.line) for entry in found] == [({"a": 1}, 0, 2), ({"a": 2}, 1, 3)]


def test_an_object_is_walked_with_its_keys(entries) -> None:
    found = entries('{"x": 1, "y": [2]}', OBJECT)
    assert [(entry.key, entry.value, entry.nth) for entry in found] == [("x", 1, 0), ("y", [2], 1)]


def test_what_stands_beside_a_container_is_given_with_its_key_and_no_position(entries) -> None:
    found = entries('{"model": "m", "tasks": [1], "n": 5}', Layout("list", "tasks"))
    assert [(entry.key, entry.value, entry.nth) for entry in found] == [
        ("model", "m", -1),
        (None, 1, 0),
        ("n", 5, -1),
    ]


def test_an_empty_list_has_no_entries(entries) -> None:
    assert entries(" [ ] ") == []


def test_a_comma_before_the_end_is_forgiven(entries) -> None:
    assert [entry.value for entry in entries("[1, 2, ]")] == [1, 2]


@pytest.mark.parametrize(
    ("text", "kept", "nth"),
    [("[1, 2, 3", 3, None), ("[1, 2, ", 2, None), ('[1, 2, {"a": ', 2, 2), ("[", 0, None)],
)
def test_what_stands_before_a_cut_is_kept_and_the_cut_is_told(entries, text, kept, nth) -> None:
    *values, stop = entries(text)
    assert len(values) == kept
    assert (stop.kind, stop.nth) == ("truncated_file", nth)


@pytest.mark.parametrize(
    "broken",
    ['{"a": oops}', '{"a": 1,}', "{'a': 1}", '{"a": "lost quote}', '{"a": [1, 2}', "oops"],
)
def test_the_walk_goes_on_at_the_record_after_a_broken_one(entries, broken) -> None:
    before, stop, after = entries('[{"a": 1},\n' + broken + ',\n{"a": 3}]')
    assert (before.value, after.value, after.nth) == ({"a": 1}, {"a": 3}, 2)
    assert (stop.kind, stop.nth) == ("malformed_record", 1)
    assert stop.message.endswith("read on at the next record")


def test_the_walk_goes_on_after_a_broken_first_record(entries) -> None:
    stop, after = entries('[{"a": 1,},\n{"a": 2}]')
    assert (stop.kind, stop.nth, after.value) == ("malformed_record", 0, {"a": 2})


def test_the_walk_goes_on_at_the_next_key_of_an_object(entries) -> None:
    found = entries('{"x": {"a": oops}, "y": {"a": 2}}', OBJECT)
    assert [(type(entry), entry.nth) for entry in found] == [(Stop, 0), (Entry, 1)]
    assert found[1].key == "y"


def test_a_text_that_quotes_a_record_is_not_taken_for_the_next_one(entries) -> None:
    quoting = json.dumps({"a": 'He wrote [1, {"a": 1}]', "b": 0})[:-1] + ",}"
    found = entries('[{"a": 1},' + quoting + ',{"a": 3}]')
    assert [entry.value for entry in found if isinstance(entry, Entry)] == [{"a": 1}, {"a": 3}]


def test_a_fault_with_no_record_behind_it_ends_the_walk_and_says_so(entries) -> None:
    *values, stop = entries('[{"a": 1},\n{"a": oops},\n{"b": 3}' + " " * 100 + "]")
    assert [entry.value for entry in values] == [{"a": 1}]
    assert (stop.kind, stop.line, stop.nth) == ("malformed_json", 2, 1)
    assert stop.message.endswith("the rest of the file was not read")


@pytest.mark.parametrize("text", ["[1 2]", '{"a" 1}', "{1: 2}", '{"a": 1 "b": 2}'])
def test_a_missing_mark_is_malformed(entries, text) -> None:
    stop = entries(text + " " * 100, OBJECT if text[0] == "{" else LIST)[-1]
    assert stop.kind == "malformed_json"


def test_text_behind_the_records_is_told(entries) -> None:
    *values, stop = entries("[1]\n[2]")
    assert ([entry.value for entry in values], stop.kind, stop.line) == ([1], "trailing_text", 2)


def test_a_cut_in_a_field_behind_the_records_loses_no_record(entries) -> None:
    stop = entries('{"tasks": [1], "log": "abc', Layout("list", "tasks"))[-1]
    assert (stop.kind, stop.nth) == ("truncated_file", None)


def test_a_malformed_line_does_not_touch_the_others(entries) -> None:
    found = entries('{"a": 1}\noops\n\n{"a": 3}\n', LINES)
    assert [(type(e), e.line, e.nth) for e in found] == [(Entry, 1, 0), (Stop, 2, 1), (Entry, 4, 2)]


def test_a_header_line_is_no_record(entries) -> None:
    found = entries('{"run": {"lane": "A"}}\n{"a": 1}\n', Layout("lines", "run"))
    assert [(entry.key, entry.nth) for entry in found] == [("run", -1), (None, 0)]


def test_a_key_with_a_lone_surrogate_is_cleaned(entries) -> None:
    (entry,) = entries('{"a\\ud800": 1}', OBJECT)
    assert entry.key == "a\ufffd"


def test_bytes_read_are_reported_up_to_the_size_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text(json.dumps([{"a": "x" * 1000}] * 500))
    seen: list[int] = []
    list(read_entries(path, LIST, seen.append))
    assert seen == sorted(seen)
    assert seen[-1] == path.stat().st_size


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    def peak(n: int) -> int:
        path = tmp_path / f"{n}.json"
        path.write_text(json.dumps([{"a": "x" * 1000, "b": i} for i in range(n)]))
        tracemalloc.start()
        for _ in read_entries(path, LIST):
            pass
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(10_000) < 1.2 * peak(1_000)
