"""Inspect logs: `.eval` archives (deflate and Zstandard, chunked samples too) and JSON files.

Read in: UKGovernmentBEIS/inspect_ai, `log/_log.py`, `log/_condense.py`, `solver/_multiple_choice.py`.
Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from scoring.images.embedded import EmbeddedImage
from scoring.loaders.archives import list_members
from scoring.loaders.base import OpenRequest, Run, RunInfo, convert_entries, file_name
from scoring.loaders.files import file_size, inside_archive
from scoring.loaders.inspect_archive import SampleEntry, is_log, read_header, read_samples
from scoring.loaders.inspect_header import Log, read_log
from scoring.loaders.inspect_sample import to_item
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Layout, OnBytes, Stop, read_entries
from scoring.loaders.json_tail import read_tail
from scoring.loaders.known import TEXT, file_kind
from scoring.loaders.loader import GIVES, Loader
from scoring.records import Item, JsonValue, Problem

NAME = "inspect"
DESCRIPTION = "Inspect logs: .eval archives and JSON; epochs are attempts, every scorer is kept"

SCORER = "scorer"
OPTIONS: Mapping[str, str] = {SCORER: "name of the main scorer, whose verdict is compared with ours"}

READS = frozenset({TEXT, "zip"})

_SAMPLES = "samples"
_SAMPLE_KEYS = frozenset({"id", "epoch", "input"})
_LOG_KEYS = frozenset({"status", "eval"})


def sniff(path: Path) -> str | None:
    """Return why the file is no Inspect log; None if it is one.

    Raises:
        OSError: the file cannot be read.
    """
    if file_kind(path).name != TEXT:
        if inside_archive(path):
            return "expected a log of its own, got an archive inside an archive; unpack the outer one"
        names = [member.name for member in list_members(path)]
        return (
            None if is_log(names) else "expected an archive with header.json or _journal/start.json, got none"
        )
    peek = _peek(path)
    if peek.header.keys() >= _LOG_KEYS and isinstance(peek.header["eval"], dict):
        return None
    return f"expected an object with version, status, eval and samples, got {peek.seen or 'other fields'}"


def open_run(request: OpenRequest) -> Run:
    """Return the run in one log."""
    path = request.sources[0]
    packed = file_kind(path).name != TEXT
    header, wrong = read_header(path) if packed else (_json_header(path), None)
    log = read_log(header, wrong, request.options.get(SCORER))
    info = RunInfo(
        format=NAME,
        name=path.stem,
        model=log.model,
        benchmark=log.task,
        root=request.root,
        sources=request.sources,
        metadata=log.metadata,
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem | EmbeddedImage]:
        samples = read_samples(path, on_bytes) if packed else _json_samples(path, on_bytes)
        return _read(samples, log, path, request.root)

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def _read(
    samples: Iterator[SampleEntry], log: Log, path: Path, root: Path
) -> Iterator[Item | Problem | EmbeddedImage]:
    for kind, message, cure in log.problems:
        yield Problem(kind=kind, message=message, cure=cure, file=file_name(path, root))
    n_samples, own = 0, file_name(path, root)
    for entry, member in samples:
        n_samples += not isinstance(entry, Stop) or entry.nth is not None
        file = f"{own}/{member}" if member else own
        images: list[EmbeddedImage] = []
        for one in convert_entries([entry], partial(to_item, log=log, images=images), file=file):
            if isinstance(one, Item):
                yield from images
            yield one
    if n_samples < (log.n_samples or 1):
        message = f"expected {log.n_samples or 'some'} samples, as the log says, got {n_samples}"
        cure = "Copy the log again, or run it again with samples logged."
        yield Problem(kind="missing_samples", message=message, cure=cure, file=file_name(path, root))


def _peek(path: Path) -> Peek:
    return find_layout(path, _is_sample, (_SAMPLES,))


def _is_sample(value: JsonValue) -> bool:
    return isinstance(value, dict) and value.keys() >= _SAMPLE_KEYS


def _json_header(path: Path) -> dict[str, JsonValue]:
    header = {**_peek(path).header, **read_tail(path)}
    return {key: value for key, value in header.items() if key != _SAMPLES}


def _json_samples(path: Path, on_bytes: OnBytes | None) -> Iterator[SampleEntry]:
    """Return the samples of a JSON log; what stands beside them is the header, which is read already."""
    for entry in read_entries(path, Layout("list", _SAMPLES), on_bytes):
        if isinstance(entry, Stop) or entry.nth >= 0:
            yield SampleEntry(entry, "")


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    options=OPTIONS,
    reads=READS,
    gives=frozenset(GIVES),
)
