import json
import tracemalloc
from pathlib import Path

import pytest

from scoring.loaders.json_nested import read_nested
from scoring.loaders.json_stream import Entry, Stop
from scoring.loaders.json_text import CHUNK_BYTES

DOCUMENT = {"n": 1, "skipped": [{"a": 1}, [2]], "outer": {"x": {}, "inner": [{"i": 0}, {"i": 1}]}, "late": 2}


def test_a_list_deeper_in_a_document_is_walked(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(json.dumps(DOCUMENT))
    found = list(read_nested(tmp_path / "x", ("outer", "inner")))
    assert [(entry.nth, entry.value) for entry in found] == [(0, {"i": 0}), (1, {"i": 1})]


@pytest.mark.parametrize("keys", [("outer", "none"), ("n", "x"), ("skipped", "x"), ("none",)])
def test_a_path_that_is_not_there_gives_nothing(tmp_path: Path, keys: tuple[str, ...]) -> None:
    (tmp_path / "x").write_text(json.dumps(DOCUMENT))
    assert list(read_nested(tmp_path / "x", keys)) == []


@pytest.mark.parametrize("text", ["", "[1, 2]", "3", '"x"', "x"])
def test_any_other_text_is_no_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text(text)
    assert list(read_nested(tmp_path / "x", ("a",))) == []


def test_a_cut_document_ends_with_a_stop(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(json.dumps(DOCUMENT)[:-18])
    found = list(read_nested(tmp_path / "x", ("outer", "inner")))
    assert [isinstance(entry, Stop) for entry in found] == [False, True]
    assert found[-1].kind == "truncated_file"


def test_what_is_passed_by_takes_no_memory(tmp_path: Path) -> None:
    record = {"text": "x" * 1000}
    (tmp_path / "x").write_text(json.dumps({"before": [record] * 10_000, "rows": [1]}))
    tracemalloc.start()
    assert len(list(read_nested(tmp_path / "x", ("rows",)))) == 1
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


def test_nothing_far_behind_the_limit_is_read_for_a_list_that_does_not_begin_before_it(
    tmp_path: Path,
) -> None:
    keyed = {f"q{i}": {"text": "x" * 1000} for i in range(1000)}
    (tmp_path / "x").write_text(json.dumps(keyed | {"rows": [1]}))
    told: list[int] = []
    found = list(read_nested(tmp_path / "x", ("rows",), told.append, limit=200_000))
    assert not any(isinstance(entry, Entry) for entry in found)
    assert told[-1] <= 200_000 + CHUNK_BYTES


def test_a_first_record_of_any_size_is_found_in_a_list_that_begins_before_the_limit(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(json.dumps({"rows": ["x" * 1_000_000]}))
    (entry,) = read_nested(tmp_path / "x", ("rows",), limit=100)
    assert isinstance(entry, Entry)
    assert len(str(entry.value)) == 1_000_000
