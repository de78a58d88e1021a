"""Answers: exact after canonical JSON normalisation."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping

from scoring.trace.values import MAPPINGS, UNREAD, read_value


def answer_value(answer_gt: object) -> object:
    """Return the target's value, or `UNREAD` where `answer_gt` is no mapping or has no `value`."""
    return answer_gt.get("value", UNREAD) if isinstance(answer_gt, MAPPINGS) else UNREAD


def score_answer(*, target: Mapping[str, object], pred: object) -> float:
    """Return 1.0 where the answer equals the target's value after normalisation, else 0.0.

    A text answer is decoded first unless the target's type is `string`: `"7"` and `"0x7"` answer
    integer 7. Text that decodes to null or to an ellipsis stays text.

    Args:
        target: `answer_gt` of the instance, with `type` and `value`.
        pred: the answer as read from the response, or the response's whole text.
    """
    value = target["value"]
    if isinstance(pred, str):
        if str(target.get("type")).strip() != "string":
            decoded = read_value(pred)
            pred = pred if decoded is UNREAD or decoded is None or decoded is ... else decoded
        # Prose never equals a number, and lower-casing never shortens a text.
        if isinstance(pred, str) and (
            not isinstance(value, str) or len(pred.strip()) > len(value.strip().lower())
        ):
            return 0.0
    try:
        return 1.0 if normalise(pred) == normalise(value) else 0.0
    except (RecursionError, ValueError):
        # Nested too deeply to compare, or a number with too many digits to write out: no target is.
        return 0.0


def normalise(value: object) -> object:
    """Return the value in canonical form, so that `==` compares answers.

    Strings are stripped and lower-cased; integral floats become integers; NaN and infinities
    become None; keys are normalised to text; sets become lists sorted by their JSON text.

    Raises:
        RecursionError: nested deeper than Python can follow.
        ValueError: a key is a number with too many digits to write out.
    """
    kind = type(value)
    if kind is int or kind is bool or value is None:
        return value
    if isinstance(value, str):
        return value.strip().lower()
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return int(value) if value.is_integer() else value
    if isinstance(value, MAPPINGS):
        return {_normalise_key(key): normalise(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [normalise(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted((normalise(item) for item in value), key=_json_text)
    return value


def _normalise_key(key: object) -> str:
    normal = normalise(key)
    return str(normal).strip().lower()


def _json_text(value: object) -> str:
    # Bytes and complex numbers, which a Python literal may hold, have no JSON text.
    return json.dumps(value, sort_keys=True, default=repr)
