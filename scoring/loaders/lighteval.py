"""lighteval details: one Parquet file a task, of the new shape (structs) and the old one (flat columns).

Read in: huggingface/lighteval, logging/info_loggers.py, tasks/requests.py, models/model_output.py at
0.13 and 0.8. Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from scoring.images.embedded import EmbeddedImage
from scoring.loaders.base import OpenRequest, Run, RunInfo
from scoring.loaders.cells import as_list
from scoring.loaders.chat_text import first_of, prompt_of, recorded_scores, text_of
from scoring.loaders.fields import LABELS, Fields, as_text, describe, shown
from scoring.loaders.files import file_size
from scoring.loaders.guess_type import guess_type, one_label
from scoring.loaders.json_stream import OnBytes
from scoring.loaders.loader import GIVES, Loader
from scoring.loaders.parquet_rows import read_columns, read_table_items
from scoring.records import Item, JsonValue, Problem, Response, TaskType

NAME = "lighteval"
DESCRIPTION = "lighteval details (Parquet), of the new shape and the old one"

READS = frozenset({"parquet"})

_NEW = frozenset({"doc", "metric", "model_response"})
_OLD = frozenset({"predictions", "gold", "metrics"})
_CATEGORIES = ("category", "subject", "subset")


class _Parts(NamedTuple):
    """What both shapes hold."""

    item_id: str | None
    task: str | None
    prompt: str | None
    choices: Sequence[str]
    golds: Sequence[int]
    gold_texts: tuple[str, ...]
    texts: Sequence[JsonValue]
    reasoning: str | None
    logprobs: Sequence[float]
    scores: Mapping[str, JsonValue]
    images: JsonValue
    specific: Mapping[str, JsonValue]


def sniff(path: Path) -> str | None:
    """Return why the file holds no details of lighteval; None if it does."""
    columns = read_columns(path)
    if not isinstance(columns, str) and (set(columns) >= _NEW or set(columns) >= _OLD):
        return None
    seen = columns if isinstance(columns, str) else describe(dict.fromkeys(columns), "columns")
    return f"expected columns {', '.join(sorted(_NEW))} (or {', '.join(sorted(_OLD))}), got {seen}"


def open_run(request: OpenRequest) -> Run:
    """Return the run in the details of one task; the model is named by the folders above it."""
    path = request.sources[0]
    task = path.stem.removeprefix("details_").rsplit("_", 1)[0]
    info = RunInfo(
        format=NAME,
        name=path.stem,
        model=_model(path),
        benchmark=task,
        root=request.root,
        sources=request.sources,
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem | EmbeddedImage]:
        return read_table_items(path, request.root, partial(_to_item, task=task), on_bytes)

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def _model(path: Path) -> str | None:
    """Return what stands between `details` and the time in `details/<org>/<model>/<time>/<file>`."""
    parts = path.parts
    if "details" not in parts:
        return None
    at = len(parts) - 1 - parts[::-1].index("details")
    return "/".join(parts[at + 1 : -2]) or None


def _to_item(fields: Fields, embedded: Mapping[str, EmbeddedImage], *, task: str) -> Item | None:
    parts = _new(fields.value) if fields.value.keys() >= _NEW else _old(fields.value)
    options = _options(parts.choices)
    target = _targets(fields, parts, options)
    is_scored_by_logprobs = bool(parts.logprobs) and not any(
        isinstance(one, str) and one for one in parts.texts
    )
    guessed, labels = guess_type(options, target)
    task_type = TaskType.LOGLIKELIHOOD if is_scored_by_logprobs else guessed
    is_choice = task_type in (TaskType.CHOICE, TaskType.MULTI_CHOICE)
    paths = [one.get("path") if isinstance(one, dict) else one for one in as_list(parts.images) or ()]
    images = tuple(one for one in paths if isinstance(one, str))
    size = embedded[images[0]].size if images and images[0] in embedded else None
    content = first_of(list(parts.texts))
    notes: dict[str, JsonValue] = {} if parts.item_id is not None else {"item_id_assumed": True}
    if len(parts.texts) > 1:
        notes["other_replies"] = list(parts.texts[1:])
    return Item(
        item_id=str(fields.index) if parts.item_id is None else parts.item_id,
        task_type=task_type,
        task=parts.task or task,
        category=next((v for k in _CATEGORIES if isinstance(v := parts.specific.get(k), str)), None),
        prompt=parts.prompt,
        options=options or (dict.fromkeys(labels) if is_choice else {}),
        target=target,
        response=Response(content=as_text(content), reasoning=parts.reasoning),
        recorded=recorded_scores(parts.scores),
        images=images,
        image_size=size if isinstance(size, tuple) else None,
        choice_scores=tuple(parts.logprobs) if is_scored_by_logprobs else None,
        metadata=dict(parts.specific) | notes,
    )


def _new(row: Mapping[str, JsonValue]) -> _Parts:
    doc, reply = _object(row.get("doc")), _object(row.get("model_response"))
    return _Parts(
        item_id=as_text(doc.get("id")),
        task=text_of(doc.get("task_name")),
        prompt=prompt_of(reply.get("input")) or text_of(doc.get("query")),
        choices=_texts(doc.get("choices")),
        golds=_numbers(doc.get("gold_index")),
        gold_texts=(),
        texts=as_list(reply.get("text")) or (),
        reasoning=text_of(first_of(reply.get("reasonings"))),
        logprobs=_floats(reply.get("logprobs")),
        scores=_object(row.get("metric")),
        images=doc.get("images"),
        specific=_object(doc.get("specific")),
    )


def _old(row: Mapping[str, JsonValue]) -> _Parts:
    replies = as_list(row.get("predictions"))
    return _Parts(
        item_id=None,
        task=None,
        prompt=text_of(row.get("full_prompt")) or text_of(row.get("example")),
        choices=_texts(row.get("choices")),
        golds=_numbers(row.get("gold_index")),
        gold_texts=_texts(row.get("gold")),
        texts=[row.get("predictions")] if replies is None else replies,
        reasoning=None,
        logprobs=_floats(row.get("pred_logits")),
        scores=_object(row.get("metrics")),
        images=None,
        specific=_object(row.get("specifics")),
    )


def _options(choices: Sequence[str]) -> dict[str, str | None]:
    """Return the options; choices that are letters (`A`, ` A`) are labels without text."""
    if len(choices) < 2:  # noqa: PLR2004 - one choice is the answer itself
        return {}
    letters = [one_label(choice) for choice in choices]
    if letters == list(LABELS[: len(choices)]):
        return dict.fromkeys(LABELS[: len(choices)])
    return dict(zip(LABELS, choices, strict=False))


def _targets(fields: Fields, parts: _Parts, options: Mapping[str, str | None]) -> tuple[str, ...]:
    inside = [gold for gold in parts.golds if 0 <= gold < len(parts.choices)]
    if options and inside:
        return tuple(dict.fromkeys(LABELS[gold] for gold in inside))
    target = tuple(parts.choices[gold].strip() for gold in inside) or tuple(
        one.strip() for one in parts.gold_texts
    )
    if not target:
        fields.tell(
            "missing_target", f"expected a gold index of the choices, got {shown(list(parts.golds))}", "$"
        )
    return target


def _texts(value: JsonValue) -> tuple[str, ...]:
    listed = as_list(value)
    parts = [value] if listed is None else listed
    return tuple(text for part in parts if (text := as_text(part)) is not None)


def _numbers(value: JsonValue) -> tuple[int, ...]:
    listed = as_list(value)
    return tuple(part for part in ([value] if listed is None else listed) if type(part) is int)


def _floats(value: JsonValue) -> tuple[float, ...]:
    listed = as_list(value) or ()
    parts = [first_of(part) for part in listed]
    numbers = [float(part) for part in parts if isinstance(part, int | float) and not isinstance(part, bool)]
    return tuple(numbers) if len(numbers) == len(parts) else ()


def _object(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    reads=READS,
    gives=frozenset(GIVES) - {"recorded answer"},
)
