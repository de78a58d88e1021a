"""The header of an Inspect log: what was run, by whom it was scored, and whether it was finished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.errors import RunFormatError
from scoring.records import JsonValue

_SAID = (
    "created",
    "task_version",
    "run_id",
    "task_id",
    "revision",
    "config",
    "task_args",
    "tags",
    "metadata",
)
_ALSO = ("status", "results", "error", "invalidated", "log_updates", "config_updates", "tags")


class Log(NamedTuple):
    """What the samples of a log need to know about it.

    Attributes:
        task: name of the task.
        model: name of the model.
        scorers: names of the scorers, the main one first.
        is_numeric: the main scorer compares numbers.
        multiple_correct: several choices of a sample may be right.
        n_samples: samples that the log says it completed; None if it does not say.
        metadata: what it says about itself, under its own names.
        problems: kind, message and cure of what is wrong with it.
    """

    task: str | None
    model: str | None
    scorers: tuple[str, ...]
    is_numeric: bool
    multiple_correct: bool
    n_samples: int | None
    metadata: Mapping[str, JsonValue]
    problems: tuple[tuple[str, str, str], ...]


def read_log(header: Mapping[str, JsonValue], wrong: str | None, scorer: str | None) -> Log:
    """Return a header in parts.

    Args:
        header: as the log holds it; empty if it holds none.
        wrong: what was wrong with it, if anything.
        scorer: the main scorer by name; None takes the headline, else the first of the log.

    Raises:
        RunFormatError: the log names its scorers, and this is none of them.
    """
    spec = _object(header.get("eval"))
    results = _object(header.get("results"))
    listed = list(dict.fromkeys(_scorers(spec, results)))
    headline = _text(_object(results.get("headline")).get("scorer"))
    if scorer and listed and scorer not in listed:
        raise RunFormatError(
            f"expected a scorer out of {', '.join(listed)}, got {scorer!r}", cure="Check --option scorer."
        )
    main = scorer or headline
    ordered = [main, *(name for name in listed if name != main)] if main else listed
    metadata = {key: spec[key] for key in _SAID if spec.get(key)}
    metadata |= {key: header[key] for key in _ALSO if header.get(key)}
    dataset = _object(spec.get("dataset"))
    metadata |= (
        {"dataset": {key: value for key, value in dataset.items() if key != "sample_ids"}} if dataset else {}
    )
    return Log(
        task=_text(spec.get("task")),
        model=_text(spec.get("model")),
        scorers=tuple(ordered),
        is_numeric=_has_param(results.get("scores"), "numeric", ordered[:1]),
        multiple_correct=_has_param(
            _object(header.get("plan")).get("steps"), "multiple_correct", ("multiple_choice",)
        ),
        n_samples=_count(results.get("completed_samples")),
        metadata=metadata,
        problems=tuple(_problems(header, results, wrong)),
    )


def _scorers(spec: Mapping[str, JsonValue], results: Mapping[str, JsonValue]) -> Iterator[str]:
    """Yield names of scorers, as the samples use them, before those that the task declares."""
    older = results.get("scorer")
    for scores, keys in (
        (results.get("scores"), ("scorer", "name")),
        ([older], ("name",)),
        (spec.get("scorers"), ("name",)),
    ):
        for score in scores if isinstance(scores, list) else ():
            names = [name for key in keys if (name := _text(_object(score).get(key)))]
            yield from names[:1]


def _problems(
    header: Mapping[str, JsonValue], results: Mapping[str, JsonValue], wrong: str | None
) -> Iterator[tuple[str, str, str]]:
    if wrong:
        yield "missing_header", wrong, "Wait until the run is done; the samples that are there are loaded."
    status = header.get("status")
    if status not in (None, "success"):
        done, total = results.get("completed_samples"), results.get("total_samples")
        counted = f" after {done} of {total} samples" if done is not None else ""
        message = f"expected a finished log, got status {status}{counted}"
        yield "unfinished_run", message, "Its figures may cover fewer items than those of other runs."
    if header.get("invalidated"):
        yield (
            "invalidated_run",
            "expected a valid log, got one that its authors invalidated",
            "See its metadata.",
        )


def _has_param(steps: JsonValue, name: str, wanted: Sequence[str]) -> bool:
    """Return whether a scorer or solver out of `wanted` was called with a true parameter of that name."""
    for step in steps if isinstance(steps, list) else ():
        one = _object(step)
        is_wanted = one.get("scorer") in wanted or one.get("solver") in wanted
        if is_wanted and _object(one.get("params")).get(name) is True:
            return True
    return False


def _object(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) and value else None


def _count(value: JsonValue) -> int | None:
    return value if type(value) is int else None
