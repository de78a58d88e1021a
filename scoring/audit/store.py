"""Writing an audit: beside its target first, moved there when it is whole.

A killed run leaves a folder `<name>.partial-…` and nothing under the target's name; the next run for
the same target removes it. An audit that is already there is replaced in one step, by its `run.json`:
that file names the Parquet file, whose name is its own digest, so a reader never sees one audit's
header with another's rows.
"""

from __future__ import annotations

import glob
import hashlib
import os
import secrets
import shutil
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import pyarrow as pa
import pyarrow.parquet as pq

from scoring.audit.header import RUN_JSON, info_to_json, is_audit
from scoring.audit.info import AuditInfo
from scoring.audit.schema import DICTIONARY_COLUMNS, SCHEMA, STATISTICS_COLUMNS
from scoring.errors import AuditError
from scoring.images.embedded import EMBEDDED_FOLDER, EmbeddedImage

_PART = "items.parquet"


class AuditWriter:
    """Writes one audit; a context manager that removes what it wrote unless `finish` was called.

    Each batch becomes one row group, so that the bytes depend on nothing but the batches.
    """

    def __init__(self, target: Path) -> None:
        """Make the folder beside the target and open the Parquet file in it.

        Raises:
            AuditError: the target is a file, or a folder that is neither empty nor an audit, or the
                place cannot be written.
        """
        self._target = target = target.resolve()
        check_target(target)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            remove_stale_partials(target.parent, target.name)
            self._partial, self._lock = _new_partial(target)
            self._rows = pq.ParquetWriter(
                self._partial / _PART,
                SCHEMA,
                compression="zstd",
                use_dictionary=list(DICTIONARY_COLUMNS),
                write_statistics=list(STATISTICS_COLUMNS),
            )
        except OSError as error:
            raise _unwritable(target, error) from error

    def write(self, batch: pa.RecordBatch) -> None:
        """Append some rows as one row group.

        Raises:
            AuditError: the place cannot be written, e.g. the disk is full.
        """
        try:
            self._rows.write_batch(batch)
        except OSError as error:
            raise _unwritable(self._target, error) from error

    def write_image(self, image: EmbeddedImage) -> None:
        """Keep an image that the run embeds; the same one again costs nothing.

        Raises:
            AuditError: the place cannot be written.
        """
        path = self._partial / image.path
        try:
            if not path.exists():
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(image.data)
        except OSError as error:
            raise _unwritable(self._target, error) from error

    def finish(self, info: AuditInfo) -> AuditInfo:
        """Move the audit to its target and return its header, which now names the items file.

        Raises:
            AuditError: the place cannot be written, or the target has become something else.
        """
        try:
            self._rows.close()
            whole = replace(info, items_file=f"items-{_digest(self._partial / _PART)[:16]}.parquet")
            (self._partial / _PART).rename(self._partial / str(whole.items_file))
            (self._partial / RUN_JSON).write_text(info_to_json(whole), encoding="utf-8", newline="\n")
            self._move(str(whole.items_file))
        except OSError as error:
            raise _unwritable(self._target, error) from error
        return whole

    def __enter__(self) -> Self:
        """Return the writer itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file, and remove whatever has not been moved to the target."""
        with suppress(OSError):
            self._rows.close()
        shutil.rmtree(self._partial, ignore_errors=True)
        _release(self._lock)

    def _move(self, items_file: str) -> None:
        check_target(self._target)
        try:
            self._partial.rename(self._target)
        except OSError:
            # A folder that holds files cannot be renamed over: here only another audit can be in the way.
            if not is_audit(self._target):
                raise
            self._replace(items_file)

    def _replace(self, items_file: str) -> None:
        lock = _lock(self._target, wait=True)
        kept = {path.relative_to(self._partial) for path in self._partial.glob(f"{EMBEDDED_FOLDER}/*")}
        kept.add(Path(items_file))
        try:
            if len(kept) > 1:
                (self._target / EMBEDDED_FOLDER).mkdir(exist_ok=True)
            for path in (*kept, Path(RUN_JSON)):
                (self._partial / path).replace(self._target / path)
            for pattern in ("items-*.parquet", f"{EMBEDDED_FOLDER}/*"):
                for old in self._target.glob(pattern):
                    if old.relative_to(self._target) not in kept:
                        old.unlink()
        finally:
            _release(lock)


def check_target(target: Path) -> None:
    """Raise unless an audit may be written there.

    Raises:
        AuditError: the target is a file, or a folder that is neither empty nor an audit, or the empty
            current folder: moving the audit to its name would leave whoever stands in it nowhere.
    """
    if target.is_dir():
        free = is_audit(target) or not any(target.iterdir())
        if free and not is_audit(target) and target.samefile("."):
            raise AuditError(
                f"expected a folder to make, got the current folder, at {target}",
                cure="Name a folder inside it, e.g. audit.",
            )
    else:
        free = not (target.exists() or target.is_symlink())
    if not free:
        raise AuditError(
            f"expected an audit, an empty folder or nothing, got other files, at {target}",
            cure="Choose another folder, or remove what is there yourself.",
        )


def _unwritable(target: Path, error: OSError) -> AuditError:
    return AuditError(
        f"expected a place to write, got {error.strerror or error}, at {target}",
        cure="Choose a folder that you may write to, on a disk with room.",
    )


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _new_partial(target: Path) -> tuple[Path, int | None]:
    """Return a new folder beside the target and the lock that says that its maker is alive."""
    while True:
        folder = target.parent / f"{target.name}.partial-{secrets.token_hex(4)}"
        folder.mkdir()
        lock = _lock(folder)
        # Between the two lines above another writer may have taken the folder for a stale one.
        if folder.exists():
            return folder, lock
        _release(lock)


def remove_stale_partials(parent: Path, name: str) -> None:
    """Remove what killed writers of that target left beside it; those still at work are spared."""
    for folder in parent.glob(f"{glob.escape(name)}.partial-*"):
        lock = _lock(folder)
        if lock is not None:
            shutil.rmtree(folder, ignore_errors=True)
            _release(lock)


def _release(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)


if sys.platform == "win32":

    def _lock(folder: Path, *, wait: bool = False) -> int | None:
        """Return None: folders cannot be locked here, so nobody's partial folder is removed."""
        del folder, wait
        return None

else:
    import fcntl

    def _lock(folder: Path, *, wait: bool = False) -> int | None:
        """Return a lock on the folder that ends with this process; None if another one holds it."""
        try:
            handle = os.open(folder, os.O_RDONLY)
        except FileNotFoundError:
            return None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError:
            os.close(handle)
            return None
        return handle
