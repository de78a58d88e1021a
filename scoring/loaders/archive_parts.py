"""What zip and tar share: limits, names that are refused, and streams that guard against damage."""

from __future__ import annotations

import errno
import io
import lzma
import struct
import sys
import tarfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple, TypeAlias

if sys.version_info >= (3, 14):
    from compression.zstd import ZstdError
else:
    from backports.zstd import ZstdError

MAX_MEMBERS = 100_000
"""Members of an archive that is opened."""

MAX_BYTES = 1 << 36
"""What the members of an archive may hold together, unpacked (64 GiB)."""

MAX_IN_MEMORY = 1 << 28
"""Most that is unpacked into memory at once (256 MiB)."""

DAMAGE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    ZstdError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    struct.error,
)
"""What the unpacking libraries raise on damaged data; OSError apart."""

ArchiveKey: TypeAlias = tuple[Path, int, int]
"""Path, size and time of an archive: what its directory is remembered by."""


class Member(NamedTuple):
    """One file in an archive.

    Attributes:
        name: its path in the archive, with forward slashes.
        n_bytes: its size, unpacked.
        refused: why it is not read; empty if it is.
    """

    name: str
    n_bytes: int
    refused: str


class GuardedMember(io.RawIOBase):
    """A member while it is unpacked: never more than it declares, and the checksum is compared."""

    def __init__(self, inner: IO[bytes] | io.BufferedIOBase, n_bytes: int, checksum: int | None) -> None:
        self._inner = inner
        self._left = n_bytes
        self._expected = checksum
        self._checksum = 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # any writable buffer
        """Fill the buffer as far as there are bytes; return how many. Damage raises OSError."""
        try:
            data = self._inner.read(min(len(buffer), self._left + 1))
        except (OSError, *DAMAGE) as error:
            raise fault(f"a damaged member ({error})") from error
        self._left -= len(data)
        self._checksum = zlib.crc32(data, self._checksum)
        if self._left < 0:
            raise fault("a member that is larger than its archive says")
        if not data and self._left:
            raise fault("a member that ends early")
        if not data and self._expected not in (None, self._checksum):
            raise fault("a damaged member (its checksum differs)")
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close what is read from, too."""
        self._inner.close()
        super().close()


class Window(io.RawIOBase):
    """A stretch of a file, read as a file of its own."""

    def __init__(self, file: IO[bytes], start: int, n_bytes: int) -> None:
        self._file = file
        self._start = start
        self._size = n_bytes
        self._at = 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place in the stretch and return it."""
        origin = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = max(0, origin + offset)
        return self._at

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # any writable buffer
        """Fill the buffer as far as there are bytes; return how many. Damage raises OSError."""
        self._file.seek(self._start + self._at)
        data = self._file.read(max(0, min(len(buffer), self._size - self._at)))
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def close(self) -> None:
        """Close what is read from, too."""
        self._file.close()
        super().close()


def fault(what: str) -> OSError:
    """Return the error of an archive that cannot be read: `expected a readable …, got <what>`."""
    return OSError(errno.EIO, what)


def plain_name(name: str) -> str:
    """Return the name of a member as a path has it: without `./`, with forward slashes."""
    return PurePosixPath(name).as_posix()


def refuse_name(name: str) -> str:
    """Return why a member of that name is not read; empty if it is."""
    path = PurePosixPath(name)
    leads_out = path.is_absolute() or ".." in path.parts or "\\" in name or ":" in path.parts[0][1:2]
    return "its name leads out of the archive" if leads_out else ""


def check_limits(n_members: int, n_bytes: int) -> None:
    """Raise OSError if an archive holds more than is allowed."""
    if n_members > MAX_MEMBERS:
        raise fault(f"an archive with {n_members:,} members, where {MAX_MEMBERS:,} are allowed; unpack it")
    if n_bytes > MAX_BYTES:
        raise fault(f"an archive of {n_bytes >> 30:,} GiB unpacked, where {MAX_BYTES >> 30} are allowed")


def archive_key(archive: Path) -> ArchiveKey:
    """Return path, size and time of an archive as it is now."""
    status = archive.stat()
    return archive, status.st_size, status.st_mtime_ns
