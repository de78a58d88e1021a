"""The files of a folder that may be runs, within bounds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

MAX_DEPTH = 6
"""Folders below the given one that are looked into."""

MAX_FILES = 2000
"""Files looked at before a listing is called incomplete."""

AUDIT_HEADER = "run.json"
MANIFEST = "MANIFEST.json"
NOT_LISTED = frozenset({MANIFEST, "README.md", "LICENSE"})
"""Files that tell of runs and are none."""


def candidate_files(folder: Path) -> tuple[list[Path], bool]:
    """Return the files of a folder tree that may be runs, sorted, and whether these are all.

    Not looked at: hidden files and folders, audits, sample manifests, links that lead out of the
    folder, what lies deeper than `MAX_DEPTH`, and more than `MAX_FILES` files.
    """
    inside = folder.resolve()
    files: list[Path] = []
    complete = True
    for path, is_deep in _walk(folder, 0):
        if is_deep or len(files) >= MAX_FILES:
            complete = False
        elif path.resolve().is_relative_to(inside):
            files.append(path)
        if len(files) >= MAX_FILES and not complete:
            break
    return files, complete


def is_audit(folder: Path) -> bool:
    """Return whether the folder is an audit that Lanescope wrote."""
    return (folder / AUDIT_HEADER).is_file() and any(folder.glob("items-*.parquet"))


def _walk(folder: Path, depth: int) -> Iterator[tuple[Path, bool]]:
    """Return files, and folders that lie too deep marked True."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return  # a folder that may not be read holds nothing that could be opened
    for entry in entries:
        path = Path(entry.path)
        if entry.name.startswith(".") or entry.name in NOT_LISTED:
            continue
        if entry.is_dir(follow_symlinks=False):
            if is_audit(path):
                continue
            if depth >= MAX_DEPTH:
                yield path, True
            else:
                yield from _walk(path, depth + 1)
        elif entry.is_file():
            yield path, False
