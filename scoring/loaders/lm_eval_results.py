"""The results file that lm-evaluation-harness writes beside its samples: model, settings, filters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from scoring.loaders.base import counted_from, read_items
from scoring.loaders.fields import Fields, as_text
from scoring.loaders.files import file_size, files_beside, open_file
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_stream import Layout, OnBytes
from scoring.loaders.json_text import JsonText
from scoring.records import Item, JsonValue, Problem

MAX_BYTES = 1 << 26
"""Largest results file that is read."""

_MOST_NAMED = 3
_TIME = r"(?P<time>\d{4}-\d\d-\d\dT[\d.-]+)"
_SAMPLES = re.compile(rf"samples_(?P<task>.+)_{_TIME}")
_RESULTS_KEYS = frozenset({"results", "configs"})
_NO_RESULTS: Mapping[str, JsonValue] = {}
_KEPT = ("git_hash", "date", "lm_eval_version", "model_source", "total_evaluation_time_seconds", "start_time")


class SamplesName(NamedTuple):
    """What the name of a samples file says; None where it does not."""

    task: str | None
    time: str | None


def read_name(path: Path) -> SamplesName:
    """Return task and time of a name such as `samples_gsm8k_2024-08-25T21-59-12.123082.jsonl`."""
    found = _SAMPLES.fullmatch(path.stem)
    return SamplesName(found["task"], found["time"]) if found else SamplesName(None, None)


def find_results(samples: Path) -> tuple[Path | None, Mapping[str, JsonValue]]:
    """Return the results file of the same evaluation beside a samples file, and what it holds.

    By name: one that ends in the same time, or `results.json` for names without a time (up to 0.4.2).
    Content decides: a file without `results` and `configs`, or one that is no JSON, is none.
    """
    time = read_name(samples).time
    ending = f"_{time}.json" if time else "results.json"
    for path in files_beside(samples):
        is_named = path.name.endswith(ending) if time else path.name == ending
        if not is_named or path.name.startswith("samples_") or path == samples:
            continue
        results = read_results(path)
        if results.keys() >= _RESULTS_KEYS:
            return path, results
    return None, _NO_RESULTS


def task_of(samples: Path, results: Mapping[str, JsonValue]) -> str | None:
    """Return the task that a samples file is of, by its name; old names end in a task of the results."""
    named = read_name(samples).task
    if named is not None:
        return named
    tasks = sorted(_object(results.get("configs")), key=len, reverse=True)
    return next((task for task in tasks if samples.stem == task or samples.stem.endswith(f"_{task}")), None)


def model_of(samples: Path, results: Mapping[str, JsonValue]) -> str | None:
    """Return the model: as the results name it, else from a folder named like `org__model`."""
    name = as_text(results.get("model_name"))
    if name:
        return name
    arguments = _object(results.get("config")).get("model_args")
    if isinstance(arguments, dict):
        name = as_text(arguments.get("pretrained") or arguments.get("model"))
    elif isinstance(arguments, str):
        found = re.search(r"(?:^|,)(?:pretrained|model)=([^,]+)", arguments)
        name = found[1] if found else None
    folder = samples.parent.name
    return name or (folder.replace("__", "/", 1) if "__" in folder else None)


def filter_names(results: Mapping[str, JsonValue], task: str | None) -> list[str]:
    """Return the names of the task's filters in the order in which their lines stand."""
    return [name for name, _ in _filters(results, task)]


def takes_first(results: Mapping[str, JsonValue], task: str | None, name: str) -> bool:
    """Return whether this filter keeps the first of several replies, so that the verdict is about it."""
    return name == "none" or any(
        other == name and last == "take_first" for other, last in _filters(results, task)
    )


def about_run(results: Mapping[str, JsonValue], tasks: list[str]) -> dict[str, JsonValue]:
    """Return what is worth keeping of the results: metrics, settings and versions of these tasks."""
    config = _object(results.get("config"))
    about: dict[str, JsonValue] = {key: results[key] for key in _KEPT if key in results}
    for key in ("results", "versions", "n-shot", "n-samples"):
        section = _object(results.get(key))
        about[key] = {task: section[task] for task in tasks if task in section}
    for key in ("limit", "gen_kwargs", "random_seed"):
        if config.get(key) is not None:
            about[key] = config[key]
    return {key: value for key, value in about.items() if value not in ({}, None)}


def _filters(results: Mapping[str, JsonValue], task: str | None) -> list[tuple[str, str | None]]:
    """Return (name, last step) of each filter."""
    listed = _object(_object(results.get("configs")).get(task or "")).get("filter_list")
    found: list[tuple[str, str | None]] = []
    for one in listed if isinstance(listed, list) else ():
        steps = _object(one).get("filter")
        last = steps[-1] if isinstance(steps, list) and steps else None
        found.append((as_text(_object(one).get("name")) or "none", as_text(_object(last).get("function"))))
    return found


def read_results(path: Path) -> Mapping[str, JsonValue]:
    """Return what a results file holds; empty for one that is no JSON object, or larger than `MAX_BYTES`."""
    if file_size(path) > MAX_BYTES:
        return _NO_RESULTS
    with open_file(path) as file:
        text = JsonText(file)
        try:
            text.peek()
            value = text.value().value
        except JsonFault:
            return _NO_RESULTS
    return _object(value)


def _object(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else _NO_RESULTS


class FileConverter(Protocol):
    """Makes the items of one samples file, and knows what is only known at its end."""

    def __call__(self, fields: Fields) -> Item | tuple[Item, ...] | None:
        """Return the items of a record, as `Convert` does."""

    def about_file(self, root: Path) -> Iterator[Problem]:
        """Return the problems of the whole file."""


def read_in_turn(
    files: Iterable[tuple[Path, Layout, FileConverter]], root: Path, on_bytes: OnBytes | None
) -> Iterator[Item | Problem]:
    """Return the items of the samples files of one evaluation in order, the problems of each at its end."""
    before = 0
    for path, layout, convert in files:
        yield from read_items([(path, layout)], root, convert, on_bytes=counted_from(on_bytes, before))
        yield from convert.about_file(root)
        before += file_size(path)


def name_tasks(tasks: Sequence[str]) -> str | None:
    """Return the benchmark of these tasks: up to three by name, more by their number; None for none."""
    if not tasks:
        return None
    return ", ".join(tasks) if len(tasks) <= _MOST_NAMED else f"{len(tasks)} tasks"
