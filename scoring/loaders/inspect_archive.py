"""The container of an Inspect log: an `.eval` archive or a JSON file; header and samples of both.

Read in: UKGovernmentBEIS/inspect_ai, `log/_recorders/eval.py` and `log/_recorders/chunked/format.py`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from scoring.loaders.archives import list_members
from scoring.loaders.files import file_size
from scoring.loaders.inspect_shuffle import expand_refs
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_stream import Entry, OnBytes, Stop
from scoring.loaders.json_text import MAX_VALUE_CHARS
from scoring.loaders.json_whole import depth_flaws, parse_whole
from scoring.loaders.zips import open_in_zip
from scoring.records import JsonValue

HEADER = "header.json"
START = "_journal/start.json"
"""What a log that is still being written, or was never finished, holds in place of a header."""

_WHOLE = re.compile(r"samples/.*_epoch_\d+\.json", re.DOTALL)
_SHELL = re.compile(r"(samples/.*_epoch_\d+)/sample\.json", re.DOTALL)
_CHUNK = re.compile(r"/(?:(messages|attachments|events)/(\d+)|metadata)\.json$")


class SampleEntry(NamedTuple):
    """A sample as the log holds it, or why it could not be read, and the name of its member."""

    entry: Entry | Stop
    member: str


def is_log(names: Sequence[str]) -> bool:
    """Return whether an archive of these members is an Inspect log."""
    return HEADER in names or START in names


def read_header(path: Path) -> tuple[dict[str, JsonValue], str | None]:
    """Return the header of an `.eval` log, and what is wrong with it, if anything.

    Raises:
        OSError: the archive cannot be read.
    """
    names = {member.name for member in list_members(path)}
    wrong: str | None = None
    for name in (HEADER, START):
        if name not in names:
            wrong = (
                wrong
                or f"expected {name} in the log, got none: it is still being written, or was never finished"
            )
            continue
        try:
            value, _ = parse_whole(_bytes(path, name))
        except (JsonFault, OSError) as error:
            wrong = f"expected a readable {name}, got {error}"
            continue
        if isinstance(value, dict):
            return value, wrong
        wrong = f"expected an object in {name}, got another value"
    return {}, wrong


def read_samples(path: Path, on_bytes: OnBytes | None) -> Iterator[SampleEntry]:
    """Return the samples of an `.eval` log in the order of the archive, one in memory at a time.

    Raises:
        OSError: the archive cannot be read.
    """
    names = [member.name for member in list_members(path)]
    samples = [name for name in names if _SHELL.fullmatch(name) or _WHOLE.fullmatch(name)]
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        if chunk := _CHUNK.search(name):
            parts[name[: chunk.start()]].append(name)
    total = file_size(path)
    for nth, name in enumerate(samples):
        shell = _SHELL.fullmatch(name)
        prefix = shell[1] if shell else None
        yield SampleEntry(_sample(path, name, nth, prefix, parts.get(prefix or "", ())), name)
        if on_bytes is not None:
            on_bytes(total * (nth + 1) // len(samples))


def _sample(path: Path, name: str, nth: int, prefix: str | None, parts: Sequence[str]) -> Entry | Stop:
    try:
        value, flaws = parse_whole(_bytes(path, name))
        if prefix is not None and isinstance(value, dict):
            value = _put_together(path, value, prefix, parts)
    except JsonFault as fault:
        return Stop(fault.kind, fault.message, fault.line, nth)
    except OSError as error:
        return Stop("damaged_member", f"expected a readable sample, got {error.strerror or error}", None, nth)
    deep = depth_flaws(_without_events(value))
    return Entry(None if deep else value, None, None, nth, (*flaws, *deep))


def _without_events(value: JsonValue) -> JsonValue:
    if not isinstance(value, dict):
        return value
    return {key: part for key, part in value.items() if key not in ("events", "events_data", "transcript")}


def _put_together(
    path: Path, shell: Mapping[str, JsonValue], prefix: str, parts: Sequence[str]
) -> dict[str, JsonValue]:
    """Return a chunked sample as one that is not: messages in place, attachments by position."""
    pool = _sequence(path, "messages", parts)
    refs = shell.get("message_refs")
    sample = {key: part for key, part in shell.items() if key != "message_refs"}
    sample["messages"] = expand_refs(refs, pool) if isinstance(refs, list) else pool
    sample["attachments"] = _sequence(path, "attachments", parts)
    sample["events"] = _sequence(path, "events", parts)
    sample["events_data"] = {"messages": pool}
    if f"{prefix}/metadata.json" in parts:
        sample["metadata"] = parse_whole(_bytes(path, f"{prefix}/metadata.json"))[0]
    return sample


def _sequence(path: Path, sequence: str, parts: Sequence[str]) -> list[JsonValue]:
    """Return a sequence of a chunked sample; its chunks are named by the place of their first entry."""
    starts = [
        (int(match[2]), name) for name in parts if (match := _CHUNK.search(name)) and match[1] == sequence
    ]
    values: list[JsonValue] = []
    for start, name in sorted(starts):
        chunk, _ = parse_whole(_bytes(path, name))
        if start != len(values) or not isinstance(chunk, list):
            raise JsonFault(
                "truncated_file", f"expected entry {len(values)} of {sequence}, got {start}", 1, in_value=True
            )
        values += chunk
    return values


def _bytes(path: Path, name: str) -> bytes:
    with open_in_zip(path, name) as file:
        data = file.read(MAX_VALUE_CHARS + 1)
    if len(data) > MAX_VALUE_CHARS:
        message = f"expected at most {MAX_VALUE_CHARS:,} bytes a sample, got more"
        raise JsonFault("record_too_large", message, 1, in_value=True)
    return data
