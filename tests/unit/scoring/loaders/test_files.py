import zipfile
from pathlib import Path

import pytest

from scoring.loaders import files
from scoring.loaders.files import (
    file_size,
    file_status,
    inside_archive,
    is_file,
    open_file,
    open_seekable,
    read_end,
)


@pytest.fixture
def member(tmp_path: Path) -> Path:
    with zipfile.ZipFile(tmp_path / "runs.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/x.json", b"0123456789" * 100)
    return tmp_path / "runs.zip/a/x.json"


def test_a_member_is_a_path_below_its_archive(member: Path, tmp_path: Path) -> None:
    assert inside_archive(member) == (tmp_path / "runs.zip", "a/x.json")
    assert inside_archive(tmp_path / "runs.zip") is None
    assert inside_archive(tmp_path / "no/such") is None


def test_a_file_and_a_member_are_opened_alike(member: Path, tmp_path: Path) -> None:
    (tmp_path / "y.json").write_bytes(b"0123456789" * 100)
    for path in (member, tmp_path / "y.json"):
        assert is_file(path)
        assert file_size(path) == 1000
        with open_file(path) as file:
            assert file.read() == b"0123456789" * 100
        assert read_end(path, 13) == b"7890123456789"[-13:]
        with open_seekable(path) as file:
            assert file.seek(10) == 10
    assert file_status(member).modified_ns == (tmp_path / "runs.zip").stat().st_mtime_ns


def test_what_is_not_there_is_no_file(member: Path, tmp_path: Path) -> None:
    for path in (tmp_path / "runs.zip/b.json", tmp_path / "no.json", tmp_path):
        assert not is_file(path)
    with pytest.raises(FileNotFoundError):
        open_file(tmp_path / "runs.zip/b.json")


def test_a_member_too_large_for_memory_cannot_be_sought_in(
    member: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_IN_MEMORY", 999)
    with pytest.raises(OSError, match="must be unpacked"):
        open_seekable(member)
