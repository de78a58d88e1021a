"""Output files of batch APIs: one response a line, joined with the requests and a table of targets.

Read in: OpenAI's batch guide, vLLM's `run_batch` (up to 0.26), and published batch files.
Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path

import orjson

from scoring.loaders.base import OpenRequest, Run, RunInfo, file_name, read_items
from scoring.loaders.chat_items import NO_TARGETS, TARGETS, items_of_body, request_fields
from scoring.loaders.chat_items import ROLES as TARGET_ROLES
from scoring.loaders.fields import Fields, as_text, shown
from scoring.loaders.files import file_size, open_seekable
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Layout, OnBytes
from scoring.loaders.loader import Loader
from scoring.loaders.target_table import TargetTable
from scoring.records import Item, JsonValue, Problem

NAME = "openai-batch"
DESCRIPTION = "batch output files, with --with requests=FILE and --with targets=FILE"

REQUESTS = "requests"
ROLES: Mapping[str, str] = {REQUESTS: "the batch's input file, for prompts and models", **TARGET_ROLES}

_REQUIRED = frozenset({"custom_id", "response"})
_FAILED = 400
_EMPTY: Mapping[str, JsonValue] = {}


def sniff(path: Path) -> str | None:
    """Return why the file is no batch output; None if it is."""
    peek = _peek(path)
    return None if peek.layout else f"expected lines with custom_id and response, got {peek.seen}"


def open_run(request: OpenRequest) -> Run:
    """Return the run in one output file, joined with requests and targets on custom_id.

    Raises:
        RunFormatError: the table of targets has no id or no target.
        OSError: the file of requests cannot be read.
    """
    path = request.sources[0]
    peek = _peek(path)
    seconds = {role: Path(one).absolute() for role, one in request.with_files.items()}
    table = TargetTable(seconds.get(TARGETS))
    requests = _Requests(seconds.get(REQUESTS))
    record = peek.record if isinstance(peek.record, dict) else _EMPTY
    info = RunInfo(
        format=NAME,
        name=path.stem,
        model=as_text(_object(_object(record.get("response")).get("body")).get("model")),
        root=request.root,
        sources=(path, *seconds.values()),
    )
    layout = peek.layout or Layout("lines")

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        if TARGETS not in seconds:
            yield NO_TARGETS
        met: set[str] = set()

        def convert(fields: Fields) -> tuple[Item, ...] | None:
            return _to_items(fields, table, requests, met)

        yield from read_items([(path, layout)], request.root, convert, on_bytes=on_bytes)
        yield from requests.unanswered(met, request.root)

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def _peek(path: Path) -> Peek:
    return find_layout(path, lambda value: isinstance(value, dict) and value.keys() >= _REQUIRED)


class _Requests:
    """The lines of the input file by custom_id; only where each begins is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._index: dict[str, int] = {}
        self._begins = array("q")
        if path is None:
            return
        at = 0
        with open_seekable(path) as file:
            for line in file:
                custom_id = as_text(_parsed(line).get("custom_id"))
                if custom_id is not None:
                    self._index[custom_id] = len(self._begins)
                    self._begins.append(at)
                at += len(line)

    def body(self, custom_id: str) -> JsonValue:
        """Return the body of a request; None if there is no such request."""
        nth = self._index.get(custom_id)
        if nth is None or self._path is None:
            return None
        with open_seekable(self._path) as file:
            file.seek(self._begins[nth])
            return _parsed(file.readline()).get("body")

    def unanswered(self, met: set[str], root: Path) -> Iterator[Problem]:
        """Return a problem for every request that has no line in the output."""
        for custom_id in self._index:
            if custom_id not in met and self._path is not None:
                yield Problem(
                    kind="request_without_response",
                    message=f"expected a response for every request, got none for {custom_id[:80]}",
                    cure="Look for it in the batch's error file, or whether the batch expired.",
                    file=file_name(self._path, root),
                )


def _parsed(line: bytes) -> Mapping[str, JsonValue]:
    try:
        value: JsonValue = orjson.loads(line)
    except ValueError:
        return _EMPTY
    return _object(value)


def _to_items(
    fields: Fields, table: TargetTable, requests: _Requests, met: set[str]
) -> tuple[Item, ...] | None:
    custom_id = as_text(fields.get("custom_id"))
    if custom_id is None:
        got = shown(fields.value.get("custom_id"))
        fields.tell("malformed_record", f"expected a text in custom_id, got {got}", "$.custom_id")
        return None
    met.add(custom_id)
    response = fields.get("response")
    if response is not None and not isinstance(response, dict):
        fields.tell("bad_field", f"expected an object, got {shown(response)}", "$.response")
    status = _object(response).get("status_code")
    body = _object(_object(response).get("body"))
    error = fields.get("error") or body.get("error")
    about: dict[str, JsonValue] = {
        "batch_line": fields.value.get("id"),
        "status_code": status,
        "error": error,
    }
    fields.get("id")
    metadata = {key: value for key, value in (about | fields.rest()).items() if value is not None}
    failed = error or not body or (isinstance(status, int) and status >= _FAILED)
    if failed:
        told = _object(error).get("message", error)
        fields.tell("failed_request", f"expected a reply, got an error: {shown(told)}", "$")
    asked = request_fields(requests.body(custom_id))
    return items_of_body(_EMPTY if failed else body, custom_id, asked, table, metadata)


def _object(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else _EMPTY


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    roles=ROLES,
    gives=frozenset({"content", "reasoning"}),
)
