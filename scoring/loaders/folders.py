"""The files of a folder, an archive or a glob that may be runs, within bounds."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path, PurePosixPath

from scoring.loaders.archive_parts import Member

MAX_DEPTH = 6
"""Folders below the given one that are looked into."""

MAX_FILES = 2000
"""Files looked at before a listing is called incomplete."""

AUDIT_HEADER = "run.json"
MANIFEST = "MANIFEST.json"
NOT_LISTED = frozenset({MANIFEST, "README.md", "LICENSE"})
"""Files that tell of runs and are none."""


MAPPING = ".mapping.toml"
"""Ending of the file beside a table, `results.csv.mapping.toml`, that says which column is what."""


def is_left_out(name: str) -> bool:
    """Return whether a file of that name is about runs and no run."""
    return name in NOT_LISTED or name.endswith(MAPPING)


def is_glob(path: Path) -> bool:
    """Return whether a path is a pattern (`runs/*.json`) and no file or folder of that name."""
    return glob.has_magic(str(path)) and not path.exists()


def expand(path: Path) -> list[Path]:
    """Return what a pattern matches, sorted; any other path as it is."""
    if not is_glob(path):
        return [path]
    found = glob.iglob(str(path), recursive=True)  # noqa: PTH207  # `Path.glob` takes no absolute pattern
    return sorted(map(Path, islice(found, MAX_FILES)))


def candidate_files(place: Path) -> tuple[list[Path], bool]:
    """Return the files of a folder tree, or what a glob matches, that may be runs; and if these are all.

    Not looked at: hidden files and folders, audits, sample manifests, links that lead out of the
    folder, what lies deeper than `MAX_DEPTH`, and more than `MAX_FILES` files.
    """
    if is_glob(place):
        return _matched(place)
    return _below(place)


def candidate_members(
    archive: Path, members: Sequence[Member]
) -> tuple[list[Path], list[tuple[Path, str]], bool]:
    """Return the members that may be runs, those that may not be read and why, and if these are all."""
    # A name that leads out of the archive begins like a hidden one: it is refused, and told.
    shown = [one for one in members if one.refused or not _is_left_out(PurePosixPath(one.name).parts)]
    taken = [archive / one.name for one in shown if not one.refused]
    refused = [(archive / one.name, one.refused) for one in shown if one.refused]
    return sorted(taken)[:MAX_FILES], refused, len(taken) <= MAX_FILES


def _is_left_out(parts: Sequence[str]) -> bool:
    return is_left_out(parts[-1]) or any(part.startswith((".", "__MACOSX")) for part in parts)


def _matched(pattern: Path) -> tuple[list[Path], bool]:
    found = glob.iglob(str(pattern), recursive=True)  # noqa: PTH207  # `Path.glob` takes no absolute pattern
    matches = sorted(islice(found, MAX_FILES + 1))
    files: list[Path] = []
    complete = len(matches) <= MAX_FILES
    for match in map(Path, matches):
        if match.is_dir() and not is_audit(match):
            below, all_below = _below(match)
            files += below
            complete = complete and all_below
        elif match.is_file() and not is_left_out(match.name):
            files.append(match)
    files = list(dict.fromkeys(files))
    return files[:MAX_FILES], complete and len(files) <= MAX_FILES


def _below(folder: Path) -> tuple[list[Path], bool]:
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
        if entry.name.startswith(".") or is_left_out(entry.name):
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
