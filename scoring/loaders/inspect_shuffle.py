"""Choices that Inspect shuffled before it asked: what the model saw, found again after the log was rewritten.

After scoring, Inspect puts choices and messages back into the original order and leaves `ANSWER: X` of the
reply. What was asked and said survives in the sample's `model` event. Read in:
UKGovernmentBEIS/inspect_ai, `solver/_multiple_choice.py`, `scorer/_choice.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.loaders.fields import LABELS, Fields
from scoring.loaders.inspect_text import Parts, SampleTexts
from scoring.records import JsonValue, Recorded

_MARK = "Choices were shuffled before generating a response"


class Seen(NamedTuple):
    """What the model saw and said.

    Attributes:
        prompt: as it was sent.
        reply: as it came back.
        finish_reason: why the reply ended.
        original: label that the model saw -> label in the log.
    """

    prompt: str
    reply: Parts
    finish_reason: str | None
    original: Mapping[str, str]


def was_shuffled(recorded: Sequence[Recorded]) -> bool:
    """Return whether a score says that the choices were shuffled by the solver."""
    raws = [one.raw for one in recorded if isinstance(one.raw, dict)]
    return any(str(raw.get("explanation", "")).startswith(_MARK) for raw in raws)


def find_seen(fields: Fields, texts: SampleTexts, choices: Sequence[str]) -> Seen | None:
    """Return what the model saw and said; None, and a problem, if the log does not hold it any more."""
    older = fields.value.get("transcript")
    events = fields.value.get("events") or (older.get("events") if isinstance(older, dict) else None)
    models = [one for one in events if _is_model(one)] if isinstance(events, list) else []
    for event in reversed(models):
        prompt, _ = texts.asked(_input(event, fields))
        original = _order(prompt or "", choices)
        output = event.get("output")
        replies = output.get("choices") if isinstance(output, dict) else None
        if prompt and original and isinstance(replies, list) and replies and isinstance(replies[0], dict):
            reason = replies[0].get("stop_reason")
            return Seen(
                prompt,
                texts.parts(replies[0].get("message")),
                reason if isinstance(reason, str) else None,
                original,
            )
    message = "expected the reply to the shuffled choices in the events, got none; the rewritten one is shown"
    fields.tell("shuffled_reply_lost", message, "$.events")
    return None


def as_seen(recorded: Recorded, seen: Seen) -> Recorded:
    """Return a recorded score with its answer in the letters that the model saw; `raw` stays."""
    if recorded.answer is None:
        return recorded
    shown = {original: label for label, original in seen.original.items()}
    letters = [letter.strip() for letter in recorded.answer.split(",")]
    if not all(letter in shown for letter in letters):
        return recorded
    return replace(recorded, answer=",".join(sorted(shown[letter] for letter in letters)))


def _is_model(event: JsonValue) -> bool:
    return isinstance(event, dict) and event.get("event") == "model"


def _input(event: Mapping[str, JsonValue], fields: Fields) -> JsonValue:
    """Return the messages of a call, which newer logs keep in a pool and refer to by [start, end)."""
    refs, pool = event.get("input_refs"), fields.value.get("events_data")
    messages = pool.get("messages") if isinstance(pool, dict) else None
    if event.get("input") or not isinstance(refs, list) or not isinstance(messages, list):
        return event.get("input")
    return expand_refs(refs, messages)


def expand_refs(refs: Sequence[JsonValue], pool: Sequence[JsonValue]) -> list[JsonValue]:
    """Return the entries of a pool that [start, end) pairs refer to; pairs of anything else are left out."""
    found: list[JsonValue] = []
    for ref in refs:
        match ref:
            case [int() as start, int() as end] if start >= 0:
                found += pool[start:end]
            case int() as nth if 0 <= nth < len(pool):
                found.append(pool[nth])
    return found


def _order(prompt: str, choices: Sequence[str]) -> dict[str, str] | None:
    """Return label in the prompt -> label in the log; None unless every choice is found under one label."""
    left = dict(zip(LABELS, choices, strict=False))
    found: dict[str, str] = {}
    for label in LABELS[: len(choices)]:
        shown = next((one for one, text in left.items() if f"{label}) {text}\n" in f"{prompt}\n"), None)
        if shown is None:
            return None
        found[label] = shown
        del left[shown]
    return found
