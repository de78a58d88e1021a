"""The one table of loaders, and opening a run whose format is found out by its content."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from scoring.errors import RunFormatError
from scoring.loaders import lanescope_jsonl, lm_eval, mmlu_pro, oc_llm, trace
from scoring.loaders.base import OpenRequest, Run
from scoring.loaders.folders import candidate_files, is_audit
from scoring.loaders.json_peek import find_layout
from scoring.loaders.known import TEXT, file_kind, shape_kind
from scoring.loaders.stock import take_stock

_MOST_NAMED = 50


class Loader(NamedTuple):
    """One format.

    Attributes:
        name: as in `--format`.
        description: one line for people.
        sniff: returns why a file is not of this format; None if it is.
        open_run: returns the run.
        are_one_run: whether several files of one folder, all of this format, are one run.
        options: settings it takes, name -> what it sets.
        roles: second files it takes, role -> what the file is.
        reads: the kinds of file, by their first bytes, that it is asked about; see `file_kind`.
    """

    name: str
    description: str
    sniff: Callable[[Path], str | None]
    open_run: Callable[[OpenRequest], Run]
    are_one_run: Callable[[Sequence[Path]], bool] = lambda _: False
    options: Mapping[str, str] = MappingProxyType({})
    roles: Mapping[str, str] = MappingProxyType({})
    reads: frozenset[str] = frozenset({TEXT})


LOADERS: tuple[Loader, ...] = (
    Loader(
        name=lanescope_jsonl.NAME,
        description=lanescope_jsonl.DESCRIPTION,
        sniff=lanescope_jsonl.sniff,
        open_run=lanescope_jsonl.open_run,
    ),
    Loader(
        name=mmlu_pro.NAME,
        description=mmlu_pro.DESCRIPTION,
        sniff=mmlu_pro.sniff,
        open_run=mmlu_pro.open_run,
        are_one_run=mmlu_pro.are_one_run,
    ),
    Loader(
        name=oc_llm.NAME,
        description=oc_llm.DESCRIPTION,
        sniff=oc_llm.sniff,
        open_run=oc_llm.open_run,
    ),
    Loader(
        name=trace.NAME,
        description=trace.DESCRIPTION,
        sniff=trace.sniff,
        open_run=trace.open_run,
        are_one_run=trace.are_one_run,
        roles=trace.ROLES,
    ),
    Loader(
        name=lm_eval.NAME,
        description=lm_eval.DESCRIPTION,
        sniff=lm_eval.sniff,
        open_run=lm_eval.open_run,
        are_one_run=lm_eval.are_one_run,
    ),
)
"""Every format, in the order in which they are tried."""


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


def load_run(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the word of the command line
    *,
    options: Mapping[str, str] | None = None,
    with_files: Mapping[str, Path] | None = None,
) -> Run:
    """Return the run in a file or folder, its header read, its items not yet.

    Args:
        path: a file; or a folder that holds exactly one run.
        format: a name out of `LOADERS`; None finds it out from the content, never from the name.
        options: settings of the loader by name.
        with_files: second files by role.

    Raises:
        RunFormatError: there is nothing at `path`, it cannot be read, no loader recognises it (each
            one tried is listed with its reason), a folder holds no or several runs (they are listed),
            or format, options or roles are unknown (the known ones are listed).
    """
    given = Path(path)
    loaders = _chosen(format)
    try:
        unread: tuple[Path, ...] = ()
        if given.is_dir():
            loader, sources, unread = _only_run(given, loaders)
        else:
            loader, sources = _recognised(given, loaders), (given,)
        _check_names("option", options or {}, loader.options, loader.name)
        _check_names("role", with_files or {}, loader.roles, loader.name)
        absolute = tuple(source.absolute() for source in sources)
        root = given.absolute() if given.is_dir() else absolute[0].parent
        run = _watched(loader.open_run(OpenRequest(absolute, root, options or {}, with_files or {})))
        return _noted(run, [path.relative_to(given).as_posix() for path in unread])
    except OSError as error:
        raise RunFormatError(f"expected a readable run, got {error.strerror or error} at {path}") from error


def list_runs(folder: str | Path) -> Listing:
    """Return the runs in a folder tree and what else lies there, found out from the content.

    Raises:
        RunFormatError: there is no such folder.
    """
    given = Path(folder)
    if not given.is_dir():
        raise RunFormatError(f"expected a folder, got none at {folder}")
    return _list(given, LOADERS)


def _chosen(name: str | None) -> tuple[Loader, ...]:
    chosen = tuple(loader for loader in LOADERS if name in (None, loader.name))
    if not chosen:
        names = ", ".join(loader.name for loader in LOADERS)
        raise RunFormatError(f"expected a format out of {names}, got {name!r}")
    return chosen


def _check_names(what: str, given: Mapping[str, object], known: Mapping[str, str], loader: str) -> None:
    for name in given:
        if name not in known:
            allowed = ", ".join(known) or f"none ({loader} takes no {what}s)"
            raise RunFormatError(f"expected {what}s out of {allowed}, got {name!r}")


def _recognised(path: Path, loaders: tuple[Loader, ...]) -> Loader:
    """Return the loader of a file."""
    if not path.is_file():
        raise RunFormatError(f"expected a run file or folder, got nothing at {path}", cure="Check the path.")
    loader, reasons = _sniff(path, loaders)
    if loader is not None:
        return loader
    what = _what(path)
    tried = "; ".join(f"{name}: {reason}" for name, reason in reasons)
    raise RunFormatError(
        f"expected a run in a known format, got {what or 'something else'} at {path}",
        cure=f"Tried {tried}." if tried else "",
    )


def _sniff(path: Path, loaders: tuple[Loader, ...]) -> tuple[Loader | None, list[tuple[str, str]]]:
    """Return the first loader that takes the file, and why those before it did not."""
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


def _what(path: Path) -> str | None:
    """Return what a file that is no run is, if it is known."""
    kind = file_kind(path)
    if kind.name != TEXT:
        return kind.what
    peek = find_layout(path, lambda value: isinstance(value, dict) and shape_kind(value) is not None)
    record = peek.record if isinstance(peek.record, Mapping) else {}
    return shape_kind(peek.header) or shape_kind(record)


def _only_run(folder: Path, loaders: tuple[Loader, ...]) -> tuple[Loader, tuple[Path, ...], tuple[Path, ...]]:
    """Return the loader and the files of the only run in a folder, and the files not read."""
    if is_audit(folder):
        message = f"expected a run, got an audit at {folder}"
        raise RunFormatError(message, cure="Open it with open_audit, or rescore the run it was made from.")
    listing = _list(folder, loaders)
    if len(listing.runs) == 1 and listing.complete:
        found = listing.runs[0]
        loader = next(loader for loader in loaders if loader.name == found.format)
        return loader, found.sources, tuple(path for path, _ in listing.others)
    raise RunFormatError(
        f"expected a folder with exactly one run, got {_told(listing, folder)} at {folder}",
        cure="Open one of the runs by its own path." if listing.runs else "Open a run file.",
    )


def _watched(run: Run) -> Run:
    """Return the run with what only shows at its end told there."""
    return replace(run, reader=lambda on_bytes: take_stock(run.reader(on_bytes)))


def _noted(run: Run, unread: Sequence[str]) -> Run:
    """Return the run with the files beside it that were not read named in its metadata."""
    if not unread:
        return run
    metadata = {**run.info.metadata, "files_not_read": list(unread[:_MOST_NAMED])}
    return replace(run, info=replace(run.info, metadata=metadata))


def _told(listing: Listing, folder: Path, most: int = 10) -> str:
    """Return what a folder holds in words, at most a few names of each."""
    runs = [f"{run.path.relative_to(folder)} ({run.format})" for run in listing.runs]
    others = [f"{path.relative_to(folder)} ({why})" for path, why in listing.others]
    parts = [f"{len(runs)} runs: {', '.join(runs[:most])}" if runs else "no run"]
    if others and not runs:
        parts.append(f"but {', '.join(others[:most])}")
    if not listing.complete:
        parts.append("and more than is looked at")
    return ", ".join(parts)


def _list(folder: Path, loaders: tuple[Loader, ...]) -> Listing:
    files, complete = candidate_files(folder)
    others: list[tuple[Path, str]] = []
    by_place: defaultdict[tuple[Path, str], list[Path]] = defaultdict(list)
    for path in files:
        loader, reason = _sniff_safely(path, loaders)
        if loader:
            by_place[path.parent, loader.name].append(path)
        else:
            others.append((path, reason))
    runs = [run for (parent, name), paths in by_place.items() for run in _grouped(parent, name, paths)]
    return Listing(tuple(sorted(runs)), tuple(others), complete)


def _sniff_safely(path: Path, loaders: tuple[Loader, ...]) -> tuple[Loader | None, str]:
    try:
        loader, _ = _sniff(path, loaders)
        return loader, "" if loader else _what(path) or "no known format"
    except OSError as error:
        return None, f"cannot be read: {error.strerror}"


def _grouped(parent: Path, name: str, paths: list[Path]) -> list[FoundRun]:
    """Return one run for files that belong together, else one a file."""
    loader = next(loader for loader in LOADERS if loader.name == name)
    if len(paths) > 1 and loader.are_one_run(paths):
        return [FoundRun(parent, name, sum(path.stat().st_size for path in paths), tuple(paths))]
    return [FoundRun(path, name, path.stat().st_size, (path,)) for path in paths]
