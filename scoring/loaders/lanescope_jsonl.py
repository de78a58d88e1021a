"""Lanescope JSONL, the format of our own: one item a line, read and written.

A field for every field of Item, Response and Recorded, under the same name; the fields of Response
stand in the item itself. Fields at their default are left out. `docs/formats.md` has an example.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from enum import StrEnum
from pathlib import Path
from typing import IO, Any

from scoring.loaders.base import OpenRequest, Run, RunInfo, read_items
from scoring.loaders.fields import Fields, as_text, shown
from scoring.loaders.files import file_size
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Layout, OnBytes
from scoring.loaders.lanescope_fields import LINE_READERS, NOT_FINITE, RESPONSE_READERS, read_typed
from scoring.loaders.loader import GIVES, Loader
from scoring.records import Item, JsonValue, Problem, Recorded, Response

NAME = "lanescope-jsonl"
DESCRIPTION = "Lanescope JSONL: one item a line, every field of the record under its own name"

HEADER = "lanescope_run"
"""Only key of an optional first line that names the run: lane, model, benchmark and what you like."""

_REQUIRED = frozenset({"item_id", "task_type"})


def sniff(path: Path) -> str | None:
    """Return why the file is no Lanescope JSONL; None if it is."""
    peek = _peek(path)
    return None if peek.layout else f"expected lines with item_id and task_type, got {peek.seen}"


def open_run(request: OpenRequest) -> Run:
    """Return the run in one file."""
    path = request.sources[0]
    peek = _peek(path)
    layout = Layout("lines", HEADER) if peek.layout is None or peek.layout.kind == "lines" else peek.layout
    first = peek.record if isinstance(peek.record, dict) else {}
    about = first.get(HEADER)
    header = about if isinstance(about, dict) else {}
    info = RunInfo(
        format=NAME,
        name=as_text(header.get("name")) or path.stem,
        lane=as_text(header.get("lane")),
        model=as_text(header.get("model")),
        benchmark=as_text(header.get("benchmark")),
        root=request.root,
        sources=request.sources,
        metadata=header,
    )
    beside = {HEADER: about} if HEADER in first else {}

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        return read_items([(path, layout)], request.root, item_from_json, on_bytes=on_bytes, header=beside)

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def dump_items(items: Iterable[Item], file: IO[bytes], *, run: Mapping[str, JsonValue] | None = None) -> int:
    """Return the number of items written to a file opened in binary mode, one a line.

    Args:
        items: what to write.
        file: where to; stays open.
        run: the optional first line: lane, model, benchmark and what you like.
    """
    if run is not None:
        file.write(_line({HEADER: dict(run)}))
    n = 0
    for item in items:
        file.write(_line(item_to_json(item)))
        n += 1
    return n


def item_to_json(item: Item) -> dict[str, JsonValue]:
    """Return the item as the object of its line; fields at their default are left out."""
    values = _changed(item) | _changed(item.response)
    values.pop("response", None)
    if item.recorded:
        values["recorded"] = [_changed(recorded) for recorded in item.recorded]
    return values


def item_from_json(record: Fields) -> Item | None:
    """Return the item of one line's object; None, and the reason told, if it has no id or type.

    A field of the wrong type and an unknown field are told and kept in the metadata.
    """
    values = read_typed(record, LINE_READERS)
    if not values.keys() >= _REQUIRED:
        record.tell("malformed_record", "expected a text in item_id and a known task_type", "$")
        return None
    response = Response(**{name: values.pop(name) for name in RESPONSE_READERS if name in values})
    rest = record.rest()
    for key in rest:
        if key not in LINE_READERS:
            record.tell("unknown_field", f"expected a field of the format, got {shown(key)}", f"$.{key[:80]}")
    if rest:
        values["metadata"] = rest | values.get("metadata", {})
    return Item(response=response, **values)


def _peek(path: Path) -> Peek:
    return find_layout(path, _is_line)


def _is_line(value: JsonValue) -> bool:
    return isinstance(value, dict) and (value.keys() >= _REQUIRED or value.keys() == {HEADER})


def _line(value: JsonValue) -> bytes:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"  # a lone surrogate becomes its JSON escape


def _changed(record: Item | Response | Recorded) -> dict[str, JsonValue]:
    """Return the fields that differ from their default, as JSON."""
    values = ((f.name, getattr(record, f.name), _default(f)) for f in fields(record))
    return {name: _to_json(value) for name, value, default in values if value != default}


def _default(of: Field[Any]) -> object:
    return of.default_factory() if of.default_factory is not MISSING else of.default


def _to_json(value: object) -> JsonValue:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, float) and not math.isfinite(value):
        return next(name for name, number in NOT_FINITE.items() if repr(number) == repr(value))
    if isinstance(value, Mapping):
        return {str(key): _to_json(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_to_json(part) for part in value]
    return value if isinstance(value, (str, int, float, bool)) else None


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    gives=frozenset(GIVES),
)
