import hashlib
import os
from pathlib import Path

import pytest

from scoring.loaders.base import RunInfo
from scoring.rescore.sources import digest_file, digest_sources, relative_folder, source_name, stamp_file


def test_every_file_is_digested_in_order(tmp_path: Path) -> None:
    files = [tmp_path / "b" / "2.json", tmp_path / "1.json"]
    files[0].parent.mkdir()
    for file in files:
        file.write_text(file.name, encoding="utf-8")
    info = RunInfo(format="x", name="x", root=tmp_path, sources=tuple(files))
    assert [(one.path, one.sha256, one.n_bytes) for one in digest_sources(info)] == [
        ("b/2.json", hashlib.sha256(b"2.json").hexdigest(), 6),
        ("1.json", hashlib.sha256(b"1.json").hexdigest(), 6),
    ]


def test_a_file_outside_the_run_tells_no_folder_of_the_machine(tmp_path: Path) -> None:
    assert source_name(tmp_path / "a.json", tmp_path / "run") == "a.json"


def test_a_file_is_digested_again_once_its_time_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("one", encoding="utf-8")
    before = stamp_file(file)
    file.write_text("two", encoding="utf-8")
    os.utime(file, ns=(0, before.modified_ns + 1))
    assert digest_file(stamp_file(file)) == hashlib.sha256(b"two").hexdigest()


def test_a_missing_file_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        stamp_file(tmp_path / "nowhere")


def test_a_folder_is_told_relative_to_the_audit(tmp_path: Path) -> None:
    assert relative_folder(tmp_path / "runs" / "x", tmp_path / "audits" / "y") == "../../runs/x"
    assert relative_folder(tmp_path, tmp_path) == "."
