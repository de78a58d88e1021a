"""Zip and tar archives as folders of files: listed and read in place, within limits, never unpacked to disk.

A member is read as a stream, and memory does not grow with its size.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO

from scoring.loaders.archive_parts import Member, check_limits
from scoring.loaders.tars import is_tar, open_in_tar, tar_member_size, tar_members
from scoring.loaders.zips import open_in_zip, zip_member_size, zip_members


def is_archive(path: Path) -> bool:
    """Return whether a file is a zip or a tar, compressed or not, by its first bytes.

    Raises:
        OSError: the file cannot be read.
    """
    return _is_zip(path) or is_tar(path)


def list_members(archive: Path) -> tuple[Member, ...]:
    """Return the files of an archive in its order; those that may not be read say why.

    Raises:
        OSError: it cannot be read, is damaged, or is beyond the limits; `strerror` says which.
    """
    members = zip_members(archive) if _is_zip(archive) else tar_members(archive)
    check_limits(len(members), sum(member.n_bytes for member in members))
    return tuple(members)


def member_size(archive: Path, name: str) -> int:
    """Return the size of a member in bytes, unpacked.

    Raises:
        OSError: there is no such member, or the archive cannot be read.
    """
    return zip_member_size(archive, name) if _is_zip(archive) else tar_member_size(archive, name)


def open_member(archive: Path, name: str) -> IO[bytes]:
    """Return a member as a stream of its unpacked bytes; damage raises OSError while it is read.

    Raises:
        OSError: there is no such member, it may not be read, or the archive cannot be read.
    """
    return open_in_zip(archive, name) if _is_zip(archive) else open_in_tar(archive, name)


def _is_zip(archive: Path) -> bool:
    with archive.open("rb") as file:
        return file.read(4) == b"PK\x03\x04"
