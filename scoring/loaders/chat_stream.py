"""Streamed chat completions: pieces that follow each other are joined into one body."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from scoring.loaders.chat_body import is_chunk, join_chunks
from scoring.loaders.files import open_file
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_lines import read_line
from scoring.loaders.json_stream import Entry, OnBytes, Stop
from scoring.loaders.json_text import MAX_VALUE_CHARS
from scoring.records import JsonValue

_DATA = b"data:"
_DONE = b"[DONE]"
_HEAD_BYTES = 4096


def is_event_stream(path: Path) -> bool:
    """Return whether the file is what a server sends as events: lines that begin with `data:`.

    Raises:
        OSError: the file cannot be read.
    """
    with open_file(path) as file:
        head = file.read(_HEAD_BYTES)
    lines = [
        line for line in head.split(b"\n") if line.strip() and not line.startswith((b":", b"event:", b"id:"))
    ]
    return bool(lines) and lines[0].startswith(_DATA) and b'"choices"' in head


def read_events(path: Path, on_bytes: OnBytes | None = None) -> Iterator[Entry | Stop]:
    """Return the value of every `data:` line; comments and names of events are passed over.

    Raises:
        OSError: the file cannot be read.
    """
    n_read = nth = number = 0
    with open_file(path) as file:
        while line := file.readline(MAX_VALUE_CHARS):
            number += 1
            n_read += len(line)
            payload = line.removeprefix(_DATA).strip()
            if not line.startswith(_DATA) or not payload or payload == _DONE:
                continue
            found = read_line(payload, number)
            if isinstance(found, JsonFault):
                yield Stop("malformed_record", found.message, number, nth)
            else:
                yield Entry(found.value, None, number, nth, found.flaws)
            nth += 1
            if on_bytes is not None:
                on_bytes(n_read)


def join_streams(entries: Iterator[Entry | Stop]) -> Iterator[Entry | Stop]:
    """Return the entries with pieces of one stream, which follow each other, joined into a body."""
    first: Entry | None = None
    chunks: list[Mapping[str, JsonValue]] = []
    nth = 0
    for entry in entries:
        chunk = entry.value if isinstance(entry, Entry) and is_chunk(entry.value) else None
        is_next = isinstance(chunk, dict) and bool(chunks) and chunk.get("id") == chunks[0].get("id")
        if first is not None and not is_next:
            yield first._replace(value=join_chunks(chunks), nth=nth)
            nth, first, chunks = nth + 1, None, []
        if isinstance(entry, Entry) and isinstance(chunk, dict):
            first = first or entry
            chunks.append(chunk)
        else:
            yield entry._replace(nth=nth) if entry.nth is not None and entry.nth >= 0 else entry
            nth += 1
    if first is not None:
        yield first._replace(value=join_chunks(chunks), nth=nth)
