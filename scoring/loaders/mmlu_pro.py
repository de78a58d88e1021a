"""MMLU-Pro record files: a list of records as the MMLU-Pro scripts write them (also JSON Lines).

Read in: TIGER-AI-Lab/MMLU-Pro, `evaluate_from_api.py`, `evaluate_from_apiX.py`,
`evaluate_from_local.py`, `compute_accuracy.py` and `eval_results/` at f418b11.
Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scoring.loaders.base import OpenRequest, Run, RunInfo, read_items
from scoring.loaders.fields import LABELS, Fields, one_text, shown
from scoring.loaders.files import file_size
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Layout, OnBytes
from scoring.loaders.loader import Loader
from scoring.loaders.mmlu_pro_names import read_model, read_summaries
from scoring.records import Item, JsonValue, Problem, Recorded, Response, TaskType, Verdict

NAME = "mmlu-pro"
DESCRIPTION = "MMLU-Pro record files (eval_results): a JSON list, or a folder of one list a category"

TEXT_KEYS = ("generated_text", "model_outputs", "response")
"""Where the scripts of different ages put the text; the first one present is read."""

SENTINELS = ("MaxTokensExceeded", "Killed by user")
"""Texts that evaluate_from_apiX.py writes in place of a reply."""

_REQUIRED = frozenset({"question_id", "question", "options", "answer"})
_SCRIPT_KEYS = ("answer", "pred", "answer_index")


def sniff(path: Path) -> str | None:
    """Return why the file is no MMLU-Pro record file; None if it is one."""
    peek = _peek(path)
    if peek.layout:
        return None
    wanted = f"question_id, question, options, answer and one of {', '.join(TEXT_KEYS)}"
    return f"expected records with {wanted}, got {peek.seen}"


def open_run(request: OpenRequest) -> Run:
    """Return the run in one record file, or in several of one run (one file a category)."""
    sources = [(path, _layout(path)) for path in request.sources]
    first = request.sources[0]
    model, shots = read_model(first, _category(first))
    summaries, sums = read_summaries(request.sources)
    metadata: dict[str, JsonValue] = {"shots": shots} if shots is not None else {}
    info = RunInfo(
        format=NAME,
        name=first.stem if len(sources) == 1 else model or request.root.name,
        model=model,
        benchmark="MMLU-Pro",
        root=request.root,
        sources=(*request.sources, *summaries),
        metadata=metadata | ({"summary": sums} if sums else {}),
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        return read_items(sources, request.root, _to_item, on_bytes=on_bytes)

    total = sum(file_size(path) for path in request.sources)
    return Run(info=info, total_bytes=total, reader=reader)


def are_one_run(paths: Sequence[Path]) -> bool:
    """Return whether each file is named after its one category, as the scripts name those of a run."""
    return all((category := _category(path)) and path.stem.startswith(category) for path in paths)


def _category(path: Path) -> str | None:
    record = _peek(path).record
    category = record.get("category") if isinstance(record, Mapping) else None
    return category if isinstance(category, str) else None


def _peek(path: Path) -> Peek:
    return find_layout(path, _is_record)


def _layout(path: Path) -> Layout:
    return _peek(path).layout or Layout("list")


def _is_record(value: JsonValue) -> bool:
    return isinstance(value, dict) and value.keys() >= _REQUIRED and not value.keys().isdisjoint(TEXT_KEYS)


def _to_item(fields: Fields) -> Item | None:
    item_id = _item_id(fields)
    if item_id is None:
        return None
    content, sentinel = _content(fields)
    options = _options(fields)
    answer = fields.text("answer")
    _check_target(fields, answer, options)
    prompt = fields.text("question")
    category = fields.text("category")
    recorded = _recorded(fields, answer)
    if not fields.value.get("cot_content"):
        fields.get("cot_content")
    metadata = fields.rest()
    if sentinel:
        metadata["sentinel"] = sentinel
    return Item(
        item_id=item_id,
        task_type=TaskType.CHOICE,
        task="mmlu_pro",
        category=category,
        prompt=prompt,
        options=options,
        target=() if answer is None else (answer,),
        response=Response(content=content),
        recorded=recorded,
        metadata=metadata,
    )


def _item_id(fields: Fields) -> str | None:
    value = fields.get("question_id")
    if isinstance(value, (int, str)) and not isinstance(value, bool):
        return str(value)
    fields.tell("malformed_record", f"expected a number in question_id, got {shown(value)}", "$.question_id")
    return None


def _content(fields: Fields) -> tuple[str | None, str | None]:
    """Return the text, and the sentinel that stands in its place, if any."""
    key = next((key for key in TEXT_KEYS if key in fields.value), None)
    if key is None:
        wanted = ", ".join(TEXT_KEYS)
        fields.tell("missing_text", f"expected the model's text in one of {wanted}, got none of them", "$")
        return None, None
    if isinstance(fields.value[key], int):
        message = (
            "expected the model's text, got a number: this is a *_result_lengths.json file, open the other"
        )
        fields.tell("bad_field", message, f"$.{key}")
        return None, None
    content = fields.text(key)
    return content, content if content in SENTINELS else None


def _options(fields: Fields) -> dict[str, str | None]:
    """Return label -> text in the item's order; labels are the first letters of the alphabet."""
    value = fields.value.get("options")
    if not isinstance(value, list):
        fields.tell("bad_field", f"expected a list of options, got {shown(value)}", "$.options")
        return {}
    fields.get("options")
    if not all(type(text) is str for text in value):
        for i, text in enumerate(value):
            if type(text) is not str:
                fields.tell("bad_field", f"expected the option's text, got {shown(text)}", f"$.options[{i}]")
        value = [None if text is None else one_text(text) for text in value]
    return dict(zip(LABELS, value, strict=False))


def _check_target(fields: Fields, answer: str | None, options: Mapping[str, str | None]) -> None:
    """Tell when the answer is no option, or answer_index points to another one; the letter counts."""
    if answer is None:
        fields.tell("missing_target", "expected the letter of the right option, got none", "$.answer")
        return
    index = fields.value.get("answer_index")
    if type(index) is int and 0 <= index < len(options) and LABELS[index] == answer:
        return
    if answer not in options:
        message = f"expected one of the {len(options)} options, got {shown(answer)}"
        fields.tell("target_outside_options", message, "$.answer")
    elif index is not None:
        right = LABELS.index(answer)
        message = f"expected {right} for answer {answer}, got {shown(index)}; the letter counts"
        fields.tell("answer_index_differs", message, "$.answer_index")


def _recorded(fields: Fields, answer: str | None) -> tuple[Recorded, ...]:
    """Return what the scripts recorded: `pred` against `answer`, a null `pred` counted wrong."""
    if "pred" not in fields.value:
        return ()
    pred = fields.text("pred")
    verdict = None
    if answer is not None:
        verdict = Verdict.CORRECT if pred == answer else Verdict.INCORRECT
    raw = {key: fields.value[key] for key in _SCRIPT_KEYS if key in fields.value}
    return (Recorded(scorer=NAME, answer=pred, verdict=verdict, raw=raw),)


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    are_one_run=are_one_run,
    gives=frozenset({"content", "options", "target", "recorded answer", "recorded verdict"}),
)
