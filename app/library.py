"""The runs that this server knows: found in the folders given at start, opened into audits, kept.

A run is named by a prefix of the SHA-256 of its source, so a link means the same bytes in every
session and on every machine that has them. Nothing outside the folders given at start is opened.
"""

from __future__ import annotations

import shutil
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

import streamlit as st

from app.sources import (
    TABLES,
    Source,
    Stamp,
    digest,
    is_about_runs,
    is_table,
    resolve,
    stamp_of,
    try_recognise,
    walk,
)
from app.start import start_paths
from app.state import Lane
from app.uploads import keep_upload, uploads_folder
from scoring.audit.query import Audit, open_audit
from scoring.audit.summary import Summary
from scoring.errors import LanescopeError, RunFormatError
from scoring.loaders.files import is_file
from scoring.policy import DEFAULT_POLICY
from scoring.rescore.cache import cached_audit
from scoring.rescore.pipeline import OnProgress

ID_LENGTH: Final = 12
MAX_OPEN: Final = 8
"""Audits held open; the one used longest ago is let go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A lane ready for questions.

    Attributes:
        id: of the run.
        source: what it was read from.
        stamps: of the source's files when it was opened.
        summary: the numbers of all its items.
    """

    id: str
    lane: Lane
    source: Source
    stamps: tuple[Stamp | None, ...]
    audit: Audit
    summary: Summary

    @property
    def label(self) -> str:
        """Return the lane's own name, else the model's, else the run's."""
        info = self.audit.info
        return info.lane or info.model or info.name or self.source.name

    @property
    def key(self) -> str:
        """Return what tells this audit from every other: the key of whatever is cached about it."""
        fallback = {None: "", True: "+fallback", False: "-fallback"}[self.lane.fallback]
        return f"{self.id}:{self.audit.info.policy.name}{fallback}"

    @property
    def is_default_policy(self) -> bool:
        """Return whether nothing was chosen that differs from the default."""
        return self.audit.info.policy.name == DEFAULT_POLICY and self.lane.fallback is None

    @property
    def is_changed(self) -> bool:
        """Return whether a file of the source has changed or gone since it was opened."""
        return self.stamps != tuple(stamp_of(path) for path in self.source.files)


class Declined(NamedTuple):
    """A file that is not a run: where it lies, and why no loader took it."""

    place: str
    reason: str


