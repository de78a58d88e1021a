import json
from pathlib import Path

import pytest

from scoring.loaders.known import file_kind, shape_kind


@pytest.mark.parametrize(
    ("head", "what"),
    [
        (b"PK\x03\x04rest", "a zip archive"),
        (b"\x1f\x8b\x08", "a gzip archive"),
        (b"\x28\xb5\x2f\xfd", "a zstandard archive"),
        (b"PAR1", "a Parquet file"),
        (b"lane_a.json".ljust(257, b"\x00") + b"ustar", "a tar archive"),
        (b"\x80\x04\x95", "a Python pickle"),
        (b"\xff\xfe[\x00", "UTF-16 text"),
        (b"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer"),
        (b"abc\x00def", "a binary file"),
        (b"", "an empty file"),
        (b"\xef\xbb\xbf \n", "an empty file"),
    ],
)
def test_a_file_that_is_no_text_is_named_by_its_first_bytes(tmp_path: Path, head: bytes, what: str) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(head)
    assert file_kind(path).what.startswith(what)


@pytest.mark.parametrize("text", ["[", '{"a": 1}', "\ufeff{}", "plain"])
def test_a_text_file_may_be_a_run(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text, encoding="utf-8")
    assert file_kind(path) == ("text", "")


def test_an_unknown_object_has_no_name() -> None:
    assert shape_kind({"a": 1}) is None
    assert shape_kind({}) is None


def test_a_summary_is_known_by_its_values() -> None:
    assert "summary" in (shape_kind({"law": {"corr": 1, "wrong": 2}}) or "")


def test_an_inspect_log_is_known_by_its_keys(runs_folder: Path) -> None:
    (path, *_) = sorted((runs_folder / "inspect").rglob("*.json"))
    assert shape_kind(json.loads(path.read_text(encoding="utf-8"))) == "an Inspect log"
