"""`oc-llm` metrics JSON: one file a lane, with task records under `tasks`, `results` or `items`.

Written after the public bug report on its scorer (openclaw/openclaw#74017), whose files are not
public. Field map, assumptions and problems: `docs/formats.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scoring.loaders.base import (
    LETTERS,
    Fields,
    OpenRequest,
    Run,
    RunInfo,
    as_text,
    joined_text,
    letters,
    read_items,
    shown,
)
from scoring.loaders.json_stream import Layout, OnBytes, Peek, find_layout
from scoring.loaders.json_tail import read_tail
from scoring.records import Item, JsonValue, Problem, Recorded, Response, TargetMode, TaskType, Verdict

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

KINDS: Mapping[str, TaskType] = {
    "choice": TaskType.CHOICE,
    "multiple_choice": TaskType.CHOICE,
    "mcq": TaskType.CHOICE,
    "multi_choice": TaskType.MULTI_CHOICE,
    "number": TaskType.NUMBER,
    "numeric": TaskType.NUMBER,
    "short_text": TaskType.SHORT_TEXT,
    "text": TaskType.SHORT_TEXT,
    "substring": TaskType.SUBSTRING,
    "substrings": TaskType.SUBSTRING,
    "required_substrings": TaskType.SUBSTRING,
}
"""Values of `kind`, lower-case, with underscores."""

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
_SHORT_LABELS = 4  # A-D
_LONG_LABELS = 10  # A-J
_MAX_ATTEMPT = 1 << 31
_ONE_LETTER = re.compile(r"[\s(\[]*(\w)[\s)\].]*")
_NUMBER = re.compile(r"[+\-\u2212]?[$€£]?(?:\d{1,3}(?:,\d{3})+|\d+|(?=\.))(?:\.\d*)?(?:[eE][+\-]?\d+)?(?:/\d+)?\s*%?")


def sniff(path: Path) -> str | None:
    """Return why the file is no oc-llm metrics file; None if it is one."""
    peek = _peek(path)
    if peek.layout:
        return None
    places = ", ".join(CONTAINERS)
    return f"expected task records (expected_answer, raw_content …) at the top or under {places}, got {peek.seen}"


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

    return Run(info=info, total_bytes=path.stat().st_size, reader=reader)


def _peek(path: Path) -> Peek:
    return find_layout(path, _is_record, CONTAINERS)


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
    required = _required_substrings(fields)
    task_type = _task_type(fields, required)
    target, mode = _target(fields, task_type, required)
    options, assumed = _options(fields, task_type, target, (item_id, category or ""))
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


def _required_substrings(fields: Fields) -> tuple[str, ...]:
    """Return the strings of `scoring_decision.required_substrings`, or of the record's own."""
    decision = fields.value.get("scoring_decision")
    if decision is not None and not isinstance(decision, dict):
        fields.tell("bad_field", f"expected an object, got {shown(decision)}", "$.scoring_decision")
    value = decision.get("required_substrings") if isinstance(decision, dict) else None
    path = "$.scoring_decision.required_substrings"
    if value is None:
        value, path = fields.get("required_substrings"), "$.required_substrings"
    return _texts(fields, value, path)


def _texts(fields: Fields, value: JsonValue, path: str) -> tuple[str, ...]:
    """Return one scalar or a list of scalars as texts; anything else is told."""
    parts = value if isinstance(value, list) else [] if value is None else [value]
    texts = [as_text(part) for part in parts]
    if None in texts:
        fields.tell("bad_field", f"expected texts, got {shown(value)} that holds others", path)
    return tuple(text for text in texts if text is not None)


def _task_type(fields: Fields, required: tuple[str, ...]) -> TaskType:
    """Return the record's kind, else what the expected answer looks like."""
    kind = fields.text("kind")
    if kind is not None:
        known = KINDS.get(kind.strip().casefold().replace("-", "_").replace(" ", "_"))
        if known is not None:
            return known
        allowed = ", ".join(KINDS)
        fields.tell("unknown_kind", f"expected one of {allowed}, got {shown(kind)}; inferred instead", "$.kind")
    if required:
        return TaskType.SUBSTRING
    expected = fields.value.get("expected_answer")
    if isinstance(expected, list) and len(expected) > 1 and all(_letter(as_text(part)) for part in expected):
        return TaskType.MULTI_CHOICE
    if isinstance(expected, list):
        expected = expected[0] if expected else None
    text = as_text(expected) or ""
    if _letter(text):
        return TaskType.CHOICE
    return TaskType.NUMBER if _NUMBER.fullmatch(text.strip()) else TaskType.SHORT_TEXT


