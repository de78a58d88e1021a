"""`oc-llm` metrics JSON: one file a lane, with task records under `tasks`, `results` or `items`.

Written after the public bug report on its scorer (openclaw/openclaw#74017), whose files are not
public. Field map, assumptions and problems: `docs/formats.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scoring.loaders.base import OpenRequest, Run, RunInfo, read_items
from scoring.loaders.fields import Fields, as_text, joined_text, one_text, shown
from scoring.loaders.files import file_size
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Layout, OnBytes
from scoring.loaders.json_tail import read_tail
from scoring.loaders.loader import GIVES, Loader
from scoring.loaders.oc_llm_target import (
    read_options,
    read_required_substrings,
    read_target,
    read_task_type,
)
from scoring.records import Item, JsonValue, Problem, Recorded, Response, Verdict

NAME = "oc-llm"
DESCRIPTION = "oc-llm metrics JSON: task records with expected_answer, raw_content and scoring_decision"

CONTAINERS = ("tasks", "results", "items")
"""Keys of the top object under which the records may stand."""

ID_KEYS = ("id", "task_id", "item_id", "question_id")
PROMPT_KEYS = ("prompt", "question")
REASONING_KEYS = ("raw_reasoning", "reasoning", "reasoning_content", "reasoning_details")
FINISH_KEYS = ("finish_reason", "stop_reason")
RECORDED_KEYS = (
    "extracted_final_answer",
    "extraction_method",
    "ambiguity_flag",
    "scoring_decision",
    "correct",
    "score",
)

HEADER_KEYS: Mapping[str, tuple[str, ...]] = {
    "name": ("run_id", "run", "run_name"),
    "lane": ("lane", "lane_name"),
    "model": ("model", "model_name", "served_model_name"),
    "benchmark": ("benchmark", "suite"),
}
"""Fields beside the records that name the run; all of them stay in the run's metadata, too."""

_TELLING = frozenset(
    (
        "expected_answer",
        "extracted_final_answer",
        "extraction_method",
        "ambiguity_flag",
        "raw_content",
        "raw_reasoning",
        "scoring_decision",
    )
)
_ENOUGH = 2  # telling fields that make an object a task record
_MAX_ATTEMPT = 1 << 31


def sniff(path: Path) -> str | None:
    """Return why the file is no oc-llm metrics file; None if it is one."""
    peek = _peek(path)
    if peek.layout:
        return None
    where = f"at the top or under {', '.join(CONTAINERS)}"
    return f"expected task records (expected_answer, raw_content …) {where}, got {peek.seen}"


def open_run(request: OpenRequest) -> Run:
    """Return the run in one metrics file."""
    path = request.sources[0]
    peek = _peek(path)
    layout = peek.layout or Layout("list")
    header = dict(peek.header)
    if layout.container is not None:
        header |= {key: value for key, value in read_tail(path).items() if key != layout.container}
    named = {field: _first_text(header, keys) for field, keys in HEADER_KEYS.items()}
    info = RunInfo(
        format=NAME,
        name=named["name"] or path.stem,
        lane=named["lane"],
        model=named["model"],
        benchmark=named["benchmark"],
        root=request.root,
        sources=request.sources,
        metadata=header,
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        return read_items([(path, layout)], request.root, _to_item, on_bytes=on_bytes, header=header)

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def _peek(path: Path) -> Peek:
    return find_layout(path, _is_record, CONTAINERS, keyed=True)


def _is_record(value: JsonValue) -> bool:
    return isinstance(value, dict) and len(_TELLING & value.keys()) >= _ENOUGH


def _first_text(header: Mapping[str, JsonValue], keys: Sequence[str]) -> str | None:
    return next((value for key in keys if isinstance(value := header.get(key), str) and value), None)


def _to_item(fields: Fields) -> Item | None:
    if not _TELLING & fields.value.keys():
        fields.tell("malformed_record", f"expected a task record, got an object {fields.keys_shown()}", "$")
        return None
    item_id = _item_id(fields)
    category = fields.text("category")
    required = read_required_substrings(fields)
    task_type = read_task_type(fields, required)
    target, mode = read_target(fields, task_type, required)
    options, assumed = read_options(fields, task_type, target, (item_id, category or ""))
    response = Response(
        content=_content(fields), reasoning=_reasoning(fields), finish_reason=_first(fields, FINISH_KEYS)
    )
    return Item(
        item_id=item_id,
        task_type=task_type,
        task=fields.text("task"),
        attempt=_attempt(fields),
        category=category,
        prompt=_first(fields, PROMPT_KEYS),
        options=options,
        target=target,
        target_mode=mode,
        response=response,
        recorded=(_recorded(fields),),
        allow_reasoning_fallback=fields.flag("allow_reasoning_fallback"),
        metadata=fields.rest() | assumed | ({"item_id_assumed": True} if _has_no_id(fields) else {}),
    )


def _has_no_id(fields: Fields) -> bool:
    return fields.key is None and not any(fields.value.get(key) is not None for key in ID_KEYS)


def _item_id(fields: Fields) -> str:
    """Return the record's key, else its id, else its position."""
    if fields.key is not None:
        same = next((key for key in ID_KEYS if fields.value.get(key) == fields.key), None)
        if same:
            fields.get(same)
        return fields.key
    for key in ID_KEYS:
        text = as_text(fields.value.get(key))
        if text is not None:
            fields.get(key)
            return text
    return str(fields.index)


def _attempt(fields: Fields) -> int:
    value = fields.value.get("attempt")
    if type(value) is int and 0 <= value < _MAX_ATTEMPT:
        fields.get("attempt")
        return value
    if value is not None:
        fields.tell("bad_field", f"expected a whole number from 0, got {shown(value)}", "$.attempt")
    return 0


def _content(fields: Fields) -> str | None:
    if "raw_content" not in fields.value:
        fields.tell("missing_text", "expected the visible text in raw_content, got no such field", "$")
    return joined_text(fields, "raw_content")


def _reasoning(fields: Fields) -> str | None:
    """Return the first reasoning field with text; others that differ stay in the metadata."""
    found: str | None = None
    for key in REASONING_KEYS:
        value = fields.value.get(key)
        if found and value != found:
            continue
        text = joined_text(fields, key)
        if text is not None and not found:
            found = text
    return found


def _first(fields: Fields, keys: Sequence[str]) -> str | None:
    key = next((key for key in keys if fields.value.get(key) is not None), keys[0])
    return fields.text(key)


def _recorded(fields: Fields) -> Recorded:
    """Return what the file's scorer decided; the record's own `correct` wins over the decision's."""
    extracted = fields.value.get("extracted_final_answer")
    answer = None if extracted is None else one_text(extracted)
    decision = fields.value.get("scoring_decision")
    correct = fields.flag("correct")
    if correct is None and isinstance(decision, dict):
        correct = Fields(decision, key=None, index=0).flag("correct")
    if correct is None and answer is None and "extracted_final_answer" in fields.value:
        correct = False  # a null answer is recorded as incorrect
    verdict = {True: Verdict.CORRECT, False: Verdict.INCORRECT, None: None}[correct]
    method, ambiguity = fields.text("extraction_method"), fields.flag("ambiguity_flag")
    score = fields.number("score")
    raw = {key: fields.get(key) for key in RECORDED_KEYS if key in fields.value}
    return Recorded(
        scorer=NAME, answer=answer, method=method, ambiguity=ambiguity, verdict=verdict, score=score, raw=raw
    )


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    gives=frozenset(set(GIVES) - {"images"}),
)
