"""Samples files of lmms-eval, with the results file beside them where there is one.

Read in: EvolvingLMMs-Lab/lmms-eval, loggers/evaluation_tracker.py and evaluator.py.
Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scoring.loaders.base import OpenRequest, Run, RunInfo, file_name
from scoring.loaders.fields import Fields, as_text, shown
from scoring.loaders.files import file_size, is_file
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Layout, OnBytes
from scoring.loaders.lm_eval_recorded import read_scores
from scoring.loaders.lm_eval_results import about_run, model_of, name_tasks, read_in_turn, read_results
from scoring.loaders.lmms_eval_line import (
    ask,
    ask_likelihood,
    category_of,
    metrics_of,
    prompt_text,
    recorded_of,
    rest_of,
    texts_in,
)
from scoring.loaders.loader import Loader
from scoring.records import Item, JsonValue, Problem, Response

NAME = "lmms-eval"
DESCRIPTION = "lmms-eval samples (JSON Lines), with the results file beside them"

_REQUIRED = frozenset({"doc_id", "target", "filtered_resps", "input"})
_NAME = re.compile(r"(?P<time>\d{8}_\d{6})_samples_(?P<task>.+)")


class _File(NamedTuple):
    """One samples file, and its name's task and how many samples the results say it has."""

    path: Path
    task: str | None
    n_expected: int | None


def sniff(path: Path) -> str | None:
    """Return why the file is no samples file of lmms-eval; None if it is one."""
    peek = _peek(path)
    wanted = f"expected records with {', '.join(sorted(_REQUIRED))} and no doc"
    return None if peek.layout else f"{wanted}, got {peek.seen}"


def are_one_run(paths: Sequence[Path]) -> bool:
    """Return whether the files are the tasks of one evaluation: their names begin with the same time."""
    times = {_named(path)[0] for path in paths}
    return len(times) == 1 and None not in times


