import io
import json
import struct
import sys
import zipfile
from pathlib import Path

import pytest

from scoring.loaders import zips
from scoring.loaders.zips import open_in_zip, zip_member_size, zip_members

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

DATA = b'{"a": "' + bytes(range(48, 120)) * 3000 + b'"}'


def packed(path: Path, *, method: int = zipfile.ZIP_DEFLATED, data: bytes = DATA) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("folder/run.json", data)
    return path


def zstandard(path: Path, frames: list[bytes], size: int | None = None, crc: int | None = None) -> Path:
    """Write a zip with one member of method 93, by hand: the standard library writes none."""
    data = b"".join(frames)
    whole = b"".join(zstd.decompress(frame) for frame in frames)
    size = len(whole) if size is None else size
    crc = zipfile.crc32(whole) if crc is None else crc
    name = b"run.json"
    fields = (20, 0, 93, 0, 0, crc, len(data), size, len(name))
    local = struct.pack("<4s5H3L2H", b"PK\x03\x04", *fields, 0) + name
    central = struct.pack("<4s6H3L5H2L", b"PK\x01\x02", 20, *fields, 0, 0, 0, 0, 0, 0) + name
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(central), len(local) + len(data), 0)
    path.write_bytes(local + data + central + end)
    return path


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_a_member_of_any_usual_method_is_read_in_place(tmp_path: Path, method: int) -> None:
    path = packed(tmp_path / "a.zip", method=method)
    assert zip_members(path)[0][:2] == ("folder/run.json", len(DATA))
    assert zip_member_size(path, "folder/run.json") == len(DATA)
    with open_in_zip(path, "folder/run.json") as file:
        assert file.read() == DATA


def test_a_zstandard_member_of_several_frames_is_one_stream(tmp_path: Path) -> None:
    frames = [zstd.compress(DATA[:1000]), zstd.compress(DATA[1000:2000]), zstd.compress(DATA[2000:])]
    with open_in_zip(zstandard(tmp_path / "a.zip", frames), "run.json") as file:
        assert file.read() == DATA


def test_a_member_larger_than_it_says_is_refused(tmp_path: Path) -> None:
    path = zstandard(tmp_path / "a.zip", [zstd.compress(DATA)], size=100)
    with open_in_zip(path, "run.json") as file, pytest.raises(OSError, match="larger than its archive says"):
        file.read()


def test_a_member_with_another_checksum_is_told(tmp_path: Path) -> None:
    path = zstandard(tmp_path / "a.zip", [zstd.compress(DATA)], crc=1)
    with open_in_zip(path, "run.json") as file, pytest.raises(OSError, match="checksum"):
        file.read()


def test_a_damaged_member_is_told_while_it_is_read(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip")
    content = bytearray(path.read_bytes())
    content[200:260] = b"\xff" * 60
    path.write_bytes(content)
    with open_in_zip(path, "folder/run.json") as file, pytest.raises(OSError, match="a damaged member"):
        file.read()


def test_an_archive_without_its_end_is_told(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip")
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(OSError, match="not copied whole"):
        zip_members(path)


def test_a_method_that_nothing_unpacks_is_told(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip")
    content = bytearray(path.read_bytes())
    content[8] = content[content.index(b"PK\x01\x02") + 10] = 97
    path.write_bytes(content)
    with pytest.raises(OSError, match="cannot be unpacked"):
        open_in_zip(path, "folder/run.json").read()


def test_a_member_that_grows_too_much_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "_RATIO_COUNTS_FROM", 1000)
    path = packed(tmp_path / "a.zip", data=b"0" * 10_000_000)
    assert "times as large" in zip_members(path)[0].refused
    with pytest.raises(OSError, match="times as large"):
        open_in_zip(path, "folder/run.json")


@pytest.mark.parametrize("name", ["../run.json", "/etc/run.json", "a\\..\\b.json", "C:/x.json"])
def test_a_name_that_leads_out_of_the_archive_is_not_read(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(name, "{}")
    (member,) = zip_members(tmp_path / "a.zip")
    assert "leads out" in member.refused


def test_a_member_that_is_not_there_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_in_zip(packed(tmp_path / "a.zip"), "folder/other.json")


def test_an_encrypted_member_is_not_read(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip")
    content = bytearray(path.read_bytes())
    central = content.index(b"PK\x01\x02")
    content[central + 8] |= 1
    path.write_bytes(content)
    assert zip_members(path)[0].refused == "it is encrypted"


def test_memory_does_not_grow_with_a_member(tmp_path: Path) -> None:
    import tracemalloc

    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("x", "w") as file:
        for i in range(3000):
            file.write(json.dumps({"i": i, "t": str(i * 7919) * 1200}).encode())
    tracemalloc.start()
    with open_in_zip(path, "x") as file:
        while file.read(io.DEFAULT_BUFFER_SIZE):
            pass
    assert zip_member_size(path, "x") > 20_000_000
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()