class Library:
    """Runs by id and audits by lane. One for the server, shared by every session."""

    def __init__(self, roots: Sequence[Path]) -> None:
        """Know the runs in these files and folders; uploads are added later."""
        self.roots = tuple(dict.fromkeys(root.resolve() for root in roots))
        self._lock = Lock()
        self._known: dict[Stamp, Source | LanescopeError] = {}
        self._digests: dict[Stamp, str] = {}
        self._open: OrderedDict[Lane, Opened] = OrderedDict()

    def sources(self) -> list[Source]:
        """Return every run and audit in the folders given at start, then every upload."""
        return [*self.given(), *self._recognised(uploads_folder())]

    def given(self) -> list[Source]:
        """Return every run and audit in the folders given at start, in the order of their names."""
        return [source for root in self.roots for source in self._recognised(root)]

    def declined(self) -> list[Declined]:
        """Return the files in the folders given at start that are no runs, each with the reason.

        Documents, scripts and images are left out, and what lies in a folder whose manifest tells what it is.
        """
        found = [(path, self._recognise(path)) for root in self.roots for path in _paths(root)]
        return [
            Declined(place=self._place(path), reason=error.message)
            for path, error in found
            if isinstance(error, LanescopeError) and not is_about_runs(path)
        ]

    def tables(self) -> list[Path]:
        """Return the files that no format but a table knows, whether their columns were guessed or not."""
        found = [
            (path, self._recognise(path)) for root in (*self.roots, uploads_folder()) for path in _paths(root)
        ]
        return [path for path, known in found if self._may_be_table(path, known)]

    def place(self, path: Path) -> str:
        """Return a path as people know it."""
        return self._place(path)

    def forget(self, path: Path) -> None:
        """Recognise a file anew: what lies beside it has changed."""
        key = stamp_of(path)
        if key is not None:
            self._known.pop(key, None)
            self._digests.pop(key, None)

    def _may_be_table(self, path: Path, known: Source | LanescopeError) -> bool:
        if isinstance(known, Source):
            return known.format in TABLES
        stamp = stamp_of(path)
        return stamp is not None and not is_about_runs(path) and is_table(stamp)

    def contain(self, text: str) -> Path:
        """Return the path that a person typed, links resolved.

        Raises:
            RunFormatError: it does not exist, or leads out of the folders given at start.
        """
        folders = [root if root.is_dir() else root.parent for root in self.roots]
        resolved = [path for folder in folders if (path := resolve(folder, text.strip())) is not None]
        inside = [path for path in resolved if any(path.is_relative_to(root) for root in self.roots)]
        for path in inside:
            if path.exists() or is_file(path):
                return path
        listed = ", ".join(str(folder) for folder in dict.fromkeys(folders))
        if inside:
            raise RunFormatError(
                f"expected a file or a folder, got {text!r}, which does not exist",
                cure=f"Paths are looked up in {listed}.",
            )
        raise RunFormatError(
            f"expected a path inside the folders given at start, got {text!r}",
            cure=f"Choose a path inside {listed}, or start Lanescope with the path of the run.",
        )

    def recognise(self, path: Path) -> Source:
        """Return what a contained path is.

        Raises:
            LanescopeError: it is neither a run nor an audit; what was tried is in the message.
        """
        known = self._recognise(path)
        if isinstance(known, Source):
            return known
        raise known

    def add_upload(self, name: str, content: bytes) -> Source:
        """Return the run in an uploaded file, kept in the cache under its digest.

        Raises:
            LanescopeError: it is not a run.
        """
        path = keep_upload(name, content)
        try:
            return self.recognise(path)
        except LanescopeError:
            shutil.rmtree(path.parent)
            raise

    def run_id(self, source: Source) -> str:
        """Return the id of a run: what its links hold."""
        key = stamp_of(source.files[0])
        if key is None:
            return ""
        if key not in self._digests:
            self._digests[key] = digest(source)
        return self._digests[key][:ID_LENGTH]

    def find(self, run: str) -> Source | None:
        """Return the source with that id; None if no file of that content is known."""
        return next((s for s in self.sources() if (known := self.run_id(s)) and run.startswith(known)), None)

    def n_items(self, run: str) -> int | None:
        """Return how many items a run holds; None as long as it was not opened."""
        with self._lock:
            return next((o.summary.n for o in self._open.values() if o.id == run), None)

    def opened(self, lane: Lane) -> Opened | None:
        """Return the lane if it can be shown at once."""
        with self._lock:
            found = self._open.get(lane)
            if found is None:
                return None
            if found.audit.folder is not None and not found.audit.folder.is_dir():
                # Removed from the cache meanwhile, by a person or to make room: it is rescored anew.
                del self._open[lane]
                return None
            self._open.move_to_end(lane)
            return found

    def open(self, lane: Lane, on_progress: OnProgress | None = None) -> Opened:
        """Return a lane, rescored into the cache if it is not there yet.

        Raises:
            LanescopeError: no such run, or it cannot be read.
        """
        opened = self.opened(lane)
        if opened is None:
            opened = self._load(lane, on_progress)
            with self._lock:
                self._open[lane] = opened
                while len(self._open) > MAX_OPEN:
                    self._open.popitem(last=False)
        return opened

    def _load(self, lane: Lane, on_progress: OnProgress | None) -> Opened:
        source = self.find(lane.run)
        if source is None:
            raise RunFormatError(
                f"expected a run with the id {lane.run} in the folders given at start, found none",
                cure="Its file may have moved or changed. Choose a run on the page Runs.",
            )
        stamps = tuple(stamp_of(path) for path in source.files)
        if source.is_audit:
            audit = open_audit(source.path)
        else:
            audit = cached_audit(source.path, lane.policy, lane.fallback, on_progress)
        return Opened(
            id=lane.run, lane=lane, source=source, stamps=stamps, audit=audit, summary=audit.summary()
        )

    def _recognised(self, root: Path) -> list[Source]:
        found = [self._recognise(path) for path in _paths(root)]
        return [source for source in found if isinstance(source, Source)]

    def _recognise(self, path: Path) -> Source | LanescopeError:
        key = stamp_of(path)
        if key is None:
            return RunFormatError(
                f"cannot read {path.name}", cure="Check that it exists, and its permissions."
            )
        if key not in self._known:
            self._known[key] = try_recognise(path, self._place(path))
        return self._known[key]

    def _place(self, path: Path) -> str:
        for root in self.roots:
            folder = root if root.is_dir() else root.parent
            if path.is_relative_to(folder):
                return path.relative_to(folder.parent).as_posix()
        return f"uploaded: {path.name}"


def _paths(root: Path) -> list[Path]:
    return list(walk(root.resolve())) if root.exists() else []


@st.cache_resource(max_entries=4)
def library_of(paths: tuple[str, ...]) -> Library:
    """Return the one library of these folders."""
    return Library([Path(p) for p in paths])


def library() -> Library:
    """Return the library of the folders given at start."""
    return library_of(tuple(str(p) for p in start_paths()))
