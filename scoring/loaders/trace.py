"""Trace data sets and exports, joined with a file of responses.

Read in: maveryn/trace, `docs/DATA_FORMAT.md` and files that it generates, at 5ef7944.
Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from scoring.images.embedded import EmbeddedImage
from scoring.images.size import read_size
from scoring.loaders.base import OpenRequest, Run, RunInfo, read_items
from scoring.loaders.fields import Fields, as_text, describe, shown
from scoring.loaders.files import file_size
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Layout, OnBytes, Stop, read_entries
from scoring.loaders.known import TEXT, file_kind
from scoring.loaders.loader import Loader
from scoring.loaders.parquet_rows import read_columns, read_table_items
from scoring.records import Item, JsonValue, Problem, Response, TaskType

NAME = "trace"
DESCRIPTION = "Trace data sets and exports (JSONL, Parquet), with a file of responses: --with responses=FILE"

RESPONSES = "responses"
ROLES: Mapping[str, str] = {RESPONSES: "JSONL of {instance_id, response}; several a instance are attempts"}

INSTANCES = "train_instances.jsonl"
"""Of several files of one data set, the one that is read."""

_REQUIRED = frozenset({"instance_id", "answer_gt", "annotation_gt", "reward_contract"})
_PAIR = 2
_TABLE = "parquet"
READS = frozenset({TEXT, _TABLE})
"""Kinds of file that it is asked about."""

_NONE_EMBEDDED: Mapping[str, EmbeddedImage] = MappingProxyType({})

_NO_RESPONSES = Problem(
    kind="no_responses",
    message="expected a file of responses with the Trace instances, got none",
    cure="Name it with --with responses=FILE: one JSON object a line, {instance_id, response}.",
)


def sniff(path: Path) -> str | None:
    """Return why the file is no Trace data; None if it is."""
    if _is_table(path):
        columns = read_columns(path)
        seen = columns if isinstance(columns, str) else describe(dict.fromkeys(columns), "columns")
        missing = isinstance(columns, str) or not _REQUIRED.issubset(columns)
        return f"expected a table with {', '.join(sorted(_REQUIRED))}, got {seen}" if missing else None
    peek = _peek(path)
    return None if peek.layout else f"expected records with {', '.join(sorted(_REQUIRED))}, got {peek.seen}"


def are_one_run(paths: Sequence[Path]) -> bool:
    """Return whether the files are one data set and its exports: the same instances, told several times."""
    return any(path.name == INSTANCES for path in paths)


def open_run(request: OpenRequest) -> Run:
    """Return the run in a data set or an export, joined with the responses.

    Without a file of responses every instance is a problem, and the first problem says so.
    """
    path = next((source for source in request.sources if source.name == INSTANCES), request.sources[0])
    responses = request.with_files.get(RESPONSES)
    root, answers = path.parent, None if responses is None else Path(responses).absolute()
    sources = (path,) if answers is None else (path, answers)
    info = RunInfo(
        format=NAME,
        name=path.stem if answers is None else answers.stem,
        lane=None if answers is None else answers.stem.removesuffix("_responses"),
        benchmark="Trace",
        root=root,
        sources=sources,
    )
    layout = None if _is_table(path) else _peek(path).layout or Layout("lines")

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem | EmbeddedImage]:
        return _read(path, layout, answers, root, on_bytes)

    return Run(info=info, total_bytes=sum(file_size(one) for one in sources), reader=reader)


def _read(
    path: Path, layout: Layout | None, answers: Path | None, root: Path, on_bytes: OnBytes | None
) -> Iterator[Item | Problem | EmbeddedImage]:
    """Yield an item for every response of every instance, then the responses without instance.

    Args:
        layout: where the instances stand in the file; None for a table.
    """
    left: dict[str, list[Response]] = {}
    before = 0
    if answers is None:
        yield _NO_RESPONSES
    else:
        yield from _read_responses(answers, left)
        before = file_size(answers)
    report = None if on_bytes is None else lambda n: on_bytes(before + n)
    taken: set[str] = set()

    def convert(fields: Fields, embedded: Mapping[str, EmbeddedImage] = _NONE_EMBEDDED) -> Item | None:
        return _to_item(fields, root, left, embedded)

    for entry in (
        read_table_items(path, root, convert, report)
        if layout is None
        else read_items([(path, layout)], root, convert, on_bytes=report)
    ):
        yield entry
        if not isinstance(entry, Item):
            continue
        attempts = [] if entry.item_id in taken else left[entry.item_id][1:]
        taken.add(entry.item_id)
        for attempt, response in enumerate(attempts, 1):
            yield replace(entry, attempt=attempt, response=response)
    for instance_id in [one for one in left if one not in taken]:
        yield _problem(
            "response_without_instance",
            f"expected an instance for every response, got none with id {instance_id[:80]}",
            "Check that the responses belong to this data set.",
            answers.name if answers else path.name,
        )


def _read_responses(path: Path, into: dict[str, list[Response]]) -> Iterator[Problem]:
    """Yield a problem for every line that is no response; the others are put into the mapping."""
    for entry in read_entries(path, Layout("lines")):
        if isinstance(entry, Stop):
            yield replace(
                _problem(entry.kind, entry.message, "Correct the line.", path.name), line=entry.line
            )
            continue
        value = entry.value if isinstance(entry.value, dict) else {}
        instance_id, text = value.get("instance_id"), value.get("response")
        if not isinstance(instance_id, str) or not (text is None or isinstance(text, str)):
            message = f"expected {{instance_id, response}}, got {shown(entry.value)}"
            yield replace(
                _problem("malformed_record", message, "Write both as text.", path.name), line=entry.line
            )
            continue
        reasoning, reason = value.get("reasoning"), value.get("finish_reason")
        response = Response(
            content=text,
            reasoning=reasoning if isinstance(reasoning, str) else None,
            finish_reason=reason if isinstance(reason, str) else None,
        )
        into.setdefault(instance_id, []).append(response)


def _problem(kind: str, message: str, cure: str, file: str) -> Problem:
    return Problem(kind=kind, message=message, cure=cure, file=file, skipped=True)


def _to_item(
    fields: Fields,
    root: Path,
    responses: Mapping[str, list[Response]],
    embedded: Mapping[str, EmbeddedImage],
) -> Item | None:
    instance_id = fields.text("instance_id")
    if instance_id is None or instance_id not in responses:
        kind = "malformed_record" if instance_id is None else "instance_without_response"
        fields.tell(kind, f"expected an instance with a response, got {shown(instance_id)}", "$.instance_id")
        return None
    images = _images(fields)
    declared = _declared_size(fields)
    size = declared or _size_of_image(fields, root, images, embedded)
    answer_gt = _structure(fields, "answer_gt")
    domain = fields.text("domain")
    task = fields.text("task")
    prompt = fields.text("prompt")
    annotation_gt, contract = _structure(fields, "annotation_gt"), _structure(fields, "reward_contract")
    metadata = fields.rest()
    if size is not None and declared is None:
        metadata["image_size_from"] = "embedded image" if images[0] in embedded else "image file"
    return Item(
        item_id=instance_id,
        task_type=TaskType.TRACE,
        task=task,
        category=domain,
        domain=domain,
        prompt=prompt,
        target=_target(answer_gt),
        response=responses[instance_id][0],
        images=images,
        image_size=size,
        answer_gt=answer_gt,
        annotation_gt=annotation_gt,
        reward_contract=contract,
        metadata=metadata,
    )


def _structure(fields: Fields, key: str) -> JsonValue:
    """Return a field that may be given as JSON text, as exports to tables do."""
    value = fields.get(key)
    if not isinstance(value, str):
        return value
    try:
        parsed: JsonValue = json.loads(value)
    except (ValueError, RecursionError):
        fields.tell("bad_field", f"expected an object or its JSON text, got {shown(value)}", f"$.{key}")
        return None
    return parsed


def _target(answer_gt: JsonValue) -> tuple[str, ...]:
    if not isinstance(answer_gt, Mapping) or "value" not in answer_gt:
        return ()
    value = answer_gt["value"]
    text = as_text(value)
    return (json.dumps(value, ensure_ascii=False) if text is None else text,)


def _images(fields: Fields) -> tuple[str, ...]:
    images = fields.get("images")
    paths = (
        [one.get("path") if isinstance(one, dict) else one for one in images or ()]
        if isinstance(images, list)
        else []
    )
    return tuple(path for path in paths if isinstance(path, str))


def _declared_size(fields: Fields) -> tuple[int, int] | None:
    """Return the size of the first image as the record has it: a pair, or an object with both sides."""
    listed = fields.value.get("image_sizes_exported")
    first = listed[0] if isinstance(listed, list) and listed else None
    for value in (fields.value.get("image_size"), first):
        sides = [value.get("width"), value.get("height")] if isinstance(value, Mapping) else value
        if isinstance(sides, list) and len(sides) == _PAIR:
            width, height = sides
            if isinstance(width, int) and isinstance(height, int) and width > 0 and height > 0:
                return width, height
    given = fields.value.get("image_size")
    if given is not None:
        got = json.dumps(given)[:40]
        fields.tell(
            "bad_field", f"expected image_size as two whole numbers above 0, got {got}", "$.image_size"
        )
    return None


def _size_of_image(
    fields: Fields, root: Path, images: tuple[str, ...], embedded: Mapping[str, EmbeddedImage]
) -> tuple[int, int] | None:
    """Return the size of the first image itself; None, and a problem, where there is none."""
    size: tuple[int, int] | str = "the record names none"
    if images:
        size = embedded[images[0]].size if images[0] in embedded else read_size(root, images[0])
    if isinstance(size, str):
        message = f"expected the size of the image, which the half-life depends on, got none: {size}"
        fields.tell("image_size_unknown", message, "$.images")
        return None
    return size


def _is_table(path: Path) -> bool:
    return file_kind(path).name == _TABLE


def _peek(path: Path) -> Peek:
    return find_layout(path, _is_record)


def _is_record(value: JsonValue) -> bool:
    return isinstance(value, dict) and value.keys() >= _REQUIRED


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    are_one_run=are_one_run,
    roles=ROLES,
    reads=READS,
    gives=frozenset({"content", "reasoning", "target", "images"}),
)
