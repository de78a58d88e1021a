"""What every loader shares: the run it returns, and how entries of a file become items and problems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from scoring.errors import RunFormatError
from scoring.images.embedded import EmbeddedImage
from scoring.loaders.fields import Fields, shown
from scoring.loaders.files import file_size
from scoring.loaders.json_stream import Entry, Layout, OnBytes, Stop, read_entries
from scoring.records import Item, JsonValue, Problem

TOP_OBJECT = Layout("object")
"""Records keyed by id at the top of the file, where fields of the run stand between them."""

_NO_HEADER: Mapping[str, JsonValue] = MappingProxyType({})

_CURES: Mapping[str, str] = {
    "truncated_file": "Copy the file again, or rerun what wrote it; the records before the cut are loaded.",
    "malformed_json": "Correct the file there, or write it again with a JSON library.",
    "record_too_large": "Split the record, or drop what is no part of the response.",
    "malformed_record": "Look at the file there; every record must be a JSON object of the format.",
    "too_deep": "Flatten the record.",
    "damaged_table": "Copy the file again, or write it again; the rows before the damage are loaded.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunInfo:
    """What a run says about itself.

    Attributes:
        format: name of the loader that reads it.
        name: what to call the run: its own id, else its file or folder name.
        lane: the configuration that was run; None if the file does not say.
        model: the model; None if neither file nor file name says.
        benchmark: the benchmark; None if neither file nor file name says.
        root: the run's folder; images and problem places are relative to it.
        sources: every file read, absolute, in the order read.
        metadata: what else the file says about the whole run, under its own names.
    """

    format: str
    name: str
    lane: str | None = None
    model: str | None = None
    benchmark: str | None = None
    root: Path
    sources: tuple[Path, ...]
    metadata: Mapping[str, JsonValue] = field(default_factory=dict)


ReadRun: TypeAlias = "Callable[[OnBytes | None], Iterator[Item | Problem | EmbeddedImage]]"
"""Streams a run. An image that the file embeds comes before the item that names it by its path."""

OnImage: TypeAlias = "Callable[[EmbeddedImage], None]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """An opened run: its header, and a way to stream its items.

    Attributes:
        info: what the run says about itself.
        total_bytes: size of all its files.
        reader: streams the run from the beginning, each time it is called.
    """

    info: RunInfo
    total_bytes: int
    reader: ReadRun

    def read(
        self, on_bytes: OnBytes | None = None, on_image: OnImage | None = None
    ) -> Iterator[Item | Problem]:
        """Return the items and problems in file order, read while they are asked for.

        Records in the files = items + problems with `skipped`. Can be called again.

        Args:
            on_bytes: called with the bytes read so far, of `total_bytes`.
            on_image: called with each image that the files embed, before its item; the same image may
                come again.

        Raises:
            OSError: a file cannot be read.
        """
        for entry in self.reader(on_bytes):
            if not isinstance(entry, EmbeddedImage):
                yield entry
            elif on_image is not None:
                on_image(entry)


class OpenRequest(NamedTuple):
    """What a loader is asked to open.

    Attributes:
        sources: the files of the run, absolute, in order; at least one.
        root: the run's folder.
        options: settings of the loader by name.
        with_files: second files by role.
    """

    sources: tuple[Path, ...]
    root: Path
    options: Mapping[str, str]
    with_files: Mapping[str, Path]


Convert: TypeAlias = "Callable[[Fields], Item | tuple[Item, ...] | None]"
"""Makes an item of a record, or several (none for a record that belongs to an earlier item)."""


def read_items(
    sources: Sequence[tuple[Path, Layout]],
    root: Path,
    convert: Convert,
    *,
    on_bytes: OnBytes | None = None,
    header: Mapping[str, JsonValue] = _NO_HEADER,
) -> Iterator[Item | Problem]:
    """Return the items of the files in order, each followed by its problems.

    Args:
        sources: files and the layout of each.
        root: file names in problems are relative to it.
        convert: makes one item or several of a record; None if it cannot, with the reason told last.
        on_bytes: called with the bytes read so far over all files.
        header: fields beside the records that the run's metadata already holds.
    """
    before = 0
    for path, layout in sources:
        report = counted_from(on_bytes, before)
        try:
            entries = read_entries(path, layout, report)
            yield from convert_entries(
                entries, convert, file=file_name(path, root), layout=layout, header=header
            )
            before += file_size(path)
        except OSError as error:
            message = f"expected a readable file, got {error.strerror or error} at {path.name}"
            raise RunFormatError(message) from error


def convert_entries(
    entries: Iterable[Entry | Stop],
    convert: Convert,
    *,
    file: str,
    layout: Layout | None = None,
    header: Mapping[str, JsonValue] = _NO_HEADER,
) -> Iterator[Item | Problem]:
    """Return the items of entries, however they were read, each followed by its problems.

    Args:
        entries: what stands in the file.
        convert: as in `read_items`.
        file: the file's name, for problems.
        layout: where the records stand, if that matters.
        header: as in `read_items`.
    """
    for entry in entries:
        if isinstance(entry, Stop):
            yield _stop_problem(entry, file)
        elif entry.key is not None and entry.key in header and (entry.nth < 0 or layout == TOP_OBJECT):
            if header[entry.key] != entry.value:
                yield _late_header(entry, file)
        elif entry.nth < 0:
            yield _late_header(entry, file)
        elif isinstance(entry.value, dict):
            fields = Fields(entry.value, key=entry.key, index=entry.nth)
            made = convert(fields)
            items = (made,) if isinstance(made, Item) else made or ()
            yield from items
            if made is None or fields.problems or entry.flaws:
                yield from _told(
                    entry, fields, items[0].item_id if items else None, file, skipped=made is None
                )
        else:
            yield _malformed(entry, file)


def _told(
    entry: Entry, fields: Fields, item_id: str | None, file: str, *, skipped: bool
) -> Iterator[Problem]:
    """Return the problems of one record; the last one counts as skipped if the record was."""
    told = [*entry.flaws, *fields.problems]
    for i, (kind, message, path) in enumerate(told):
        yield Problem(
            kind=kind,
            message=message,
            cure=_CURES.get(kind, ""),
            file=file,
            line=entry.line,
            index=entry.nth,
            path=path,
            item_id=item_id,
            skipped=skipped and i == len(told) - 1,
        )


def _malformed(entry: Entry, file: str) -> Problem:
    flaw = entry.flaws[0] if entry.flaws else None
    kind = flaw.kind if flaw else "malformed_record"
    return Problem(
        kind=kind,
        message=flaw.message if flaw else f"expected a record (an object), got {shown(entry.value)}",
        cure=_CURES.get(kind, ""),
        file=file,
        line=entry.line,
        index=entry.nth,
        path="$" if entry.key is None else f"$.{entry.key[:80]}",
        skipped=True,
    )


def _late_header(entry: Entry, file: str) -> Problem:
    return Problem(
        kind="late_header",
        message="expected fields of the run once, before its records, got one behind them; it was not read",
        cure="Write it once, before the records.",
        file=file,
        line=entry.line,
        path=f"$.{(entry.key or '')[:80]}",
    )


def _stop_problem(stop: Stop, file: str) -> Problem:
    return Problem(
        kind=stop.kind,
        message=stop.message,
        cure=_CURES.get(stop.kind, ""),
        file=file,
        line=stop.line,
        index=stop.nth,
        skipped=stop.nth is not None,
    )


def counted_from(on_bytes: OnBytes | None, before: int) -> OnBytes | None:
    """Return what reports the bytes of one of several files; `before` are those of the files before it."""
    return None if on_bytes is None else lambda n: on_bytes(before + n)


def file_name(path: Path, root: Path) -> str:
    """Return how a file is called in problems: relative to the run's folder, else its bare name."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
