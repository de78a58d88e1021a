import io
import tarfile
from pathlib import Path

import pytest

from scoring.loaders import tars
from scoring.loaders.tars import is_tar, open_in_tar, tar_member_size, tar_members

DATA = b'[{"x": 1}]' * 5000


def packed(path: Path, mode: str) -> Path:
    with tarfile.open(path, mode) as archive:
        for name in ("./runs/a.json", "runs/b.json"):
            member = tarfile.TarInfo(name)
            member.size = len(DATA)
            archive.addfile(member, io.BytesIO(DATA))
        link = tarfile.TarInfo("runs/link.json")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return path


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_members_of_a_tar_are_read_in_place_and_links_are_none(tmp_path: Path, mode: str) -> None:
    path = packed(tmp_path / "a", mode)
    assert is_tar(path)
    assert [member.name for member in tar_members(path)] == ["runs/a.json", "runs/b.json"]
    assert tar_member_size(path, "runs/b.json") == len(DATA)
    with open_in_tar(path, "runs/b.json") as file:
        assert file.read() == DATA


def test_a_compressed_text_is_no_tar(tmp_path: Path) -> None:
    import gzip

    (tmp_path / "a.gz").write_bytes(gzip.compress(b"{}"))
    assert not is_tar(tmp_path / "a.gz")


def test_a_compressed_tar_that_does_not_fit_into_memory_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tars, "MAX_IN_MEMORY", 1000)
    with pytest.raises(OSError, match="pack it as zip"):
        tar_members(packed(tmp_path / "a.tgz", "w:gz"))


def test_a_cut_tar_is_told(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.tgz", "w:gz")
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(OSError, match="damaged tar"):
        tar_members(path)


def test_a_plain_tar_cut_inside_a_member_is_told(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.tar", "w")
    path.write_bytes(path.read_bytes()[: 512 + len(DATA) // 2])
    with pytest.raises(OSError, match=r"damaged tar|ends early"):
        open_in_tar(path, "runs/a.json").read()
