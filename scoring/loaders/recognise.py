"""What a path holds: the loader of a file by its content, and the runs of a folder, an archive or a glob."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from scoring.errors import RunFormatError
from scoring.loaders.archives import is_archive, list_members
from scoring.loaders.files import file_size, inside_archive, is_file
from scoring.loaders.folders import candidate_files, candidate_members, is_audit, is_glob
from scoring.loaders.json_peek import find_layout
from scoring.loaders.known import TEXT, file_kind, shape_kind
from scoring.loaders.loader import Loader

ARCHIVES = frozenset({"zip", "tar", "gzip", "bzip2", "xz", "zstd"})
"""Kinds of file that may be an archive."""


class FoundRun(NamedTuple):
    """A run found in a folder; `load_run(path)` opens it.

    Attributes:
        path: the run's file, or the folder that holds its files.
        format: name of the loader.
        total_bytes: size of all its files.
        sources: its files.
    """

    path: Path
    format: str
    total_bytes: int
    sources: tuple[Path, ...]


class Listing(NamedTuple):
    """What a folder tree holds.

    Attributes:
        runs: recognised runs by path.
        others: files that are none, and why, by path.
        complete: False if the tree is too deep or too large to be looked at in full.
    """

    runs: tuple[FoundRun, ...]
    others: tuple[tuple[Path, str], ...]
    complete: bool


class Found(NamedTuple):
    """The one run that a path holds.

    Attributes:
        loader: of its format.
        sources: its files.
        root: its folder, or the archive that holds it.
        unread: files beside it that are no part of it, so far as is known before it is opened.
    """

    loader: Loader
    sources: tuple[Path, ...]
    root: Path
    unread: tuple[Path, ...]


def find_run(path: Path, loaders: tuple[Loader, ...]) -> Found:
    """Return the one run that a file, a folder, an archive or a glob holds.

    Raises:
        RunFormatError: it holds none, or several (they are listed).
        OSError: a file cannot be read.
    """
    if path.is_dir() or (is_glob(path) and not is_file(path)):
        return _only_run(path, loaders)
    if not is_file(path):
        if inside_archive(path):
            return _only_run(path, loaders)
        raise RunFormatError(f"expected a run file or folder, got nothing at {path}", cure="Check the path.")
    loader, reasons = sniff_file(path, loaders)
    if loader is not None:
        return Found(loader, (path,), path.parent, ())
    if _is_archive(path):
        return _only_run(path, loaders)
    tried = "; ".join(f"{name}: {reason}" for name, reason in reasons)
    raise RunFormatError(
        f"expected a run in a known format, got {_what(path) or 'something else'} at {path}",
        cure=f"Tried {tried}." if tried else "",
    )


def find_runs(place: Path, loaders: tuple[Loader, ...]) -> Listing:
    """Return the runs in a folder tree, an archive or what a glob matches, and what else is there.

    Archives among the files are looked into, archives inside them are not.

    Raises:
        OSError: an archive cannot be read, or is beyond the limits.
    """
    files, others, complete = _candidates(place, loaders)
    by_place: defaultdict[tuple[Path, str], list[Path]] = defaultdict(list)
    for path in files:
        inner, is_whole = _put(path, loaders, by_place, others)
        complete = complete and is_whole
        for member in inner:
            _put(member, loaders, by_place, others, in_archive=True)
    runs = [
        run for (parent, name), paths in by_place.items() for run in _grouped(parent, name, paths, loaders)
    ]
    return Listing(tuple(sorted(runs)), tuple(others), complete)


def _candidates(place: Path, loaders: tuple[Loader, ...]) -> tuple[list[Path], list[tuple[Path, str]], bool]:
    """Return the files at a place that may be runs, those that may not be read, and whether these are all."""
    packed = inside_archive(place)
    if packed is not None:
        members = [one for one in list_members(packed[0]) if one.name.startswith(f"{packed[1]}/")]
        return candidate_members(packed[0], members)
    if not place.is_file():
        files, complete = candidate_files(place)
        return files, [], complete
    if sniff_file(place, loaders)[0] is not None or not _is_archive(place):
        return [place], [], True
    return candidate_members(place, list_members(place))


def sniff_file(path: Path, loaders: tuple[Loader, ...]) -> tuple[Loader | None, list[tuple[str, str]]]:
    """Return the first loader that takes the file, and why those before it did not.

    Raises:
        OSError: the file cannot be read.
    """
    reasons: list[tuple[str, str]] = []
    kind = file_kind(path).name
    for loader in loaders:
        if kind not in loader.reads:
            continue
        reason = loader.sniff(path)
        if reason is None:
            return loader, reasons
        reasons.append((loader.name, reason))
    return None, reasons


def _put(
    path: Path,
    loaders: tuple[Loader, ...],
    by_place: defaultdict[tuple[Path, str], list[Path]],
    others: list[tuple[Path, str]],
    *,
    in_archive: bool = False,
) -> tuple[list[Path], bool]:
    """Put a file where it belongs; return the members of an archive that is no run, and if these are all."""
    try:
        loader, _ = sniff_file(path, loaders)
        if loader:
            by_place[path.parent, loader.name].append(path)
        elif not in_archive and _is_archive(path):
            members, refused, complete = candidate_members(path, list_members(path))
            others += refused
            return members, complete
        else:
            others.append((path, _what(path) or "no known format"))
    except OSError as error:
        others.append((path, f"cannot be read: {error.strerror or error}"))
    return [], True


def _is_archive(path: Path) -> bool:
    return path.is_file() and file_kind(path).name in ARCHIVES and is_archive(path)


def _what(path: Path) -> str | None:
    """Return what a file that is no run is, if it is known."""
    kind = file_kind(path)
    if kind.name != TEXT:
        return kind.what
    peek = find_layout(path, lambda value: isinstance(value, dict) and shape_kind(value) is not None)
    record = peek.record if isinstance(peek.record, Mapping) else {}
    return shape_kind(peek.header) or shape_kind(record)


def _only_run(place: Path, loaders: tuple[Loader, ...]) -> Found:
    """Return the only run in a folder, an archive or what a glob matches."""
    if is_audit(place):
        message = f"expected a run, got an audit at {place}"
        raise RunFormatError(message, cure="Open it with open_audit, or rescore the run it was made from.")
    listing = find_runs(place, loaders)
    if len(listing.runs) == 1 and listing.complete:
        found = listing.runs[0]
        loader = next(loader for loader in loaders if loader.name == found.format)
        root = found.sources[0].parent if is_glob(place) else place
        return Found(loader, found.sources, root, tuple(path for path, _ in listing.others))
    what = "an archive" if place.is_file() else "a pattern" if is_glob(place) else "a folder"
    raise RunFormatError(
        f"expected {what} with exactly one run, got {_told(listing, place)} at {place}",
        cure="Open one of the runs by its own path." if listing.runs else "Open a run file.",
    )


def _told(listing: Listing, place: Path, most: int = 10) -> str:
    """Return what a folder holds in words, at most a few names of each."""
    runs = [f"{_short(run.path, place)} ({run.format})" for run in listing.runs]
    others = [f"{_short(path, place)} ({why})" for path, why in listing.others]
    parts = [f"{len(runs)} runs: {', '.join(runs[:most])}" if runs else "no run"]
    if others and not runs:
        parts.append(f"but {', '.join(others[:most])}")
    if not listing.complete:
        parts.append("and more than is looked at")
    return ", ".join(parts)


def _short(path: Path, place: Path) -> str:
    return path.relative_to(place).as_posix() if path != place and path.is_relative_to(place) else path.name


def _grouped(parent: Path, name: str, paths: list[Path], loaders: tuple[Loader, ...]) -> list[FoundRun]:
    """Return one run for files that belong together, else one a file."""
    loader = next(loader for loader in loaders if loader.name == name)
    if len(paths) > 1 and loader.are_one_run(paths):
        return [FoundRun(parent, name, sum(file_size(path) for path in paths), tuple(paths))]
    alone = [path for path in paths if len(paths) == 1 or loader.part_of(path) not in paths]
    return [FoundRun(path, name, file_size(path), (path,)) for path in alone]
