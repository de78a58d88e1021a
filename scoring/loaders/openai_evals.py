"""OpenAI evals logs: JSON Lines of events, joined by sample.

Read in: openai/evals, record.py, and one published log. Field map and what counts as a problem:
`docs/formats.md`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from scoring.loaders.base import OpenRequest, Run, RunInfo, convert_entries, file_name
from scoring.loaders.chat_text import first_of, options_in, prompt_of, recorded_scores, text_of, verdict_of
from scoring.loaders.fields import Fields, as_text, one_text
from scoring.loaders.files import file_size, read_end
from scoring.loaders.guess_type import guess_type
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_peek import find_layout
from scoring.loaders.json_stream import Entry, Layout, OnBytes, Stop, read_entries
from scoring.loaders.json_whole import parse_whole
from scoring.loaders.loader import Loader
from scoring.records import Item, JsonValue, Problem, Recorded, Response, TaskType

NAME = "openai-evals"
DESCRIPTION = "OpenAI evals logs (JSON Lines of events), joined by sample"

_EVENT = frozenset({"run_id", "event_id", "sample_id", "type", "data"})
_REPORT = "final_report"
_TAIL_BYTES = 1 << 16


class _Sample(NamedTuple):
    """The events of one sample, by type, in the order of the log."""

    events: dict[str, list[JsonValue]]
    first: Entry
    n_events: int


def sniff(path: Path) -> str | None:
    """Return why the file is no log of OpenAI evals; None if it is one."""
    peek = find_layout(path, lambda value: isinstance(value, dict) and value.keys() >= _EVENT)
    if peek.layout and peek.layout.kind == "lines":
        return None
    return f"expected lines with {', '.join(sorted(_EVENT))}, got {peek.seen or 'one document'}"


def open_run(request: OpenRequest) -> Run:
    """Return the run in one log, with its final report among the metadata if it has one."""
    path = request.sources[0]
    spec = _spec(path)
    functions = spec.get("completion_fns")
    report = _final_report(path)
    info = RunInfo(
        format=NAME,
        name=text_of(spec.get("run_id")) or path.stem,
        model=text_of(first_of(functions)),
        benchmark=text_of(spec.get("eval_name")),
        root=request.root,
        sources=request.sources,
        metadata={**spec, **({} if report is None else {_REPORT: report})},
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        file = file_name(path, request.root)
        yield from _read(path, info.benchmark, file, on_bytes)
        if report is None:
            yield Problem(
                kind="unfinished_run",
                message="expected a final report at the end of the log, got none",
                cure="The run was not finished; its figures may cover fewer items than those of other runs.",
                file=file,
            )

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def _spec(path: Path) -> Mapping[str, JsonValue]:
    first = next(read_entries(path, Layout("lines")), None)
    value = first.value if isinstance(first, Entry) else None
    spec = value.get("spec") if isinstance(value, dict) else None
    return spec if isinstance(spec, dict) else {}


def _final_report(path: Path) -> JsonValue:
    """Return the final report out of the last 64 kB of the log; None if none is there."""
    for line in reversed(read_end(path, _TAIL_BYTES).splitlines()):
        try:
            value, _ = parse_whole(line)
        except JsonFault:
            continue  # half a line at the beginning of the tail, or one that reading tells
        if isinstance(value, dict) and _REPORT in value:
            report: JsonValue = value[_REPORT]
            return report
    return None


def _read(path: Path, task: str | None, file: str, on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
    """Yield an item as soon as the last event of its sample was read; the log is gone through twice.

    So only samples that were under way at once are held together.
    """
    left = Counter(
        _sample_id(entry.value) for entry in read_entries(path, Layout("lines")) if isinstance(entry, Entry)
    )
    held: dict[str, _Sample] = {}
    nth = 0
    for entry in read_entries(path, Layout("lines"), on_bytes):
        if isinstance(entry, Stop):
            yield from convert_entries([entry], lambda _: None, file=file)
            continue
        sample_id = _sample_id(entry.value)
        if sample_id is None:
            continue  # the spec and the final report
        sample = held.setdefault(sample_id, _Sample({}, entry, left[sample_id]))
        value = entry.value if isinstance(entry.value, dict) else {}
        sample.events.setdefault(str(value.get("type")), []).append(value.get("data"))
        left[sample_id] -= 1
        if not left[sample_id]:
            del held[sample_id]
            record: dict[str, JsonValue] = {"sample_id": sample_id, "events": dict(sample.events)}
            yield from convert_entries(
                [sample.first._replace(value=record, nth=nth)], partial(_to_item, task=task), file=file
            )
            nth += 1


def _sample_id(value: JsonValue) -> str | None:
    sample_id = value.get("sample_id") if isinstance(value, dict) else None
    return as_text(sample_id)


def _to_item(fields: Fields, *, task: str | None) -> Item | None:
    events = fields.value["events"]
    assert isinstance(events, dict)
    asked = [one for one in events.get("sampling", ()) if isinstance(one, dict)]
    match = next((one for one in events.get("match", ()) if isinstance(one, dict)), {})
    raw = next((one for one in events.get("raw_sample", ()) if isinstance(one, dict)), {})
    target = _texts(match.get("expected", raw.get("ideal")))
    if not target:
        fields.tell("missing_target", "expected a match event with the expected answer, got none", "$")
    first = asked[0] if asked else {}
    prompt = prompt_of(first.get("prompt", match.get("prompt")))
    sampled = first.get("sampled", match.get("sampled"))
    given = match.get("options")
    options: dict[str, str | None] = options_in(prompt)
    task_type, labels = guess_type(options if target and target[0] in options else {}, target)
    is_choice = task_type in (TaskType.CHOICE, TaskType.MULTI_CHOICE)
    metadata: dict[str, JsonValue] = {"n_samplings": len(asked)} if len(asked) > 1 else {}
    if isinstance(given, list):
        metadata["match_options"] = given
    if "error" in events:
        metadata["error"] = events["error"]
        fields.tell("sample_error", "expected a sample without error, got one", "$")
    return Item(
        item_id=str(fields.value["sample_id"]),
        task_type=task_type,
        task=task,
        prompt=prompt,
        options=(options or dict.fromkeys(labels)) if is_choice else {},
        target=target,
        response=Response(content=as_text(first_of(sampled))),
        recorded=(*_matched(match), *_measured(events.get("metrics"))),
        metadata=metadata,
    )


def _matched(match: Mapping[str, JsonValue]) -> Iterator[Recorded]:
    if "correct" in match:
        picked = match.get("picked")
        verdict = verdict_of(match["correct"])
        yield Recorded(
            scorer="match", answer=None if picked is None else one_text(picked), verdict=verdict, raw=match
        )


def _measured(metrics: JsonValue) -> Iterator[Recorded]:
    for one in metrics if isinstance(metrics, list) else ():
        if isinstance(one, dict):
            choice = as_text(one.get("choice"))
            found = recorded_scores(one, choice)
            yield from found or (Recorded(scorer="metrics", answer=choice, raw=one),)


def _texts(value: JsonValue) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [value]
    return tuple(text for one in listed if (text := as_text(one)))


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    gives=frozenset({"content", "target", "recorded answer", "recorded verdict"}),
)
