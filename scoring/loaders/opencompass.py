"""OpenCompass predictions of one model, with the results of each data set where they lie beside.

Read in: open-compass/opencompass, icl_inferencer/icl_base_inferencer.py, tasks/openicl_eval.py and
icl_evaluator/icl_base_evaluator.py. Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from scoring.loaders.base import OpenRequest, Run, RunInfo, counted_from, file_name, read_items
from scoring.loaders.fields import Fields, as_text, describe
from scoring.loaders.files import file_size
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Layout, OnBytes
from scoring.loaders.loader import Loader
from scoring.loaders.opencompass_item import (
    LABEL,
    Measured,
    Turn,
    ask,
    is_record,
    measured_of,
    measured_target,
    turns_of,
)
from scoring.loaders.opencompass_results import (
    PREDICTIONS,
    Detail,
    Results,
    model_of,
    part_of,
    read_metrics,
    results_of,
)
from scoring.records import Item, JsonValue, Problem, Recorded, Response, TaskType

NAME = "opencompass"
DESCRIPTION = "OpenCompass predictions (JSON, of one data set or a model's folder), with the results beside"

_JUDGED = frozenset({"answer1", "answer2"})
_DROPPED = ("origin_prompt", "prediction", "in-context examples", "testing input", "prompt", "idx")


class _Task(NamedTuple):
    """One data set: its name, files in the order of their parts, first part, and its results."""

    name: str
    paths: list[Path]
    first: int | None
    results: Path | None


def sniff(path: Path) -> str | None:
    """Return why the file holds no predictions of OpenCompass; None if it does."""
    peek = _peek(path)
    wanted = "expected records by position with prediction and origin_prompt (or label: … keys)"
    return None if peek.layout else f"{wanted}, got {peek.seen}"


def are_one_run(paths: Sequence[Path]) -> bool:
    """Return whether the files are the data sets of one model: `predictions/<model>/…`."""
    return all(PREDICTIONS in path.parts[:-2] for path in paths)


def open_run(request: OpenRequest) -> Run:
    """Return the run in one prediction file, or in those of a model's folder."""
    tasks = _tasks(request.sources)
    results = [task.results for task in tasks if task.results]
    model = model_of(request.sources[0])
    names = [task.name for task in tasks]
    info = RunInfo(
        format=NAME,
        name=f"{model}@{names[0]}" if model and len(tasks) == 1 else model or names[0],
        model=model,
        benchmark=", ".join(names) if len(names) in (1, 2, 3) else f"{len(names)} data sets",
        root=request.root,
        sources=(*(path for task in tasks for path in task.paths), *results),
        metadata={"results": {task.name: read_metrics(task.results) for task in tasks if task.results}}
        if results
        else {},
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        before = 0
        for task in tasks:
            convert = _Converter(task)
            for path in task.paths:
                report = counted_from(on_bytes, before)
                layout = _peek(path).layout or Layout("object")
                yield from read_items([(path, layout)], request.root, convert, on_bytes=report)
                convert.end_part()
                before += file_size(path)
            yield from convert.about_task(request.root)

    total = sum(file_size(path) for task in tasks for path in task.paths)
    return Run(info=info, total_bytes=total, reader=reader)


def _peek(path: Path) -> Peek:
    return find_layout(path, is_record, keyed=True)


def _tasks(paths: Sequence[Path]) -> list[_Task]:
    """Return the data sets of the files in order; parts of a split run are one."""
    parts: dict[str, list[tuple[int | None, Path]]] = {}
    for path in paths:
        name, part = part_of(path)
        parts.setdefault(name, []).append((part, path))
    tasks: list[_Task] = []
    for name, found in parts.items():
        found.sort(key=lambda one: (one[0] or 0, one[1]))
        ordered = [path for _, path in found]
        tasks.append(_Task(name, ordered, found[0][0], results_of(ordered[0], name)))
    return tasks


class _Converter:
    """Makes the items of one data set; positions run on over the parts of a split run."""

    def __init__(self, task: _Task) -> None:
        self._task = task
        self._is_later_part = bool(task.first)
        self._results = Results(None if self._is_later_part else task.results)
        self._before = 0
        self._n = 0
        self._is_judge = False

    def __call__(self, fields: Fields) -> tuple[Item, ...] | None:
        self._n += 1
        if not is_record(fields.value):
            fields.tell("malformed_record", f"expected a prediction, got {describe(fields.value)}", "$")
            return None
        gold = fields.value.get("gold")
        self._is_judge = self._is_judge or (isinstance(gold, dict) and gold.keys() >= _JUDGED)
        item_id, attempt = self._place(fields)
        measured = measured_of(fields.value)
        if measured is not None:
            return (self._measured(fields, item_id, attempt, measured),)
        turns = turns_of(fields)
        return tuple(item for turn in turns for item in self._generated(fields, item_id, attempt, turn))

    def end_part(self) -> None:
        """Take note that a file of the data set ends."""
        self._before += self._n
        self._n = 0

    def about_task(self, root: Path) -> Iterator[Problem]:
        """Return the problems of the whole data set."""
        path = self._task.paths[0]
        file = file_name(path, root)
        if self._is_later_part:
            yield Problem(
                kind="missing_verdict",
                message=f"expected a split run from part 0 on, got part {self._task.first} alone",
                cure="Open the folder: the results count positions over all parts.",
                file=file,
            )
        if any(one.name.startswith("tmp_") for one in self._task.paths):
            yield Problem(
                kind="unfinished_run",
                message="expected the predictions of a finished run, got those written so far",
                cure="Let the run finish; what is there is loaded.",
                file=file,
            )
        if self._is_judge:
            yield Problem(
                kind="judge_replies",
                message="expected the replies of a model, got those of a judge that compares two models",
                cure="Open the files under predictions for the replies that were judged.",
                file=file,
            )

    def _place(self, fields: Fields) -> tuple[str, int]:
        """Return the item's position as its id, and which time it is that the data set is asked."""
        key = as_text(fields.value.get("idx")) if fields.key is None else fields.key
        if key is None:
            key = str(fields.index)
        if not key.isascii() or not key.isdigit() or len(key) > len("1000000000"):
            return key, 0
        at = int(key) + self._before
        size = self._results.n_details
        if self._results.n_repeats > 1 and at < size * self._results.n_repeats:
            return str(at % size), at // size
        return str(at), 0

    def _generated(self, fields: Fields, item_id: str, attempt: int, turn: Turn) -> Iterator[Item]:
        first = self._detail(fields, item_id, attempt)
        gold = self._gold(fields, turn.gold, first)
        asked = ask(turn.prompt, gold)
        if not asked.target:
            _tell_missing(fields, gold)
        extra: dict[str, JsonValue] = {} if gold is None or asked.target == (gold,) else {"gold": gold}
        if asked.is_assumed:
            extra["labels_assumed"] = True
        for i, reply in enumerate(turn.replies):
            is_whole = not turn.name and (i == 0 or len(turn.replies) == 1)
            yield Item(
                item_id=f"{item_id} / {turn.name}" if turn.name else item_id,
                task_type=asked.task_type,
                task=self._task.name,
                attempt=attempt + i,
                prompt=turn.prompt,
                options=asked.options,
                target=asked.target,
                response=Response(content=reply),
                recorded=self._results.recorded(first) if is_whole else (),
                metadata=_rest(fields) | extra,
            )

    def _measured(self, fields: Fields, item_id: str, attempt: int, measured: Measured) -> Item:
        detail = self._detail(fields, item_id, attempt)
        gold = self._gold(fields, fields.value.get("gold"), detail)
        target = measured_target(measured, gold)
        if not target:
            _tell_missing(fields, gold)
        if not measured.scores or any(map(math.isnan, measured.scores)):
            fields.tell("bad_field", "expected a number measured for each option, got none for some", "$")
        recorded = self._results.recorded(detail)
        if not recorded and measured.chosen is not None:
            recorded = (Recorded(scorer=self._results.scorer, answer=measured.chosen),)
        return Item(
            item_id=item_id,
            task_type=TaskType.LOGLIKELIHOOD,
            task=self._task.name,
            attempt=attempt,
            prompt=measured.prompt,
            options=dict.fromkeys(measured.labels),
            target=target,
            response=Response(),
            recorded=recorded,
            choice_scores=measured.scores,
            metadata=_rest(fields),
        )

    def _detail(self, fields: Fields, item_id: str, attempt: int) -> Detail | None:
        detail = self._results.detail(item_id, attempt)
        if detail is None and self._results.n_details:
            fields.tell(
                "missing_verdict", f"expected details of item {item_id} in the results, got none", "$"
            )
        return detail

    def _gold(self, fields: Fields, gold: JsonValue, detail: Detail | None) -> JsonValue:
        """Return the gold; one that OpenCompass left out as falsy (0, false) is found in the details."""
        if gold is None and "gold" not in fields.value and detail is not None:
            return detail.reference
        return gold


def _tell_missing(fields: Fields, gold: JsonValue) -> None:
    why = describe(gold) if gold is not None else "none; OpenCompass leaves out a gold of 0, false or no text"
    fields.tell("missing_target", f"expected a gold, got {why.removeprefix('of ')}", "$.gold")


def _rest(fields: Fields) -> dict[str, JsonValue]:
    kept: Mapping[str, JsonValue] = fields.value
    return {
        key: part
        for key, part in kept.items()
        if key not in _DROPPED and key not in ("gold", "refr") and not key.startswith(LABEL)
    }


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    are_one_run=are_one_run,
    gives=frozenset({"content", "options", "target", "recorded answer", "recorded verdict"}),
)
