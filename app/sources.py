"""Files and folders that Lanescope can open: recognising them, naming them, keeping within bounds."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from scoring.audit.drawing import run_folder
from scoring.audit.header import is_audit
from scoring.audit.query import open_audit
from scoring.errors import LanescopeError, RunFormatError
from scoring.loaders.files import file_size, file_status, inside_archive, is_file, open_file
from scoring.loaders.folders import MANIFEST, is_left_out
from scoring.loaders.known import file_kind
from scoring.loaders.recognise import ARCHIVES
from scoring.loaders.registry import list_runs, load_run
from scoring.loaders.table_rows import Table, open_table

Stamp: TypeAlias = tuple[Path, int, int]
"""Path, size and time of a file: what changes when the file does."""

AUDIT: Final = "audit"
TABLES: Final = ("table", "hf-parquet")
"""Formats whose columns are mapped."""
_MAX_FILES: Final = 2_000
_MAX_NAME: Final = 80
_BESIDE_RUNS: Final = frozenset(
    {".md", ".py", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif", ".svg"}
)
"""What lies beside runs and was never meant as one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file or folder that was recognised as a run or an audit.

    Attributes:
        path: absolute, links resolved.
        place: the path as people know it, relative to the folder given at start.
        format: name of the loader, or `audit`.
        name: what the run calls itself.
        n_bytes: size of what is read.
        files: the files whose bytes name the run.
        root: the folder that the run's images lie in; None where an audit stands for itself.
    """

    path: Path
    place: str
    format: str
    name: str
    n_bytes: int
    files: tuple[Path, ...]
    root: Path | None

    @property
    def is_audit(self) -> bool:
        """Return whether it is an audit already, with a policy of its own."""
        return self.format == AUDIT


def recognise(path: Path, place: str) -> Source:
    """Return what a file or folder is.

    Raises:
        LanescopeError: it is neither a run nor an audit; what was tried is in the message.
    """
    if is_audit(path):
        header = path / "run.json" if path.is_dir() else path
        audit = open_audit(header.parent)
        info = audit.info
        size = sum(f.stat().st_size for f in header.parent.glob("*.parquet"))
        name = info.name or header.parent.name
        return Source(
            path=header.parent,
            place=place,
            format=AUDIT,
            name=name,
            n_bytes=size,
            files=(header,),
            root=run_folder(audit),
        )
    if is_file(path) and file_size(path) == 0:
        raise RunFormatError(f"expected a run, got an empty file, at {place}", cure="Copy the file again.")
    run = load_run(path)
    return Source(
        path=path,
        place=place,
        format=run.info.format,
        name=run.info.name,
        n_bytes=run.total_bytes,
        files=run.info.sources,
        root=run.info.root,
    )


def try_recognise(path: Path, place: str) -> Source | LanescopeError:
    """Return what a file or folder is, or why it is nothing that can be opened."""
    try:
        return recognise(path, place)
    except LanescopeError as error:
        # People know the place; the folders of the machine, as of the cache, tell them nothing.
        message, cure = (text.replace(str(path), place) for text in (error.message, error.cure))
        return type(error)(message, cure=cure)
    except OSError as error:
        return RunFormatError(f"cannot read {place}: {error.strerror}", cure="Check its permissions.")


def is_about_runs(path: Path) -> bool:
    """Return whether a file was never meant as a run: a document, script, image, or one of a manifest."""
    is_told = any((folder / MANIFEST).is_file() for folder in tuple(path.parents)[:2])
    return is_told or is_left_out(path.name) or path.suffix.lower() in _BESIDE_RUNS


def walk(root: Path) -> Iterator[Path]:
    """Yield what may be a run below a file or folder: audits as folders, else files, by name.

    Stops after a bounded number of files. Links are followed only where they stay inside.
    """
    if is_audit(root):
        yield root
        return
    if root.is_file():
        yield from _runs_in(root)
        return
    left = _MAX_FILES
    for parent, folders, names in os.walk(root):  # `Path.walk` needs Python 3.12
        folder = Path(parent)
        folders[:] = sorted(f for f in folders if not f.startswith((".", "__")))
        if is_audit(folder):
            folders.clear()
            yield folder
            continue
        for name in sorted(names):
            path = (folder / name).resolve()
            if name.startswith(".") or not path.is_file() or not path.is_relative_to(root):
                continue
            if left == 0:
                return
            left -= 1
            yield from _runs_in(path)


def _runs_in(path: Path) -> Iterator[Path]:
    """Yield a file; of an archive that is no run itself the runs in it."""
    stamp = stamp_of(path)
    yield from (path,) if stamp is None else _packed_runs(stamp)


@lru_cache(maxsize=_MAX_FILES)
def _packed_runs(stamp: Stamp) -> tuple[Path, ...]:
    path = stamp[0]
    try:
        if file_kind(path).name not in ARCHIVES:
            return (path,)
        return tuple(run.path for run in list_runs(path).runs) or (path,)
    except (LanescopeError, OSError):
        return (path,)  # opening it says why


@lru_cache(maxsize=_MAX_FILES)
def is_table(stamp: Stamp) -> bool:
    """Return whether a file holds rows and columns that can be read, whatever they mean."""
    try:
        return isinstance(open_table(stamp[0]), Table)
    except OSError:
        return False


def resolve(folder: Path, text: str) -> Path | None:
    """Return a typed path below a folder, links resolved; None for what cannot be a path."""
    try:
        path = (folder / text).resolve()
        path.exists()
    except (OSError, ValueError, RuntimeError):  # too long, a null character, links in a circle
        return None
    return path


def stamp_of(path: Path) -> Stamp | None:
    """Return the stamp of a file or folder; None if it is not there or cannot be looked at."""
    packed = inside_archive(path)
    try:
        # A folder of an archive has no status of its own.
        is_folder = packed is not None and not is_file(path)
        return path, *file_status(packed[0] if packed and is_folder else path)
    except OSError:
        return None


def digest(source: Source) -> str:
    """Return the SHA-256 that names the run: of its file, or of its files' digests in order."""
    digests = []
    for path in source.files:
        with open_file(path) as file:
            found = hashlib.file_digest(file, "sha256")  # type: ignore[arg-type]  # reads like a file
            digests.append(found.hexdigest())
    if len(digests) == 1:
        return digests[0]
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


def plain_name(name: str) -> str:
    """Return a file name that is nothing but a file name, for an upload."""
    last = re.split(r"[\\/]", name)[-1]
    plain = re.sub(r"[^\w.\- ]", "_", last).lstrip(".").strip()
    return plain[-_MAX_NAME:] or "upload"
