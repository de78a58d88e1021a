import zipfile
from pathlib import Path

import pytest

from scoring.loaders import archive_parts
from scoring.loaders.archives import is_archive, list_members, member_size, open_member


def test_a_zip_is_listed_and_read_by_the_names_of_its_members(tmp_path: Path) -> None:
    path = tmp_path / "runs"
    with zipfile.ZipFile(path, "w") as archive:
        archive.mkdir("empty")
        archive.writestr("b/x.json", "{}")
        archive.writestr("a.json", "[1]")
    assert is_archive(path)
    assert [member.name for member in list_members(path)] == ["b/x.json", "a.json"]
    assert member_size(path, "a.json") == 3
    assert open_member(path, "a.json").read() == b"[1]"


def test_of_a_name_that_stands_twice_the_last_counts(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a", "w") as archive:
        archive.writestr("header.json", "1")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("header.json", "22")
    assert [member.n_bytes for member in list_members(tmp_path / "a")] == [2]
    assert open_member(tmp_path / "a", "header.json").read() == b"22"


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("{}")
    assert not is_archive(tmp_path / "a")


def test_an_archive_of_too_many_members_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_parts, "MAX_MEMBERS", 2)
    with zipfile.ZipFile(tmp_path / "a", "w") as archive:
        for i in range(3):
            archive.writestr(str(i), "")
    with pytest.raises(OSError, match="3 members, where 2 are allowed"):
        list_members(tmp_path / "a")
