"""What every loader shares: the run it returns, and reading untrusted objects field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from scoring.loaders.json_stream import (
    Entry,
    Layout,
    OnBytes,
    Stop,
    describe,
    kind_of,
    read_entries,
)
from scoring.records import Item, JsonValue, Problem

TOP_OBJECT = Layout("object")
"""Records keyed by id at the top of the file, where fields of the run stand between them."""

_NO_HEADER: Mapping[str, JsonValue] = MappingProxyType({})

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_CURES: Mapping[str, str] = {
    "truncated_file": "Copy the file again, or rerun what wrote it; the records before the cut are loaded.",
    "malformed_json": "Correct the file there, or write it again with a JSON library.",
    "record_too_large": "Split the record, or drop what is no part of the response.",
    "malformed_record": "Look at the file there; every record must be a JSON object.",
    "too_deep": "Flatten the record.",
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


ReadRun: TypeAlias = "Callable[[OnBytes | None], Iterator[Item | Problem]]"


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

    def read(self, on_bytes: OnBytes | None = None) -> Iterator[Item | Problem]:
        """Return the items and problems in file order, read while they are asked for.

        Records in the files = items + problems with `skipped`. Can be called again.

        Args:
            on_bytes: called with the bytes read so far, of `total_bytes`.

        Raises:
            OSError: a file cannot be read.
        """
        return self.reader(on_bytes)


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


class Fields:
    """One untrusted JSON object, read field by field into typed values.

    A field of the wrong type is told as a problem and stays in `rest()`, so that nothing is lost.
    """

    __slots__ = ("index", "key", "problems", "value", "_read")

    def __init__(self, value: Mapping[str, JsonValue], *, key: str | None, index: int) -> None:
        """Wrap a record.

        Args:
            value: the record.
            key: its key in an object of records; None elsewhere.
            index: its position among the records.
        """
        self.value = value
        self.key = key
        self.index = index
        self.problems: list[tuple[str, str, str]] = []
        self._read: set[str] = set()

    def tell(self, kind: str, message: str, path: str) -> None:
        """Keep a problem of this record: kind, `expected X, got Y`, and JSON path."""
        self.problems.append((kind, message, path))

    def get(self, key: str) -> JsonValue:
        """Return the field as it is and count it as read; None if absent."""
        self._read.add(key)
        return self.value.get(key)

    def text(self, key: str) -> str | None:
        """Return the field if it is a string; None, and a problem unless it is null, otherwise."""
        value = self.value.get(key)
        if type(value) is str or value is None:
            self._read.add(key)
            return value
        self.tell("bad_field", f"expected a string, got {kind_of(value)}", f"$.{key}")
        return None

    def flag(self, key: str) -> bool | None:
        """Return the field if it is true, false, 0 or 1; else None, and a problem unless null."""
        value = self.value.get(key)
        if value is None or isinstance(value, bool) or (type(value) in (int, float) and value in (0, 1)):
            self._read.add(key)
            return None if value is None else bool(value)
        self.tell("bad_field", f"expected true or false, got {shown(value)}", f"$.{key}")
        return None

    def number(self, key: str) -> float | None:
        """Return the field if it is a number; else None, and a problem unless null."""
        value = self.value.get(key)
        if value is None or (isinstance(value, (int, float)) and not isinstance(value, bool)):
            self._read.add(key)
            return None if value is None else float(value)
        self.tell("bad_field", f"expected a number, got {shown(value)}", f"$.{key}")
        return None

    def keys_shown(self) -> str:
        """Return the record's keys for a message."""
        return describe(self.value, "with")

    def rest(self) -> dict[str, JsonValue]:
        """Return the fields that were not read into something typed, under their own names."""
        return {key: value for key, value in self.value.items() if key not in self._read}


def shown(value: JsonValue) -> str:
    """Return a value as it is quoted in a message: short scalars verbatim, others by kind."""
    if isinstance(value, str):
        return repr(value) if len(value) <= 40 else f"{value[:40]!r}…"  # noqa: PLR2004 - width of a message
    return kind_of(value) if isinstance(value, (dict, list)) else str(value)


def as_text(value: JsonValue) -> str | None:
    """Return a JSON scalar as text (`true`, `3`, `0.5`); None for null, lists and objects."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    return None


def letters(n: int) -> tuple[str, ...]:
    """Return the first n option labels: A to Z, then AA, AB and so on."""
    return tuple(
        LETTERS[i] if i < len(LETTERS) else LETTERS[i // 26 - 1] + LETTERS[i % 26] for i in range(n)
    )


def joined_text(fields: Fields, key: str) -> str | None:
    """Return a text field that may be a string or a list of strings or of {text} parts."""
    value = fields.value.get(key)
    if not isinstance(value, list):
        return fields.text(key)
    parts = [part.get("text") if isinstance(part, dict) else part for part in value]
    if not all(isinstance(part, str) for part in parts):
        fields.tell("bad_field", "expected a string or a list of texts, got a list with others", f"$.{key}")
        return None
    fields.get(key)
    return "\n".join(str(part) for part in parts)


Convert: TypeAlias = "Callable[[Fields], Item | None]"


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
        convert: makes an Item of a record; None if it cannot, with the reason told last.
        on_bytes: called with the bytes read so far over all files.
        header: fields beside the records that the run's metadata already holds.
    """
    before = 0
    for path, layout in sources:
        report = None if on_bytes is None else _counted(on_bytes, before)
        file = _relative(path, root)
        for entry in read_entries(path, layout, report):
            if isinstance(entry, Stop):
                yield _stop_problem(entry, file)
            elif entry.key in header and (entry.index < 0 or layout == TOP_OBJECT):
                continue
            elif entry.index < 0:
                yield _late_header(entry, file)
            elif isinstance(entry.value, dict):
                yield from _convert(entry, entry.value, convert, file)
            else:
                yield _malformed(entry, file)
        before += path.stat().st_size


def _convert(
    entry: Entry, value: Mapping[str, JsonValue], convert: Convert, file: str
) -> Iterator[Item | Problem]:
    fields = Fields(value, key=entry.key, index=entry.index)
    item = convert(fields)
    if item is not None:
        yield item
    if not fields.problems and not entry.flaws:
        return
    told = [*entry.flaws, *fields.problems]
    for i, (kind, message, path) in enumerate(told):
        yield Problem(
            kind=kind,
            message=message,
            cure=_CURES.get(kind, ""),
            file=file,
            line=entry.line,
            index=entry.index,
            path=path,
            item_id=None if item is None else item.item_id,
            skipped=item is None and i == len(told) - 1,
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
        index=entry.index,
        path="$" if entry.key is None else f"$.{entry.key[:80]}",
        skipped=True,
    )


def _late_header(entry: Entry, file: str) -> Problem:
    return Problem(
        kind="late_header",
        message="expected the fields of the run before the records, got one behind them; it was not read",
        cure="Write it before the records.",
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
        index=stop.index,
        skipped=stop.index is not None,
    )


def _counted(on_bytes: OnBytes, before: int) -> OnBytes:
    return lambda n: on_bytes(before + n)


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
