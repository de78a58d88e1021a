"""The one table of loaders, and opening a run whose format is found out by its content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from scoring.errors import RunFormatError
from scoring.loaders import (
    box_text,
    coco,
    evalscope,
    helm,
    hf_parquet,
    inspect_log,
    lanescope_jsonl,
    lighteval,
    lm_eval,
    lmms_eval,
    mmlu_pro,
    oc_llm,
    openai_batch,
    openai_chat,
    openai_evals,
    opencompass,
    promptfoo,
    simple_evals,
    table,
    trace,
    vlmevalkit,
)
from scoring.loaders.base import OpenRequest, Run
from scoring.loaders.files import inside_archive, is_file
from scoring.loaders.folders import is_glob
from scoring.loaders.known import file_kind
from scoring.loaders.loader import Loader
from scoring.loaders.recognise import Listing, find_run, find_runs
from scoring.loaders.stock import take_stock
from scoring.records import JsonValue

_MOST_NAMED = 50

LOADERS: tuple[Loader, ...] = (
    lanescope_jsonl.LOADER,
    mmlu_pro.LOADER,
    oc_llm.LOADER,
    opencompass.LOADER,
    trace.LOADER,
    coco.LOADER,
    box_text.LOADER,
    inspect_log.LOADER,
    lm_eval.LOADER,
    lmms_eval.LOADER,
    lighteval.LOADER,
    evalscope.LOADER,
    helm.LOADER,
    simple_evals.LOADER,
    openai_evals.LOADER,
    promptfoo.LOADER,
    openai_chat.LOADER,
    openai_batch.LOADER,
    vlmevalkit.LOADER,
    hf_parquet.LOADER,
    table.LOADER,  # last: it takes what no other format knows
)
"""Every format, in the order in which they are tried."""


def load_run(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the word of the command line
    *,
    options: Mapping[str, str] | None = None,
    with_files: Mapping[str, Path] | None = None,
) -> Run:
    """Return the run in a file, folder or archive, its header read, its items not yet.

    Args:
        path: a file, also inside an archive (`results.zip/lane_b.json`); or a folder, an archive or a
            glob that holds exactly one run.
        format: a name out of `LOADERS`; None finds it out from the content, never from the name.
        options: settings of the loader by name.
        with_files: second files by role.

    Raises:
        RunFormatError: there is nothing at `path`, it cannot be read, no loader recognises it (each
            one tried is listed with its reason), a folder holds no or several runs (they are listed),
            or format, options or roles are unknown (the known ones are listed).
    """
    given = Path(path)
    loaders = _chosen(format, with_files or {})
    try:
        found = find_run(given, loaders)
        loader = found.loader
        _check_names("option", options or {}, loader.options, loader.name)
        _check_names("role", with_files or {}, loader.roles, loader.name)
        absolute = tuple(source.absolute() for source in found.sources)
        request = OpenRequest(absolute, found.root.absolute(), options or {}, with_files or {})
        run = _watched(loader.open_run(request))
        unread = [one for one in found.unread if one.absolute() not in run.info.sources]
        return _noted(run, _unread(unread, given) | read_with(request.options, request.with_files))
    except OSError as error:
        raise RunFormatError(f"expected a readable run, got {error.strerror or error} at {path}") from error


def read_with(options: Mapping[str, str], with_files: Mapping[str, Path]) -> dict[str, JsonValue]:
    """Return what the metadata says of options and second files: with others a file is another run.

    Returns:
        `read_with_options`: setting -> value, and `read_with_files`: role -> name of the file; without
        those that are empty.
    """
    files = {role: path.name for role, path in sorted(with_files.items())}
    asked = {"read_with_options": dict(sorted(options.items())), "read_with_files": files}
    return {name: dict[str, JsonValue](chosen) for name, chosen in asked.items() if chosen}


def list_runs(place: str | Path) -> Listing:
    """Return the runs in a folder tree, an archive or what a glob matches, found out from the content.

    Raises:
        RunFormatError: there is nothing there, or it cannot be read.
    """
    given = Path(place)
    if not (given.exists() or is_glob(given) or inside_archive(given)):
        raise RunFormatError(f"expected a folder, an archive or a pattern, got none at {place}")
    try:
        return find_runs(given, LOADERS)
    except OSError as error:
        raise RunFormatError(f"expected readable runs, got {error.strerror or error} at {place}") from error


def explain(path: str | Path, taken_by: str) -> list[tuple[str, str]]:
    """Return why the other loaders that read such a file did not take it; nothing for a folder.

    Raises:
        RunFormatError: the file cannot be read.
    """
    given = Path(path)
    if not is_file(given):
        return []
    try:
        kind = file_kind(given).name
        asked = [one for one in LOADERS if one.name != taken_by and kind in one.reads]
        return [(one.name, one.sniff(given) or "could read it, too, and is asked later") for one in asked]
    except OSError as error:
        raise RunFormatError(f"expected a readable run, got {error.strerror or error} at {path}") from error


def _chosen(name: str | None, roles: Mapping[str, object]) -> tuple[Loader, ...]:
    """Return the loaders to try: the one asked for by its name, or by a second file that only it takes."""
    if name is None:
        asked = tuple(_asked_for(one) for one in LOADERS if roles and roles.keys() <= one.roles.keys())
        return asked or LOADERS
    chosen = tuple(_asked_for(loader) for loader in LOADERS if loader.name == name)
    if not chosen:
        names = ", ".join(loader.name for loader in LOADERS)
        raise RunFormatError(f"expected a format out of {names}, got {name!r}")
    return chosen


def _asked_for(loader: Loader) -> Loader:
    return loader._replace(sniff=loader.sniff_asked or loader.sniff)


def _check_names(what: str, given: Mapping[str, object], known: Mapping[str, str], loader: str) -> None:
    for name in given:
        if name not in known:
            allowed = ", ".join(known) or f"none ({loader} takes no {what}s)"
            raise RunFormatError(f"expected {what}s out of {allowed}, got {name!r}")


def _watched(run: Run) -> Run:
    """Return the run with what only shows at its end told there."""
    return replace(run, reader=lambda on_bytes: take_stock(run.reader(on_bytes)))


def _noted(run: Run, notes: Mapping[str, JsonValue]) -> Run:
    """Return the run with that in its metadata, too."""
    return replace(run, info=replace(run.info, metadata={**run.info.metadata, **notes})) if notes else run


def _unread(files: Sequence[Path], given: Path) -> dict[str, JsonValue]:
    """Return the files beside the run that were not read."""
    names = [one.relative_to(given).as_posix() if one.is_relative_to(given) else one.name for one in files]
    return {"files_not_read": list[JsonValue](names[:_MOST_NAMED])} if names else {}
