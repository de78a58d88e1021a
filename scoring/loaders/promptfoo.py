"""promptfoo exports: one JSON document, an item for each result; success is not correctness.

Read in: promptfoo/promptfoo, test fixtures of exports (version 3), and published result files.
Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from scoring.loaders.base import OpenRequest, Run, RunInfo, convert_entries, file_name
from scoring.loaders.chat_text import options_in, text_of
from scoring.loaders.fields import Fields, as_text, one_text, shown
from scoring.loaders.files import file_size
from scoring.loaders.guess_type import guess_type
from scoring.loaders.json_nested import read_nested
from scoring.loaders.json_peek import PEEK_BYTES, find_layout
from scoring.loaders.json_stream import Entry, OnBytes
from scoring.loaders.loader import Loader
from scoring.records import Item, JsonValue, Problem, Recorded, Response, TargetMode, TaskType, Verdict

NAME = "promptfoo"
DESCRIPTION = "promptfoo exports (JSON): an item for each result, its assertions as scorers"

_PLACE = ("results", "results")
_RESULT = frozenset({"testCase", "vars", "success"})
_EQUAL = frozenset(("equals", "iequals"))
_CONTAINED = frozenset(("contains", "icontains", "contains-any", "icontains-any"))
_ALL_CONTAINED = frozenset(("contains-all", "icontains-all"))
_NO_ANSWER = frozenset(("latency", "cost", "perplexity", "perplexity-score"))
"""Assertions that say nothing about the answer: `success` fails on them all the same."""

_CATEGORIES = ("category", "subject", "topic")


class _Expected(NamedTuple):
    target: tuple[str, ...]
    mode: TargetMode
    is_contained: bool
    is_case_sensitive: bool


def sniff(path: Path) -> str | None:
    """Return why the file is no export of promptfoo; None if it is one."""
    entries = read_nested(path, _PLACE, limit=PEEK_BYTES)
    first = next((entry for entry in entries if isinstance(entry, Entry)), None)
    if first is not None and isinstance(first.value, dict) and first.value.keys() >= _RESULT:
        return None
    peek = find_layout(path, lambda _: False)
    return f"expected results.results with testCase, vars and success, got {peek.seen or 'others'}"


def open_run(request: OpenRequest) -> Run:
    """Return the run in one export."""
    path = request.sources[0]
    info = RunInfo(format=NAME, name=path.stem, root=request.root, sources=request.sources)

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        entries = read_nested(path, _PLACE, on_bytes)
        return convert_entries(entries, partial(_to_item), file=file_name(path, request.root))

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def _to_item(fields: Fields) -> Item | None:
    value = fields.value
    case, reply = _object(value.get("testCase")), _object(value.get("response"))
    if not case and not reply:
        fields.tell("malformed_record", f"expected a result, got an object {fields.keys_shown()}", "$")
        return None
    expected = _expected(case.get("assert"))
    if not expected.target:
        fields.tell("missing_target", "expected an assertion with an answer, got none", "$.testCase.assert")
    if value.get("failureReason") == 2 or reply.get("error"):  # noqa: PLR2004 - 2 is an error of the provider
        what = reply.get("error") or value.get("error")
        fields.tell("sample_error", f"expected a reply, got an error: {shown(what)}", "$.error")
    prompt = text_of(_object(value.get("prompt")).get("raw"))
    options = options_in(prompt)
    task_type, labels = guess_type(
        options if expected.target and expected.target[0] in options else {}, expected.target
    )
    if expected.is_contained:
        task_type = TaskType.SUBSTRING
    is_choice = task_type in (TaskType.CHOICE, TaskType.MULTI_CHOICE)
    is_strict = expected.is_contained and expected.is_case_sensitive
    named = _object(value.get("vars"))
    output = reply.get("output")
    provider = value.get("provider")
    return Item(
        item_id=as_text(value.get("testIdx")) or str(fields.index),
        task_type=task_type,
        task=_task(provider, value.get("promptIdx")),
        attempt=_attempt(value.get("repeatIndex")),
        category=next((v for k in _CATEGORIES if isinstance(v := named.get(k), str)), None),
        prompt=prompt,
        options=(options or dict.fromkeys(labels)) if is_choice else {},
        target=expected.target,
        target_mode=expected.mode,
        response=Response(
            content=None if output is None else one_text(output),
            finish_reason=text_of(reply.get("finishReason")),
        ),
        recorded=_recorded(value),
        metadata=_metadata(value, case) | ({"case_sensitive": True} if is_strict else {}),
    )


def _task(provider: JsonValue, prompt: JsonValue) -> str:
    """Return what tells the lanes of one file apart: provider and prompt."""
    name = (
        provider
        if isinstance(provider, str)
        else _object(provider).get("label") or _object(provider).get("id")
    )
    return f"{name or 'provider'}, prompt {as_text(prompt) or '0'}"


def _attempt(value: JsonValue) -> int:
    return value if type(value) is int and value >= 0 else 0


def _expected(assertions: JsonValue) -> _Expected:
    """Return what the first assertions about the answer's text ask for."""
    for one in assertions if isinstance(assertions, list) else ():
        kind, value = text_of(_object(one).get("type")), _object(one).get("value")
        texts = tuple(
            text for part in (value if isinstance(value, list) else [value]) if (text := as_text(part))
        )
        if not texts or kind is None:
            continue
        is_exact = not kind.startswith("i")
        if kind in _EQUAL:
            return _Expected(texts, "any", is_contained=False, is_case_sensitive=is_exact)
        if kind in _CONTAINED | _ALL_CONTAINED:
            mode: TargetMode = "all" if kind in _ALL_CONTAINED else "any"
            return _Expected(texts, mode, is_contained=True, is_case_sensitive=is_exact)
    return _Expected((), "any", is_contained=False, is_case_sensitive=False)


def _recorded(value: Mapping[str, JsonValue]) -> tuple[Recorded, ...]:
    """Return a score for each assertion, those about the answer before those about time and cost."""
    listed = _object(value.get("gradingResult")).get("componentResults")
    parts = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    found = [_component(one) for one in parts]
    about_answer = [one for one in found if one.scorer not in _NO_ANSWER]
    return (*about_answer, *(one for one in found if one.scorer in _NO_ANSWER))


def _component(part: Mapping[str, JsonValue]) -> Recorded:
    assertion = _object(part.get("assertion"))
    passed, score = part.get("pass"), part.get("score")
    verdict = None
    if isinstance(passed, bool):
        verdict = Verdict.CORRECT if passed else Verdict.INCORRECT
    return Recorded(
        scorer=text_of(assertion.get("type")) or "assertion",
        verdict=verdict,
        score=float(score) if isinstance(score, int | float) else None,
        raw=part,
    )


def _metadata(value: Mapping[str, JsonValue], case: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    kept = {
        key: value[key]
        for key in ("vars", "success", "score", "error", "latencyMs", "cost", "metadata")
        if value.get(key)
    }
    described = case.get("description")
    return kept | ({"description": described} if described else {})


def _object(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    gives=frozenset({"content", "target", "recorded verdict"}),
)
