"""What lm-eval recorded in one samples line: the filter's answer, and each metric that gives a verdict."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scoring.loaders.fields import as_text
from scoring.records import JsonValue, Recorded, Verdict

VERDICT_METRICS = (
    "exact_match",
    "exact",
    "em",
    "acc",
    "accuracy",
    "acc_norm",
    "acc_bytes",
    "acc_mutual_info",
    "correct",
    "pass@1",
    "prompt_level_strict_acc",
    "prompt_level_loose_acc",
)
"""Metrics whose 0 and 1 say wrong and right, the main one first; all others are numbers only."""

INVALID = "[invalid]"
"""What a filter puts where it finds nothing."""

_NO_METRIC = frozenset(
    {
        "doc_id",
        "doc",
        "target",
        "arguments",
        "resps",
        "filtered_resps",
        "filter",
        "metrics",
        "doc_hash",
        "prompt_hash",
        "target_hash",
    }
)


class Line(NamedTuple):
    """One samples line as far as its scoring goes.

    Attributes:
        name: the filter's name; `none` where there is no filter.
        answers: what the filter kept, one an answer; several only where it keeps several replies.
        metrics: the metrics by name.
    """

    name: str
    answers: tuple[str | None, ...]
    metrics: Mapping[str, JsonValue]


def read_line(record: Mapping[str, JsonValue], name: str, *, generative: bool) -> Line:
    """Return the scoring of one line."""
    listed = record.get("metrics")
    names = listed if isinstance(listed, list) else [key for key in record if key not in _NO_METRIC]
    metrics = {key: record[key] for key in names if isinstance(key, str) and key in record}
    return Line(name, tuple(_answers(record.get("filtered_resps"))) if generative else (), metrics)


def _answers(filtered: JsonValue) -> Iterator[str | None]:
    if isinstance(filtered, str):  # one reply without its list
        filtered = [filtered]
    for one in filtered if isinstance(filtered, list) else ():
        for text in one if isinstance(one, list) else [one]:
            answer = text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)
            yield None if answer == INVALID else answer


def recorded_of(line: Line, attempt: int, *, decides: bool) -> Iterator[Recorded]:
    """Return what one line recorded about one reply, one scorer a metric that gives verdicts.

    A scorer is named as in the results file: `exact_match,strict-match`.

    Args:
        line: the line.
        attempt: which of the replies.
        decides: whether the line's metrics are about this reply.
    """
    answer = line.answers[min(attempt, len(line.answers) - 1)] if line.answers else None
    raw: dict[str, JsonValue] = {"filter": line.name, **line.metrics}
    verdicts = [
        name for name in VERDICT_METRICS if name in line.metrics and _verdict(line.metrics[name]) is not None
    ]
    named = verdicts or [name for name, value in line.metrics.items() if _number(value) is not None][:1]
    for name in named or list(line.metrics)[:1]:
        value = line.metrics[name]
        yield Recorded(
            scorer=f"{name},{line.name}",
            answer=answer,
            method=line.name if line.answers else None,
            verdict=_verdict(value) if decides and name in VERDICT_METRICS else None,
            score=_number(value) if decides else None,
            raw=raw,
        )
        raw = {"filter": line.name, name: value}  # the whole line once


def sets_of_labels(line: Line) -> list[str]:
    """Return the metrics that hold `[gold labels, labels read]`: a set of labels against another.

    The scorer turned the reply into labels by a code that the file does not hold.
    """
    return [name for name, value in line.metrics.items() if _is_two_sets(value)]


def _is_two_sets(value: JsonValue) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2  # noqa: PLR2004
        and all(isinstance(part, list) and all(isinstance(one, str) for one in part) for part in value)
    )


def _verdict(value: JsonValue) -> Verdict | None:
    if isinstance(value, (bool, int, float)) and value in (0, 1):
        return Verdict.CORRECT if value else Verdict.INCORRECT
    return None


def _number(value: JsonValue) -> float | None:
    if isinstance(value, (bool, int, float)) and math.isfinite(value):
        return float(value)
    return None


def read_scores(resps: JsonValue) -> tuple[list[float], list[bool]] | None:
    """Return log-likelihoods and whether each continuation is greedy; None if these are no such pairs.

    Both are text in newer files ("-10.125", "False"), numbers and booleans in older ones.
    """
    scores: list[float] = []
    greedy: list[bool] = []
    for one in resps if isinstance(resps, list) else ():
        pair = one[0] if isinstance(one, list) and len(one) == 1 else one
        if not isinstance(pair, list) or len(pair) != 2 or (flag := _flag(pair[1])) is None:  # noqa: PLR2004
            return None
        scores.append(_float(pair[0]))
        greedy.append(flag)
    return (scores, greedy) if scores else None


def _flag(value: JsonValue) -> bool | None:
    if isinstance(value, bool):
        return value
    return {"True": True, "False": False}.get(value) if isinstance(value, str) else None


def _float(value: JsonValue) -> float:
    text = as_text(value)
    try:
        return float(text) if text is not None else math.nan
    except ValueError:
        return math.nan
