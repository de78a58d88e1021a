"""evalscope runs: reviews, joined with the predictions beside them.

Read in: modelscope/evalscope, examples/viz. Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from scoring.loaders.base import OpenRequest, Run, RunInfo, read_items
from scoring.loaders.chat_text import first_of, options_in, prompt_of, recorded_scores, text_of
from scoring.loaders.fields import Fields, as_text, shown
from scoring.loaders.files import file_size, is_file
from scoring.loaders.guess_type import guess_type
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Entry, Layout, OnBytes, read_entries
from scoring.loaders.loader import Loader
from scoring.records import Item, JsonValue, Problem, Recorded, Response, TaskType

NAME = "evalscope"
DESCRIPTION = "evalscope reviews (JSON Lines), with the predictions beside them"

_REVIEWS, _PREDICTIONS = "reviews", "predictions"
_DROPPED = ("messages", "sample_score", "trajectory", "choices")


def sniff(path: Path) -> str | None:
    """Return why the file is no evalscope review; None if it is one."""
    peek = _peek(path)
    wanted = "expected records with index and sample_score (or choices with a review)"
    return None if peek.layout else f"{wanted}, got {peek.seen}"


def open_run(request: OpenRequest) -> Run:
    """Return the run in one review file, its predictions read along if they are there."""
    path = request.sources[0]
    beside = _predictions_of(path)
    sources = (path,) if beside is None else (path, beside)
    layout = _peek(path).layout or Layout("lines")
    info = RunInfo(
        format=NAME,
        name=f"{path.parent.name}@{path.stem}",
        model=path.parent.name or None,
        benchmark=path.stem,
        root=request.root,
        sources=sources,
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        predictions = _Predictions(beside)
        convert = partial(_to_item, task=path.stem, predictions=predictions)
        return read_items([(path, layout)], request.root, convert, on_bytes=on_bytes)

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def _predictions_of(path: Path) -> Path | None:
    """Return the file of predictions: `predictions` in place of `reviews` in the path."""
    for parent in path.parents:
        if parent.name == _REVIEWS:
            found = parent.with_name(_PREDICTIONS) / path.relative_to(parent)
            return found if is_file(found) else None
    return None


class _Predictions:
    """Predictions by index. Both files have the same order, so that few are held at a time."""

    def __init__(self, path: Path | None) -> None:
        self._entries = iter(()) if path is None else read_entries(path, Layout("lines"))
        self._held: dict[str, Mapping[str, JsonValue]] = {}

    def take(self, index: str) -> Mapping[str, JsonValue]:
        while index not in self._held:
            entry = next(self._entries, None)
            if entry is None:
                return {}
            if isinstance(entry, Entry) and isinstance(entry.value, dict):
                self._held[str(entry.value.get("index"))] = entry.value
        return self._held.pop(index)


def _peek(path: Path) -> Peek:
    return find_layout(path, _is_record)


def _is_record(value: JsonValue) -> bool:
    if not isinstance(value, dict) or "index" not in value:
        return False
    return isinstance(value.get("sample_score"), dict) or isinstance(_older(value), dict)


def _older(value: Mapping[str, JsonValue]) -> JsonValue:
    choice = first_of(value.get("choices"))
    return choice.get("review") if isinstance(choice, dict) else None


def _to_item(fields: Fields, *, task: str, predictions: _Predictions) -> Item | None:
    index = as_text(fields.get("index"))
    if index is None:
        fields.tell("malformed_record", f"expected an index, got an object {fields.keys_shown()}", "$.index")
        return None
    prediction = predictions.take(index)
    output = _object(prediction.get("model_output"))
    reply = _object(first_of(output.get("choices") or fields.value.get("choices")))
    message = _object(reply.get("message"))
    messages = fields.value.get("messages") or prediction.get("messages")
    prompt = prompt_of(messages)
    recorded, target = _recorded(fields)
    options = options_in(prompt)
    task_type, labels = guess_type(options if target and target[0] in options else {}, target)
    is_choice = task_type in (TaskType.CHOICE, TaskType.MULTI_CHOICE)
    if not target:
        fields.tell("missing_target", "expected a target, got none", "$.target")
    if output.get("error"):
        fields.tell("sample_error", f"expected a reply, got an error: {shown(output['error'])}", "$")
    score = _object(fields.value.get("sample_score"))
    own = _object(score.get("sample_metadata") or prediction.get("metadata"))
    metadata = {
        key: value for key, value in fields.rest().items() if key not in _DROPPED and value is not None
    }
    return Item(
        item_id=index,
        task_type=task_type,
        task=task,
        category=next(
            (v for k in ("category", "subject", "subset") if isinstance(v := own.get(k), str)), None
        ),
        prompt=prompt,
        options=(options or dict.fromkeys(labels)) if is_choice else {},
        target=target,
        response=Response(
            content=_content(message, _object(score.get("score")), messages),
            reasoning=text_of(message.get("reasoning_content")) or text_of(message.get("reasoning")),
            finish_reason=text_of(reply.get("stop_reason")),
        ),
        recorded=recorded,
        metadata=dict(own) | metadata,
    )


def _content(
    message: Mapping[str, JsonValue], score: Mapping[str, JsonValue], messages: JsonValue
) -> str | None:
    """Return the reply: of the prediction, else the last message of the review, else what was scored."""
    if "content" in message:
        return text_of(message["content"])
    last = messages[-1] if isinstance(messages, list) and messages else None
    if isinstance(last, dict) and last.get("role") == "assistant":
        return text_of(last.get("content"))
    return text_of(score.get("prediction"))


def _recorded(fields: Fields) -> tuple[tuple[Recorded, ...], tuple[str, ...]]:
    """Return the scores of the review, the main one first, and the target."""
    older = _older(fields.value)
    if isinstance(older, dict):
        result = older.get("result")
        scores = result if isinstance(result, dict) else {"result": result}
        return recorded_scores(scores, as_text(older.get("pred")), older), _texts(older.get("gold"))
    score = _object(_object(fields.value.get("sample_score")).get("score"))
    value = _object(score.get("value"))
    main = score.get("main_score_name")
    ordered = {main: value[main], **value} if isinstance(main, str) and main in value else value
    raw = {key: part for key, part in score.items() if key != "prediction"}
    return recorded_scores(ordered, as_text(score.get("extracted_prediction")) or None, raw), _texts(
        fields.get("target")
    )


def _texts(value: JsonValue) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [value]
    return tuple(text for one in listed if (text := as_text(one)))


def _object(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    gives=frozenset({"content", "reasoning", "target", "recorded answer", "recorded verdict"}),
)
