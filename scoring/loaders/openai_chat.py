"""Bodies of OpenAI-compatible chat servers, raw or beside their requests, whole or as streams.

Read in: bodies that Cerebras, Crusoe (vLLM), DeepSeek, Ollama, OpenAI and OpenRouter returned.
Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from scoring.loaders.base import OpenRequest, Run, RunInfo, convert_entries, file_name
from scoring.loaders.chat_body import is_body, is_chunk
from scoring.loaders.chat_items import NO_TARGETS, ROLES, TARGETS, items_of_body, request_fields
from scoring.loaders.chat_stream import is_event_stream, join_streams, read_events
from scoring.loaders.fields import Fields, as_text
from scoring.loaders.files import file_size
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Entry, Layout, OnBytes, Stop, read_entries
from scoring.loaders.loader import Loader
from scoring.loaders.target_table import TargetTable
from scoring.records import Item, JsonValue, Problem

NAME = "openai-chat"
DESCRIPTION = "bodies of OpenAI-compatible servers, whole or streamed; --with targets=FILE to score them"

_RESPONSE_KEYS = ("response", "response_body", "completion")


def sniff(path: Path) -> str | None:
    """Return why the file holds no such bodies; None if it does."""
    peek = _peek(path)
    if peek.layout or is_event_stream(path):
        return None
    return f"expected bodies with choices[].message, got {peek.seen}"


def open_run(request: OpenRequest) -> Run:
    """Return the run in one file of bodies, joined with a table of targets if there is one.

    Raises:
        RunFormatError: the table has no id or no target.
    """
    path = request.sources[0]
    peek = _peek(path)
    table_path = request.with_files.get(TARGETS)
    table = TargetTable(None if table_path is None else Path(table_path))
    sources = (path,) if table_path is None else (path, Path(table_path).absolute())
    info = RunInfo(format=NAME, name=path.stem, model=_model(peek.record), root=request.root, sources=sources)

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        if table_path is None:
            yield NO_TARGETS
        entries = join_streams(_entries(path, peek.layout, on_bytes))
        yield from convert_entries(
            entries, lambda fields: _to_items(fields, table), file=file_name(path, request.root)
        )

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def _entries(path: Path, layout: Layout | None, on_bytes: OnBytes | None) -> Iterator[Entry | Stop]:
    if layout is None:
        return read_events(path, on_bytes)
    return read_entries(path, layout, on_bytes)


def _peek(path: Path) -> Peek:
    return find_layout(path, _is_record)


def _is_record(value: JsonValue) -> bool:
    return is_chunk(value) or _body(value) is not None


def _body(value: JsonValue) -> Mapping[str, JsonValue] | None:
    """Return the body that a record is, or that it holds beside its request."""
    if not isinstance(value, dict) or "custom_id" in value:
        return None
    for one in (value, *(value.get(key) for key in _RESPONSE_KEYS)):
        if isinstance(one, dict) and is_body(one):
            return one
    return None


def _model(record: JsonValue) -> str | None:
    body = _body(record) or (record if isinstance(record, dict) else {})
    return as_text(body.get("model"))


def _to_items(fields: Fields, table: TargetTable) -> tuple[Item, ...] | None:
    body = _body(fields.value)
    if body is None:
        fields.tell("malformed_record", f"expected a body with choices, got {fields.keys_shown()}", "$")
        return None
    own_id = as_text(body.get("id"))
    position = str(fields.index)
    key = own_id if own_id in table.rows or position not in table.rows else position
    asked = request_fields(fields.value.get("request"))
    beside = {name: value for name, value in fields.value.items() if fields.value is not body}
    for name in (*_RESPONSE_KEYS, "request"):
        beside.pop(name, None)
    return items_of_body(body, key or position, asked, table, beside)


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    roles=ROLES,
    gives=frozenset({"content", "reasoning"}),
)
