"""The files of a run: their digests, and whether they are still what they were."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from scoring.audit.info import SourceFile
from scoring.loaders.base import RunInfo
from scoring.loaders.files import file_status, open_file

_KEPT_DIGESTS = 1024


class Stamp(NamedTuple):
    """What tells without reading that a file is probably the same: path, size in bytes, time in ns."""

    path: Path
    n_bytes: int
    modified_ns: int


def stamp_file(path: Path) -> Stamp:
    """Return the stamp of a file as it is now.

    Raises:
        OSError: there is no such file.
    """
    return Stamp(path, *file_status(path))


@lru_cache(maxsize=_KEPT_DIGESTS)
def digest_file(stamp: Stamp) -> str:
    """Return the SHA-256 of a file, hexadecimal; read once for each stamp.

    Raises:
        OSError: the file cannot be read.
    """
    with open_file(stamp.path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # has readinto


def digest_sources(info: RunInfo, digest: Callable[[Stamp], str] = digest_file) -> tuple[SourceFile, ...]:
    """Return every file of a run with its digest, in the order of reading.

    A file outside the run's folder goes by its bare name, so that no folder of the machine is told.

    Args:
        digest: how a file is digested; a cache has a way of its own.

    Raises:
        OSError: a file cannot be read.
    """
    stamps = [stamp_file(path) for path in info.sources]
    return tuple(
        SourceFile(path=source_name(stamp.path, info.root), sha256=digest(stamp), n_bytes=stamp.n_bytes)
        for stamp in stamps
    )


def source_name(path: Path, root: Path) -> str:
    """Return the path of a source relative to the run's folder, else its bare name."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def relative_folder(folder: Path, start: Path) -> str | None:
    """Return a folder relative to another one, with forward slashes; None across drives."""
    try:
        return Path(os.path.relpath(folder.resolve(), start.resolve())).as_posix()
    except ValueError:
        return None
