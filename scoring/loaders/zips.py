"""Zip archives read in place, Zstandard members (method 93) included, which older Pythons do not read.

Read in: APPNOTE.TXT 6.3.10 (method 93, local file header, end of central directory) and Python's `zipfile`.
"""

from __future__ import annotations

import errno
import io
import struct
import sys
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import IO

from scoring.loaders.archive_parts import (
    DAMAGE,
    ArchiveKey,
    GuardedMember,
    Member,
    Window,
    archive_key,
    fault,
    plain_name,
    refuse_name,
)

if sys.version_info >= (3, 14):
    from compression.zstd import ZstdFile
else:
    from backports.zstd import ZstdFile

MAX_RATIO = 500
"""How often a member may be larger than its packed form; ordinary runs stay below 100."""

_RATIO_COUNTS_FROM = 1 << 24  # bytes; a small member does no harm, whatever its ratio
_MAX_DIRECTORY = 1 << 26  # bytes of a zip's directory
_ZSTANDARD = 93
_ENCRYPTED = 1
_LOCAL_HEADER = struct.Struct("<26x2H")
_END_OF_ZIP = struct.Struct("<4s8xL")
_END_OF_ZIP_REACH = (1 << 16) + 22


def zip_members(archive: Path) -> list[Member]:
    """Return the files of a zip in its order; of a name that stands twice, the last.

    Raises:
        OSError: it cannot be read, or is damaged.
    """
    infos = {
        plain_name(info.filename): info for info in _zip(archive_key(archive)).infolist() if not info.is_dir()
    }
    return [Member(name, info.file_size, _refusal(name, info)) for name, info in infos.items()]


def zip_member_size(archive: Path, name: str) -> int:
    """Return the size of a member, unpacked.

    Raises:
        OSError: there is no such member, or the archive cannot be read.
    """
    return _zip_info(archive, name).file_size


def open_in_zip(archive: Path, name: str) -> IO[bytes]:
    """Return a member as a stream of its unpacked bytes.

    Raises:
        OSError: there is no such member, it may not be read, or the archive cannot be read.
    """
    info = _zip_info(archive, name)
    refused = _refusal(name, info)
    if refused:
        raise fault(refused)
    try:
        inner = (
            _open_zstandard(archive, info) if info.compress_type == _ZSTANDARD else _open_zip(archive, info)
        )
    except DAMAGE as error:
        raise fault(f"a member that cannot be unpacked ({error})") from error
    return io.BufferedReader(GuardedMember(inner, info.file_size, info.CRC))


def _refusal(name: str, info: zipfile.ZipInfo) -> str:
    """Return why a member of a zip is not read; empty if it is."""
    if info.flag_bits & _ENCRYPTED:
        return "it is encrypted"
    if info.file_size > _RATIO_COUNTS_FROM and info.file_size > MAX_RATIO * info.compress_size:
        return f"it is more than {MAX_RATIO} times as large as its packed form"
    return refuse_name(name)


@lru_cache(maxsize=4)
def _zip(key: ArchiveKey) -> zipfile.ZipFile:
    """Return a zip with its directory read; a few are kept open, for a run has many members."""
    with key[0].open("rb") as file:
        file.seek(max(0, key[1] - _END_OF_ZIP_REACH))
        tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0:
        raise fault("a zip archive without its end (it was not copied whole)")
    if len(tail) - at >= _END_OF_ZIP.size and _END_OF_ZIP.unpack_from(tail, at)[1] > _MAX_DIRECTORY:
        raise fault("a zip archive with too large a directory; unpack it")
    try:
        return zipfile.ZipFile(key[0])
    except DAMAGE as error:
        raise fault(f"a damaged zip archive ({error})") from error


def _zip_info(archive: Path, name: str) -> zipfile.ZipInfo:
    opened = _zip(archive_key(archive))
    found = opened.NameToInfo.get(name)
    if found is None:
        found = next((one for one in opened.infolist() if plain_name(one.filename) == name), None)
    if found is None:
        raise FileNotFoundError(errno.ENOENT, f"nothing of that name in {archive.name}")
    return found


def _open_zip(archive: Path, info: zipfile.ZipInfo) -> IO[bytes]:
    return _zip(archive_key(archive)).open(info)


def _open_zstandard(archive: Path, info: zipfile.ZipInfo) -> io.BufferedIOBase:
    """Return a member of method 93: one or more Zstandard frames, one behind the other."""
    file = archive.open("rb")
    file.seek(info.header_offset)
    name_length, extra_length = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
    start = info.header_offset + _LOCAL_HEADER.size + name_length + extra_length
    return ZstdFile(io.BufferedReader(Window(file, start, info.compress_size)))
