"""The results file that OpenCompass writes for a prediction file: metrics, and details item by item."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from scoring.loaders.chat_text import first_of, verdict_of
from scoring.loaders.fields import as_text
from scoring.loaders.files import is_file
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Entry, read_entries
from scoring.loaders.json_tail import read_tail
from scoring.records import JsonValue, Recorded

PREDICTIONS, _RESULTS = "predictions", "results"
_ANSWERS = ("predictions", "pred", "predict")
_REFERENCES = ("references", "answer", "answers", "refr")
_CORRECT = ("correct", "is_correct", "cascade_correct")
_LONG = frozenset({"prompt", "origin_prompt", "origin_prediction", "example_abbr"})
_PART = re.compile(r"(?P<name>.+)_(?P<n>\d+)")


class Detail(NamedTuple):
    """What was recorded about one reply; `reference` is the target that it was compared with."""

    answer: str | None
    correct: JsonValue
    reference: JsonValue
    raw: Mapping[str, JsonValue]


class Results:
    """The results of one task: its metrics, and the details of each reply if the run dumped them.

    Details are held in memory, without prompts and replies: an answer and a verdict an item.
    """

    def __init__(self, path: Path | None) -> None:
        """Read a results file; None for a task without one."""
        self.metrics: dict[str, JsonValue] = {}
        self._details: dict[str, list[Detail]] = {}
        if path is not None:
            self._read(path)

    @property
    def scorer(self) -> str:
        """The name of the first metric, which the details decide on."""
        numbers = (key for key, value in self.metrics.items() if type(value) in (int, float))
        return next(numbers, "opencompass")

    @property
    def n_repeats(self) -> int:
        """How many times the data set was asked; 1 if it is not known."""
        return max((len(one) for one in self._details.values()), default=1)

    @property
    def n_details(self) -> int:
        """Items with details."""
        return len(self._details)

    def detail(self, item_id: str, attempt: int) -> Detail | None:
        """Return what was recorded about a reply; None if nothing was."""
        found = self._details.get(item_id, [])
        return found[attempt] if attempt < len(found) else None

    def recorded(self, detail: Detail | None) -> tuple[Recorded, ...]:
        """Return the recorded score of a reply; empty without details."""
        if detail is None:
            return ()
        is_score = isinstance(detail.correct, bool | int | float)
        return (
            Recorded(
                scorer=self.scorer,
                answer=detail.answer,
                verdict=verdict_of(detail.correct),
                score=float(detail.correct) if is_score else None,  # type: ignore[arg-type]
                raw=detail.raw,
            ),
        )

    def _read(self, path: Path) -> None:
        peek = _peek(path)
        self.metrics = read_metrics(path)
        if peek.layout is None or peek.layout.container != "details":
            return
        for entry in read_entries(path, peek.layout):
            if isinstance(entry, Entry) and entry.nth >= 0 and isinstance(entry.value, dict):
                key = str(entry.nth) if entry.key is None else entry.key
                self._details[key] = _details_of(entry.value)


def read_metrics(path: Path) -> dict[str, JsonValue]:
    """Return what a results file says about the whole task, its details aside.

    Raises:
        OSError: the file cannot be read.
    """
    header = {**_peek(path).header, **read_tail(path)}
    return {key: value for key, value in header.items() if key != "details"}


def _peek(path: Path) -> Peek:
    return find_layout(path, lambda value: isinstance(value, dict), ("details",))


def _details_of(value: Mapping[str, JsonValue]) -> list[Detail]:
    """Return the details of an item: one, or one for each time that it was asked.

    Where `example_abbr` stands, each field is a list with one value a time.
    """
    if "example_abbr" not in value:
        return [_detail(value)]
    lists = {key: part for key, part in value.items() if isinstance(part, list) and key not in _LONG}
    n = max((len(part) for part in lists.values()), default=0)
    return [_detail({key: part[i] for key, part in lists.items() if i < len(part)}) for i in range(n)]


def _detail(value: Mapping[str, JsonValue]) -> Detail:
    return Detail(
        answer=as_text(first_of(_one(value, _ANSWERS))),
        correct=first_of(_one(value, _CORRECT)),
        reference=_one(value, _REFERENCES),
        raw={key: part for key, part in value.items() if key not in _LONG},
    )


def _one(value: Mapping[str, JsonValue], keys: Sequence[str]) -> JsonValue:
    return next((value[key] for key in keys if key in value), None)


def model_of(path: Path) -> str | None:
    """Return the model, which only its folder names: `predictions/<model>/<data set>.json`."""
    return path.parent.name if PREDICTIONS in path.parts[:-2] else None


def results_of(path: Path, task: str) -> Path | None:
    """Return the results of a task: `results` in place of `predictions` in the path; None without any."""
    for parent in path.parents:
        if parent.name == PREDICTIONS:
            below = path.parent.relative_to(parent)
            found = parent.with_name(_RESULTS) / below / f"{task}.json"
            return found if is_file(found) else None
    return None


def part_of(path: Path) -> tuple[str, int | None]:
    """Return the data set that a file is of, and which part of it where the run was split.

    A split run writes `<data set>_0.json`, `_1.json` and so on, and no file without a number; a
    data set whose own name ends so has results of its own.
    """
    name = path.stem.removeprefix("tmp_")
    found = _PART.fullmatch(name)
    if found is None or results_of(path, name) or is_file(path.with_name(f"{found['name']}.json")):
        return name, None
    if not is_file(path.with_name(f"{found['name']}_0.json")):
        return name, None
    is_split = is_file(path.with_name(f"{found['name']}_1.json")) or results_of(path, found["name"])
    return (found["name"], int(found["n"])) if is_split else (name, None)
