"""Scores of an Inspect sample: every scorer, the original beside what an edit made of it.

Read in: UKGovernmentBEIS/inspect_ai, `scorer/_metric.py`, `log/_edit.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from scoring.loaders.fields import Fields, one_text
from scoring.records import JsonValue, Recorded, Verdict

_UNCHANGED = "UNCHANGED"
_GRADES: Mapping[str, float] = {
    "C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0,
    "yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0,
}  # fmt: skip
_EDITABLE = ("value", "answer", "explanation", "metadata", "reason")


def read_scores(fields: Fields, names: Sequence[str]) -> tuple[Recorded, ...]:
    """Return every recorded score of a sample, the main scorer first.

    An edited score is two: the original under the scorer's name, and what stands now as
    `<scorer> (edited)`, with who edited it and why as its method.

    Args:
        fields: the sample.
        names: the log's scorers, the main one first; others follow in the order of the sample.
    """
    scores = fields.get("scores")
    if not isinstance(scores, dict):
        older = fields.get("score")
        scores = {names[0] if names else "score": older} if isinstance(older, dict) else {}
    recorded: list[Recorded] = []
    order = {name: i for i, name in enumerate(names)}
    for name in sorted(scores, key=lambda name: order.get(name, len(order))):
        score = scores[name]
        if isinstance(score, dict):
            recorded += _one(name, score)
        elif score is not None:
            fields.tell(
                "bad_field", "expected a score (an object), got another value", f"$.scores.{name[:40]}"
            )
    return tuple(recorded)


def _one(name: str, score: Mapping[str, JsonValue]) -> Iterator[Recorded]:
    history = score.get("history")
    edits = [one for one in history if isinstance(one, dict)] if isinstance(history, list) else []
    if not edits:
        yield from _recorded(name, score, score, None)
        return
    yield from _recorded(name, edits[0], score, None)
    current = {**edits[0], **{key: score[key] for key in _EDITABLE if key in score}}
    for edit in edits[1:]:
        current |= {key: edit[key] for key in _EDITABLE if edit.get(key, _UNCHANGED) != _UNCHANGED}
    yield from _recorded(f"{name} (edited)", current, score, _who(edits[-1]))


def _who(edit: Mapping[str, JsonValue]) -> str:
    provenance = edit.get("provenance")
    told = provenance if isinstance(provenance, dict) else {}
    author, reason = told.get("author"), told.get("reason")
    by = f"edited by {author}" if author else "edited"
    return f"{by}: {reason}" if reason else by


def _recorded(
    name: str, score: Mapping[str, JsonValue], raw: Mapping[str, JsonValue], method: str | None
) -> Iterator[Recorded]:
    value = score.get("value")
    if isinstance(value, dict):  # several values of one scorer, each with its own metrics
        for key, part in value.items():
            yield from _recorded(f"{name}/{key}", {**score, "value": part}, raw, method)
        return
    number = _number(value)
    answer = score.get("answer")
    yield Recorded(
        scorer=name,
        answer=one_text(answer) if answer not in (None, "", []) else None,
        method=method,
        verdict=_verdict(value, number),
        score=number,
        raw=raw,
    )


def _number(value: JsonValue) -> float | None:
    """Return a score as Inspect's own accuracy counts it; None for lists, null and NaN."""
    if isinstance(value, str):
        graded = _GRADES.get(value, _GRADES.get(value.lower()))
        if graded is not None:
            return graded
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, int | float) and math.isfinite(value):
        return float(value)
    return None


def _verdict(value: JsonValue, number: float | None) -> Verdict | None:
    """Return correct for 1, incorrect for 0 and for partial credit (P); other numbers are no verdict."""
    if number == 1:
        return Verdict.CORRECT
    return Verdict.INCORRECT if number == 0 or value == "P" else None
