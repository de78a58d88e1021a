"""Tar archives read in place; a compressed one, which has no directory, is held in memory as a whole."""

from __future__ import annotations

import bz2
import errno
import gzip
import io
import lzma
import sys
import tarfile
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import IO, NamedTuple

from scoring.loaders.archive_parts import (
    DAMAGE,
    MAX_IN_MEMORY,
    ArchiveKey,
    GuardedMember,
    Member,
    Window,
    archive_key,
    check_limits,
    fault,
    plain_name,
    refuse_name,
)

if sys.version_info >= (3, 14):
    from compression.zstd import ZstdFile
else:
    from backports.zstd import ZstdFile

_TAR_AT, _TAR_MAGIC, _BLOCK = 257, b"ustar", 512

_OPENERS: Mapping[bytes, Callable[[IO[bytes]], io.BufferedIOBase]] = MappingProxyType(
    {
        b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
        b"BZh": bz2.BZ2File,
        b"\xfd7zXZ\x00": lzma.LZMAFile,
        b"\x28\xb5\x2f\xfd": ZstdFile,
    }
)
"""Compressions of a tar by their first bytes."""


class _Tar(NamedTuple):
    """Where the members of a tar stand: in the file, or in its unpacked bytes."""

    places: Mapping[str, tuple[int, int]]
    data: bytes | None


def is_tar(path: Path) -> bool:
    """Return whether a file is a tar, compressed or not, by its first bytes.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(_BLOCK)
        if head.startswith(_TAR_MAGIC, _TAR_AT):
            return True
        opener = _opener(head)
        if opener is None:
            return False
        file.seek(0)
        try:
            return opener(file).read(_BLOCK).startswith(_TAR_MAGIC, _TAR_AT)
        except (OSError, *DAMAGE):
            return False


def tar_members(archive: Path) -> list[Member]:
    """Return the files of a tar in its order; links and devices are none.

    Raises:
        OSError: it cannot be read, is damaged, or too large to be held in memory.
    """
    places = _tar(archive_key(archive)).places
    return [Member(name, size, refuse_name(name)) for name, (_, size) in places.items()]


def tar_member_size(archive: Path, name: str) -> int:
    """Return the size of a member.

    Raises:
        OSError: there is no such member, or the archive cannot be read.
    """
    return _tar_place(archive, name)[1]


def open_in_tar(archive: Path, name: str) -> IO[bytes]:
    """Return a member as a stream of its bytes.

    Raises:
        OSError: there is no such member, it may not be read, or the archive cannot be read.
    """
    start, n_bytes = _tar_place(archive, name)
    if refuse_name(name):
        raise fault(refuse_name(name))
    data = _tar(archive_key(archive)).data
    if data is not None:
        return io.BytesIO(data[start : start + n_bytes])
    window = io.BufferedReader(Window(archive.open("rb"), start, n_bytes))
    return io.BufferedReader(GuardedMember(window, n_bytes, None))


def _opener(head: bytes) -> Callable[[IO[bytes]], io.BufferedIOBase] | None:
    return next((opener for magic, opener in _OPENERS.items() if head.startswith(magic)), None)


@lru_cache(maxsize=1)
def _tar(key: ArchiveKey) -> _Tar:
    try:
        data = _unpacked(key[0])
        return _Tar(_tar_places(key[0], data), data)
    except DAMAGE as error:
        raise fault(f"a damaged tar archive ({error})") from error


def _unpacked(archive: Path) -> bytes | None:
    """Return the bytes of a compressed tar; None for one that is not."""
    with archive.open("rb") as file:
        opener = _opener(file.read(_BLOCK))
        file.seek(0)
        if opener is None:
            return None
        try:
            data = opener(file).read(MAX_IN_MEMORY + 1)
        except OSError as error:  # also what gzip and bzip2 raise on damaged data
            raise fault(f"a damaged tar archive ({error})") from error
    if len(data) > MAX_IN_MEMORY:
        raise fault(f"a compressed tar of more than {MAX_IN_MEMORY >> 20} MiB; pack it as zip, or unpack it")
    return data


def _tar_places(archive: Path, data: bytes | None) -> Mapping[str, tuple[int, int]]:
    """Return where the plain files of a tar stand: links and devices are none."""
    places: dict[str, tuple[int, int]] = {}
    source = archive.open("rb") if data is None else io.BytesIO(data)
    with source, tarfile.open(fileobj=source, mode="r:") as opened:
        for member in opened:
            if member.isreg() and not member.issparse():
                places[plain_name(member.name)] = member.offset_data, member.size
            check_limits(len(places), 0)
    return places


def _tar_place(archive: Path, name: str) -> tuple[int, int]:
    place = _tar(archive_key(archive)).places.get(name)
    if place is None:
        raise FileNotFoundError(errno.ENOENT, f"nothing of that name in {archive.name}")
    return place