def _letter(text: str | None) -> str | None:
    """Return the text's only letter, in capitals, blanks and brackets aside."""
    found = _ONE_LETTER.fullmatch(text or "")
    return found[1].upper() if found and found[1].isalpha() else None


def _target(
    fields: Fields, task_type: TaskType, required: tuple[str, ...]
) -> tuple[tuple[str, ...], TargetMode]:
    if task_type is TaskType.SUBSTRING and required:
        return required, "all"
    target = _texts(fields, fields.get("expected_answer"), "$.expected_answer")
    if not target:
        fields.tell("missing_target", "expected an answer in expected_answer, got none", "$.expected_answer")
    return target, "all" if task_type in (TaskType.MULTI_CHOICE, TaskType.SUBSTRING) else "any"


def _options(
    fields: Fields, task_type: TaskType, target: tuple[str, ...], names: tuple[str, ...]
) -> tuple[dict[str, str | None], dict[str, JsonValue]]:
    """Return label -> text, and a note for the metadata where the labels had to be assumed."""
    value = fields.get("options")
    if isinstance(value, list) and value:
        pairs: dict[str, JsonValue] = dict(zip(letters(len(value)), value, strict=True))
    else:
        pairs = dict(value) if isinstance(value, dict) else {}
    if value is not None and not isinstance(value, (list, dict)):
        fields.tell("bad_field", f"expected a list or an object, got {shown(value)}", "$.options")
    if pairs:
        return {label: _option_text(fields, label, text) for label, text in pairs.items()}, {}
    if task_type not in (TaskType.CHOICE, TaskType.MULTI_CHOICE):
        return {}, {}
    return dict.fromkeys(letters(_n_labels(target, names))), {"labels_assumed": True}


def _option_text(fields: Fields, label: str, value: JsonValue) -> str | None:
    text = as_text(value)
    if text is None and value is not None:
        fields.tell("bad_field", f"expected the option's text, got {shown(value)}", f"$.options.{label}")
    return text


def _n_labels(target: tuple[str, ...], names: tuple[str, ...]) -> int:
    """Return how many labels to assume: 4, or 10 for MMLU-Pro, or as many as the answer needs."""
    found = [LETTERS.find(letter) + 1 for text in target if (letter := _letter(text))]
    needed = max(found, default=0)
    is_pro = any("mmlu_pro" in name.casefold().replace("-", "_") for name in names)
    at_least = _LONG_LABELS if is_pro or needed > _SHORT_LABELS else _SHORT_LABELS
    return max(at_least, needed)


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
        found = found or text
    return found


def _first(fields: Fields, keys: Sequence[str]) -> str | None:
    key = next((key for key in keys if fields.value.get(key) is not None), keys[0])
    return fields.text(key)


def _recorded(fields: Fields) -> Recorded:
    """Return what the file's scorer decided; the record's own `correct` wins over the decision's."""
    answer = as_text(fields.value.get("extracted_final_answer"))
    decision = fields.value.get("scoring_decision")
    correct = fields.flag("correct")
    if correct is None and isinstance(decision, dict):
        correct = Fields(decision, key=None, index=0).flag("correct")
    if correct is None and answer is None and "extracted_final_answer" in fields.value:
        correct = False
    verdict = {True: Verdict.CORRECT, False: Verdict.INCORRECT, None: None}[correct]
    method, ambiguity = fields.text("extraction_method"), fields.flag("ambiguity_flag")
    score = fields.number("score")
    raw = {key: fields.get(key) for key in RECORDED_KEYS if key in fields.value}
    return Recorded(
        scorer=NAME, answer=answer, method=method, ambiguity=ambiguity, verdict=verdict, score=score, raw=raw
    )
