"""The fields of Lanescope JSONL and how each is read: one table per record."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeAlias

from scoring.loaders.fields import LABELS, Fields, shown
from scoring.records import JsonValue, Recorded, TaskType, Verdict

NOT_FINITE: Mapping[str, float] = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
"""How numbers are written that JSON has no form for."""

_INT32 = 1 << 31
_TEXT = frozenset({str})
_TEXT_OR_NONE = frozenset({str, type(None)})


class PartlyReadError(ValueError):
    """Raised by a reader of a list some of whose elements could not be read; the others stay.

    Args:
        expected: what each element should be.
        value: the list, with None in place of what could not be read.
        bad: place and value of each such element.
    """

    def __init__(self, expected: str, value: tuple[Any, ...], bad: Sequence[tuple[int, JsonValue]]) -> None:
        """Keep what was read and what was not."""
        super().__init__(expected)
        self.value, self.bad = value, bad


Reader: TypeAlias = Callable[[JsonValue], Any]
"""Makes a field's value of what the line holds; raises ValueError that says what was expected."""


def read_typed(record: Fields, readers: Mapping[str, Reader]) -> dict[str, Any]:
    """Return the fields present, typed; null counts as absent."""
    values: dict[str, Any] = {}
    for name, value in record.value.items():
        reader = readers.get(name)
        if reader is None:
            continue
        if value is None:
            record.get(name)
            continue
        try:
            values[name] = reader(value)
        except PartlyReadError as part:
            values[name] = part.value
            for at, got in part.bad:
                message = f"expected {part}, got {shown(got)}; the others of the list were kept"
                record.tell("bad_field", message, f"$.{name}[{at}]")
        except ValueError as error:
            record.tell("bad_field", f"expected {error}, got {shown(value)}", f"$.{name}")
    record.count_as_read(values)
    return values


def _text(value: JsonValue) -> str:
    if type(value) is str:
        return value
    raise ValueError("a text")


def _id(value: JsonValue) -> str:
    if type(value) in (str, int):
        return str(value)
    raise ValueError("a text or whole number")


def _flag(value: JsonValue) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError("true or false")


def _attempt(value: JsonValue) -> int:
    if type(value) is int and 0 <= value < _INT32:
        return value
    raise ValueError("a whole number from 0")


def _number(value: JsonValue) -> float:
    if isinstance(value, str) and value in NOT_FINITE:
        return NOT_FINITE[value]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    raise ValueError("a number")


def _score(value: JsonValue) -> float:
    number = _number(value)
    if math.isfinite(number):
        return number
    raise ValueError("a finite number")


def _texts(value: JsonValue) -> tuple[str, ...]:
    if type(value) is str:
        return (value,)
    if isinstance(value, list) and set(map(type, value)) <= _TEXT:
        return tuple(map(str, value))
    raise ValueError("a list of texts")


def _numbers(value: JsonValue) -> tuple[float, ...]:
    if isinstance(value, list):
        return tuple(_number(part) for part in value)
    raise ValueError("a list of numbers")


def _confidences(value: JsonValue) -> tuple[float | None, ...]:
    """Return numbers, None where a detection has none."""
    if not isinstance(value, list):
        raise ValueError("a list of numbers")  # noqa: TRY004 - one way to say so for every reader
    read: list[float | None] = []
    bad: list[tuple[int, JsonValue]] = []
    for at, part in enumerate(value):
        try:
            read.append(None if part is None else _number(part))
        except ValueError:
            read.append(None)
            bad.append((at, part))
    if bad and len(bad) == len(value):
        raise ValueError("a list of numbers")
    if bad:
        raise PartlyReadError("a number", tuple(read), bad)
    return tuple(read)


def _size(value: JsonValue) -> tuple[int, int]:
    if isinstance(value, list) and [type(part) for part in value] == [int, int]:
        width, height = (int(str(part)) for part in value)
        if 0 < width < _INT32 and 0 < height < _INT32:
            return width, height
        raise ValueError(f"[width, height] in pixels, both above 0 (not [{width}, {height}])")
    raise ValueError("[width, height] in pixels")


def _options(value: JsonValue) -> dict[str, str | None]:
    if isinstance(value, list):
        value = dict(zip(LABELS, value, strict=False))
    if isinstance(value, dict) and set(map(type, value.values())) <= _TEXT_OR_NONE:
        return value
    raise ValueError("an object label -> text, or a list of texts")


def _object(value: JsonValue) -> dict[str, JsonValue]:
    if isinstance(value, dict):
        return value
    raise ValueError("an object")


def _one_of(*allowed: str) -> Reader:
    def read(value: JsonValue) -> str:
        if isinstance(value, str) and value in allowed:
            return value
        raise ValueError(f"one of {', '.join(allowed)}")

    return read


def _enum(kind: type[StrEnum]) -> Reader:
    members = {member.value: member for member in kind}

    def read(value: JsonValue) -> StrEnum:
        if isinstance(value, str) and value in members:
            return members[value]
        raise ValueError(f"one of {', '.join(members)}")

    return read


def _recorded(value: JsonValue) -> tuple[Recorded, ...]:
    if not isinstance(value, list):
        raise ValueError("a list of objects")  # noqa: TRY004 - one way to say so for every reader
    return tuple(_one_recorded(part) for part in value)


def _one_recorded(value: JsonValue) -> Recorded:
    record = Fields(_object(value), key=None, index=0)
    values = read_typed(record, RECORDED_READERS)
    for name in record.rest():
        raise ValueError(
            f"objects with fields {', '.join(RECORDED_READERS)} of the right type (not {name[:80]!r})"
        )
    values.setdefault("scorer", "unnamed")
    return Recorded(**values)


def _any(value: JsonValue) -> JsonValue:
    return value


ITEM_READERS: Mapping[str, Reader] = {
    "item_id": _id,
    "task_type": _enum(TaskType),
    "task": _text,
    "attempt": _attempt,
    "category": _text,
    "domain": _text,
    "cluster": _text,
    "prompt": _text,
    "options": _options,
    "target": _texts,
    "target_mode": _one_of("any", "all"),
    "recorded": _recorded,
    "images": _texts,
    "image_size": _size,
    "allow_reasoning_fallback": _flag,
    "answer_gt": _any,
    "annotation_gt": _any,
    "annotation_pred": _any,
    "reward_contract": _any,
    "pred_labels": _texts,
    "pred_scores": _confidences,
    "target_labels": _texts,
    "choice_scores": _numbers,
    "metadata": _object,
}

RESPONSE_READERS: Mapping[str, Reader] = {"content": _text, "reasoning": _text, "finish_reason": _text}

LINE_READERS: Mapping[str, Reader] = {**ITEM_READERS, **RESPONSE_READERS}
"""Every field that a line may have."""

RECORDED_READERS: Mapping[str, Reader] = {
    "scorer": _text,
    "answer": _text,
    "method": _text,
    "ambiguity": _flag,
    "verdict": _enum(Verdict),
    "score": _score,
    "raw": _any,
}
