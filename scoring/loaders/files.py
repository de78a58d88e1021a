"""Run files, be they files or members of an archive: both are paths, `results.zip/lane_b.json` too."""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO, NamedTuple

from scoring.loaders.archive_parts import MAX_IN_MEMORY, fault
from scoring.loaders.archives import list_members, member_size, open_member


class FileStatus(NamedTuple):
    """Size in bytes (unpacked, for a member) and time in ns (of the archive, for a member)."""

    n_bytes: int
    modified_ns: int


def inside_archive(path: Path) -> tuple[Path, str] | None:
    """Return the archive that a path leads into and the member's name; None for a path that does not."""
    for parent in path.parents:
        if parent.is_file():
            return parent, path.relative_to(parent).as_posix()
        if parent.is_dir():
            return None
    return None


def open_file(path: Path) -> IO[bytes]:
    """Return a run file as a stream of bytes; only a file of its own can be sought in.

    Raises:
        OSError: there is none, or it cannot be read.
    """
    try:
        return path.open("rb")
    except (NotADirectoryError, FileNotFoundError):
        place = inside_archive(path)
        if place is None:
            raise
        return open_member(*place)


def open_seekable(path: Path) -> IO[bytes]:
    """Return a run file that can be sought in; a member of an archive is read into memory for it.

    Raises:
        OSError: there is none, it cannot be read, or the member is larger than 256 MiB.
    """
    place = inside_archive(path)
    if place is None:
        return path.open("rb")
    if member_size(*place) > MAX_IN_MEMORY:
        message = f"a packed file of more than {MAX_IN_MEMORY >> 20} MiB that must be unpacked to be read"
        raise fault(message)
    with open_member(*place) as file:
        return io.BytesIO(file.read())


def file_status(path: Path) -> FileStatus:
    """Return size and time of a run file.

    Raises:
        OSError: there is none.
    """
    try:
        status = path.stat()
    except (NotADirectoryError, FileNotFoundError):
        place = inside_archive(path)
        if place is None:
            raise
        return FileStatus(member_size(*place), place[0].stat().st_mtime_ns)
    return FileStatus(status.st_size, status.st_mtime_ns)


def file_size(path: Path) -> int:
    """Return the size of a run file in bytes, unpacked.

    Raises:
        OSError: there is none.
    """
    return file_status(path).n_bytes


def is_file(path: Path) -> bool:
    """Return whether there is a file, or a member of an archive."""
    try:
        return path.is_file() or (inside_archive(path) is not None and file_size(path) >= 0)
    except OSError:
        return False


def files_beside(path: Path, most: int = 2000) -> list[Path]:
    """Return the files of a run file's folder, in an archive too, sorted by name; at most that many.

    Raises:
        OSError: the folder or the archive cannot be read.
    """
    folder = path.parent
    if folder.is_dir():
        found = [one for one in folder.iterdir() if one.is_file()]
    else:
        place = inside_archive(path)
        archive = place[0] if place else folder
        members = list_members(archive) if place else ()
        found = [
            one
            for member in members
            if (one := archive / member.name).parent == folder and not member.refused
        ]
    return sorted(found)[:most]


def read_end(path: Path, n_bytes: int) -> bytes:
    """Return the last bytes of a run file, at most that many; a member is read through for them.

    Raises:
        OSError: there is none, or it cannot be read.
    """
    with open_file(path) as file:
        if file.seekable():
            file.seek(max(0, file.seek(0, io.SEEK_END) - n_bytes))
            return file.read()
        end = b""
        while data := file.read(n_bytes):
            end = (end + data)[-n_bytes:]
        return end
