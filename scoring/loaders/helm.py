"""HELM run folders: the requests of `scenario_state.json`, with the scores of the files beside it.

Read in: stanford-crfm/helm, common/request.py, benchmark/adaptation/request_state.py.
Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

from scoring.loaders.base import OpenRequest, Run, RunInfo, read_items
from scoring.loaders.chat_text import first_of, label_of, prompt_of, recorded_scores, text_of
from scoring.loaders.fields import Fields, as_text, shown
from scoring.loaders.files import file_size, is_file
from scoring.loaders.guess_type import guess_type
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Entry, Layout, OnBytes, read_entries
from scoring.loaders.loader import Loader
from scoring.records import Item, JsonValue, Problem, Response, TaskType

NAME = "helm"
DESCRIPTION = "HELM run folders: scenario_state.json with per_instance_stats.json beside it"

METRICS = (
    "exact_match",
    "quasi_exact_match",
    "prefix_exact_match",
    "quasi_prefix_exact_match",
    "final_num_exact_match",
    "math_equiv",
    "chain_of_thought_correctness",
    "f1_score",
)
"""Metrics of an instance that are scores of its answer; the first one present is the main scorer."""

_STATES = "request_states"
_STATS = ("per_instance_stats.json", "display_predictions.json")
_SEPARATE = "multiple_choice_separate"

Key: TypeAlias = tuple[str, int, str]
"""Id, trial and perturbation of an instance."""


def sniff(path: Path) -> str | None:
    """Return why the file is no scenario state of HELM; None if it is one."""
    peek = _peek(path)
    return None if peek.layout else f"expected request_states with instance and request, got {peek.seen}"


def open_run(request: OpenRequest) -> Run:
    """Return the run in one scenario state, with what lies beside it."""
    path = request.sources[0]
    peek = _peek(path)
    beside = tuple(one for name in _STATS if is_file(one := path.with_name(name)))
    spec = _object(peek.header.get("adapter_spec"))
    name = path.parent.name
    info = RunInfo(
        format=NAME,
        name=name,
        model=text_of(spec.get("model")),
        benchmark=name.split(",model=")[0] or None,
        root=request.root,
        sources=(path, *beside),
        metadata={"adapter_spec": spec},
    )
    layout = peek.layout or Layout("list", _STATES)

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        scores: dict[Key, dict[str, JsonValue]] = {}
        for one in beside:
            _read_scores(one, scores)
        method = text_of(spec.get("method")) or ""
        convert = partial(_to_item, task=info.benchmark, method=method, scores=scores)
        return read_items([(path, layout)], request.root, convert, on_bytes=on_bytes, header=peek.header)

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def _read_scores(path: Path, into: dict[Key, dict[str, JsonValue]]) -> None:
    """Keep the scores of each instance; a few numbers an instance, whatever else the file holds."""
    for entry in read_entries(path, Layout("list")):
        if not isinstance(entry, Entry) or not isinstance(entry.value, dict):
            continue
        value = entry.value
        stats = value.get("stats")
        named: dict[str, JsonValue] = {}
        if isinstance(stats, dict):
            named = dict(stats)
        for stat in stats if isinstance(stats, list) else ():
            name = _object(_object(stat).get("name")).get("name")
            if isinstance(name, str):
                named.setdefault(name, _object(stat).get("mean"))
        kept = {name: named[name] for name in METRICS if name in named}
        key = _key(value.get("instance_id"), value)
        into[key] = kept | into.get(key, {})


def _key(instance_id: JsonValue, value: Mapping[str, JsonValue]) -> Key:
    trial = value.get("train_trial_index")
    perturbation = _object(value.get("perturbation")).get("name")
    return (
        str(instance_id),
        trial if type(trial) is int else 0,
        perturbation if isinstance(perturbation, str) else "",
    )


def _peek(path: Path) -> Peek:
    return find_layout(path, _is_state, (_STATES,))


def _is_state(value: JsonValue) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("instance"), dict)
        and isinstance(value.get("request"), dict)
    )


def _to_item(
    fields: Fields, *, task: str | None, method: str, scores: Mapping[Key, Mapping[str, JsonValue]]
) -> Item | None:
    instance, sent = _object(fields.value.get("instance")), _object(fields.value.get("request"))
    instance_id = as_text(instance.get("id"))
    if instance_id is None:
        fields.tell(
            "malformed_record", f"expected an id of the instance, got {fields.keys_shown()}", "$.instance.id"
        )
        return None
    result = _object(fields.value.get("result"))
    completion = _object(first_of(result.get("completions")))
    if result.get("error"):
        fields.tell(
            "sample_error", f"expected a reply, got an error: {shown(result['error'])}", "$.result.error"
        )
    content = text_of(completion.get("text"))
    options = _options(fields)
    target = _targets(fields, instance, options)
    key = _key(instance_id, {**fields.value, "perturbation": instance.get("perturbation")})
    answer = (content or "").strip()
    reason = completion.get("finish_reason")
    task_type, labels = guess_type(options, target)
    is_choice = task_type in (TaskType.CHOICE, TaskType.MULTI_CHOICE)
    return Item(
        item_id=_item_id(fields, key, method),
        task_type=task_type,
        task=task,
        attempt=key[1],
        category=text_of(instance.get("sub_split")),
        prompt=prompt_of(sent.get("messages")) or text_of(sent.get("prompt")),
        options=options or (dict.fromkeys(labels) if is_choice else {}),
        target=target,
        response=Response(
            content=content,
            reasoning=text_of(_object(completion.get("thinking")).get("text")),
            finish_reason=text_of(_object(reason).get("reason"))
            if isinstance(reason, dict)
            else text_of(reason),
        ),
        recorded=recorded_scores(scores.get(key, {}), answer if answer in options else None),
        metadata=_metadata(fields, instance),
    )


def _item_id(fields: Fields, key: Key, method: str) -> str:
    """Return the id, with the perturbation and, where each option is a request, which one it is."""
    reference = fields.value.get("reference_index")
    parts = [key[0], key[2], f"reference {reference}" if reference is not None else ""]
    mode = fields.value.get("request_mode")
    if method.startswith(_SEPARATE) and isinstance(mode, str):
        parts.append(mode)
    return " / ".join(part for part in parts if part)


def _options(fields: Fields) -> dict[str, str | None]:
    mapping = fields.value.get("output_mapping")
    return {label: as_text(text) for label, text in mapping.items()} if isinstance(mapping, dict) else {}


def _targets(
    fields: Fields, instance: Mapping[str, JsonValue], options: Mapping[str, str | None]
) -> tuple[str, ...]:
    """Return the references tagged as correct, by label where there are options.

    A request for one option of several has no answer to extract, and so no target.
    """
    if fields.value.get("reference_index") is not None:
        fields.tell("separate_requests", "expected one request an item, got one for each of its options", "$")
        return ()
    references = instance.get("references")
    right = [
        text
        for one in (references if isinstance(references, list) else ())
        if _is_correct(one) and (text := text_of(_object(_object(one).get("output")).get("text"))) is not None
    ]
    if not right:
        fields.tell(
            "missing_target", "expected a reference tagged as correct, got none", "$.instance.references"
        )
    labels = [label_of(text, options) for text in right] if options else []
    return tuple(label for label in labels if label) if any(labels) else tuple(right)


def _is_correct(reference: JsonValue) -> bool:
    tags = _object(reference).get("tags")
    return isinstance(tags, list) and "correct" in tags


def _metadata(fields: Fields, instance: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    kept = {key: instance[key] for key in ("split", "perturbation", "extra_data") if instance.get(key)}
    references = instance.get("references")
    tags = [_object(one).get("tags") for one in references] if isinstance(references, list) else []
    others = ("num_train_instances", "prompt_truncated", "annotations")
    return (
        kept | {"reference_tags": tags} | {key: fields.value[key] for key in others if fields.value.get(key)}
    )


def _object(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    gives=frozenset({"content", "reasoning", "options", "target", "recorded answer", "recorded verdict"}),
)