def open_run(request: OpenRequest) -> Run:
    """Return the run in one samples file, or in those of all tasks of one evaluation."""
    first = request.sources[0]
    time, _ = _named(first)
    beside = first.with_name(f"{time}_results.json")
    has_results = time is not None and is_file(beside)
    results = read_results(beside) if has_results else {}
    files = [_File(path, task := _named(path)[1], _n_samples(results, task)) for path in request.sources]
    tasks = [file.task for file in files if file.task]
    model = model_of(first, results)
    info = RunInfo(
        format=NAME,
        name=first.stem if len(files) == 1 else f"{model or request.root.name} {time}",
        model=model,
        benchmark=name_tasks(tasks),
        root=request.root,
        sources=(*request.sources, *([beside] if has_results else [])),
        metadata=about_run(results, tasks),
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        turns = ((file.path, _peek(file.path).layout or Layout("lines"), _Converter(file)) for file in files)
        return read_in_turn(turns, request.root, on_bytes)

    return Run(info=info, total_bytes=sum(file_size(file.path) for file in files), reader=reader)


def _named(path: Path) -> tuple[str | None, str | None]:
    """Return time and task of a name such as `20260218_234435_samples_pope.jsonl`."""
    found = _NAME.fullmatch(path.stem)
    return (found["time"], found["task"]) if found else (None, None)


def _n_samples(results: Mapping[str, JsonValue], task: str | None) -> int | None:
    listed = results.get("n-samples")
    counts = listed.get(task or "") if isinstance(listed, dict) else None
    number = counts.get("effective") if isinstance(counts, dict) else None
    return number if type(number) is int else None


def _peek(path: Path) -> Peek:
    return find_layout(path, _is_record)


def _is_record(value: JsonValue) -> bool:
    return isinstance(value, dict) and value.keys() >= _REQUIRED and "doc" not in value


class _Converter:
    """Makes the items of one samples file, and counts them."""

    def __init__(self, file: _File) -> None:
        self._file = file
        self._n = 0

    def __call__(self, fields: Fields) -> tuple[Item, ...] | None:
        doc_id = fields.get("doc_id")
        if type(doc_id) not in (int, str) or "filtered_resps" not in fields.value:
            message = f"expected doc_id and filtered_resps, got an object {fields.keys_shown()}"
            fields.tell("malformed_record", message, "$.doc_id")
            return None
        self._n += 1
        scores = read_scores(_responses(fields.value))
        if scores is not None:
            return (self._measured(fields, str(doc_id), *scores),)
        return tuple(self._generated(fields, str(doc_id)))

    def about_file(self, root: Path) -> Iterator[Problem]:
        """Return the problems of the whole file."""
        expected = self._file.n_expected
        if expected is not None and self._n < expected:
            yield Problem(
                kind="missing_samples",
                message=f"expected the {expected:,} samples that the results speak of, got {self._n:,}",
                cure="Copy the whole samples file; accuracies differ from those of the results.",
                file=file_name(self._file.path, root),
            )

    def _generated(self, fields: Fields, doc_id: str) -> Iterator[Item]:
        prompt = prompt_text(fields.value.get("input"))
        question, is_assumed = ask(prompt, _target(fields))
        if not question.target:
            fields.tell("missing_target", "expected a target, got none", "$.target")
        replies = texts_in(_responses(fields.value))
        if replies is None:
            got = shown(_responses(fields.value))
            fields.tell("missing_text", f"expected texts in lists, got {got}", "$.filtered_resps")
        kept = texts_in(fields.value.get("filtered_resps")) or (None,)
        metrics = metrics_of(fields.value)
        extra: dict[str, JsonValue] = {"labels_assumed": True} if is_assumed else {}
        n_replies = len(replies or (None,))
        for i, reply in enumerate(replies or (None,)):
            is_about = n_replies == 1 or (len(kept) == 1 and i == 0)
            yield Item(
                **self._common(fields, doc_id, metrics, extra),
                task_type=question.task_type,
                attempt=i,
                prompt=prompt,
                options=question.options,
                target=question.target,
                response=Response(content=reply),
                recorded=recorded_of(metrics, kept[min(i, len(kept) - 1)], decides=is_about),
            )

    def _measured(self, fields: Fields, doc_id: str, scores: list[float], greedy: list[bool]) -> Item:
        prompt = prompt_text(fields.value.get("input"))
        question = ask_likelihood(prompt, _target(fields), len(scores))
        if not question.target:
            fields.tell("missing_target", "expected a target, got none", "$.target")
        metrics = metrics_of(fields.value)
        extra: dict[str, JsonValue] = {"is_greedy": list(greedy)}
        return Item(
            **self._common(fields, doc_id, metrics, extra),
            task_type=question.task_type,
            prompt=prompt,
            options=question.options,
            target=question.target,
            response=Response(),
            recorded=recorded_of(metrics, None, decides=True),
            choice_scores=tuple(scores),
        )

    def _common(
        self,
        fields: Fields,
        doc_id: str,
        metrics: Mapping[str, JsonValue],
        extra: Mapping[str, JsonValue],
    ) -> dict[str, Any]:
        return {
            "item_id": doc_id,
            "task": self._file.task,
            "category": category_of(metrics),
            "metadata": {**rest_of(fields.value, metrics), **extra},
        }


def _responses(record: Mapping[str, JsonValue]) -> JsonValue:
    """Return the replies as the model gave them; lmms-eval leaves them out where the filter kept them so."""
    return record["resps"] if "resps" in record else record.get("filtered_resps")


def _target(fields: Fields) -> str | None:
    value = fields.value.get("target")
    text = as_text(value)
    if text is None and value is not None:
        fields.tell("bad_field", f"expected the target as text, got {shown(value)}", "$.target")
    return text


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    are_one_run=are_one_run,
    gives=frozenset({"content", "options", "target", "recorded answer", "recorded verdict"}),
)
