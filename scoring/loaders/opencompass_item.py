"""What one OpenCompass prediction asks and how it was answered: generated texts, likelihoods, turns."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.loaders.cells import as_list
from scoring.loaders.chat_text import options_in, text_of
from scoring.loaders.fields import Fields, as_text, shown
from scoring.loaders.guess_type import guess_type, one_label
from scoring.records import JsonValue, TaskType

LABEL = "label: "
"""Beginning of the keys under which a likelihood run keeps each option."""

_MEASURE = "PPL"
_SOLUTION = "####"
_STATED = re.compile(r"\s*正确答案\s*[:：]\s*(?P<labels>[A-Z](?:[\s、，,;；]*[A-Z])*)\s*[。.]?\s*")
_REPLIES = ("BOT", "assistant")


class Asked(NamedTuple):
    """One question: its type, options (labels without text where only assumed) and target."""

    task_type: TaskType
    options: Mapping[str, str | None]
    target: tuple[str, ...]
    is_assumed: bool


class Turn(NamedTuple):
    """One prompt, its replies and its gold; `name` tells the turns of one conversation apart."""

    name: str
    prompt: str | None
    replies: tuple[str | None, ...]
    gold: JsonValue


class Measured(NamedTuple):
    """Options with a score each, higher is better, and the one that OpenCompass chose."""

    labels: tuple[str, ...]
    scores: tuple[float, ...]
    prompt: str | None
    chosen: str | None


def is_record(value: JsonValue) -> bool:
    """Return whether this is a prediction: generated, or of likelihoods."""
    if not isinstance(value, dict) or "prediction" not in value:
        return False
    return "origin_prompt" in value or "pred_label" in value or any(key.startswith(LABEL) for key in value)


def ask(prompt: str | None, gold: JsonValue) -> Asked:
    """Return the question that a prompt with this gold asks."""
    target = gold_texts(gold)
    options = {label: _cut(text) for label, text in options_in(prompt).items()}
    letters = tuple(one_label(text) or "" for text in target)
    if options and target and all(letter in options for letter in letters):
        several = len(set(letters)) > 1
        return Asked(
            TaskType.MULTI_CHOICE if several else TaskType.CHOICE, options, letters, is_assumed=False
        )
    task_type, labels = guess_type({}, target)
    if task_type not in (TaskType.CHOICE, TaskType.MULTI_CHOICE):
        return Asked(task_type, {}, target, is_assumed=False)
    named = letters if all(letters) else tuple(text.strip() for text in target)
    return Asked(task_type, dict.fromkeys(labels), named, is_assumed=True)


def _cut(text: str | None) -> str | None:
    """Return an option without the marks of a chat template that follow the prompt."""
    return None if text is None else text.split("<|", 1)[0].rstrip()


def gold_texts(gold: JsonValue) -> tuple[str, ...]:
    """Return the texts of a gold: one, or each of a list; of a worked solution only its result."""
    listed = gold if isinstance(gold, list) else [gold]
    texts = [text for one in listed if (text := as_text(one)) is not None and text.strip()]
    if len(texts) != 1:
        return tuple(texts)
    stated = _STATED.fullmatch(texts[0])
    if stated:  # LawBench: a sentence that names the options
        return tuple(dict.fromkeys(re.findall("[A-Z]", stated["labels"])))
    return (texts[0].rsplit(_SOLUTION, 1)[-1].strip(),)


def turns_of(fields: Fields) -> tuple[Turn, ...]:
    """Return the turns of a generated prediction: one, or several where every field is a list of them."""
    value = fields.value
    prompts, replies, golds = value.get("origin_prompt"), value.get("prediction"), _gold(value)
    is_conversation = (
        isinstance(prompts, list)
        and isinstance(replies, list)
        and isinstance(golds, list)
        and len(prompts) == len(replies) == len(golds)
        and not any(isinstance(one, dict) for one in prompts)
    )
    if not is_conversation:
        return (Turn("", prompt_text(prompts), _replies(fields, replies), golds),)
    parts = zip(as_list(prompts) or (), as_list(replies) or (), as_list(golds) or (), strict=True)
    return tuple(
        Turn(f"turn {i}", prompt_text(prompt), _replies(fields, reply), gold)
        for i, (prompt, reply, gold) in enumerate(parts, 1)
    )


def _gold(value: Mapping[str, JsonValue]) -> JsonValue:
    return value["gold"] if "gold" in value else value.get("refr")


def _replies(fields: Fields, prediction: JsonValue) -> tuple[str | None, ...]:
    """Return the texts of a prediction: one, or one for each time that it was sampled."""
    listed = prediction if isinstance(prediction, list) and prediction else [prediction]
    if any(one is not None and not isinstance(one, str) for one in listed):
        fields.tell("missing_text", f"expected a text, got {shown(prediction)}", "$.prediction")
    return tuple(one if isinstance(one, str) else None for one in listed)


def prompt_text(prompt: JsonValue) -> str | None:
    """Return a prompt: itself, or its messages before the last reply, one below the other."""
    if not isinstance(prompt, list):
        return as_text(prompt)
    messages = [one for one in prompt if isinstance(one, dict)]
    if messages and messages[-1].get("role") in _REPLIES:
        messages = messages[:-1]
    texts = [text_of(one.get("prompt", one.get("content"))) for one in messages]
    return "\n\n".join(text for text in texts if text is not None) or None


def measured_of(value: Mapping[str, JsonValue]) -> Measured | None:
    """Return the options and their scores of a likelihood prediction; None for a generated one.

    The perplexities of OpenCompass are mean losses, and the lowest one is chosen: scores are their negatives.
    """
    named = {key.removeprefix(LABEL): part for key, part in value.items() if key.startswith(LABEL)}
    if named:
        parts = [part if isinstance(part, dict) else {} for part in named.values()]
        scores = tuple(-_number(part.get(_MEASURE)) for part in parts)
        prompts = [prompt_text(part.get("testing input")) or "" for part in parts]
        shared = os.path.commonprefix(prompts) or None  # noqa: RUF071 - of texts, by character
        return Measured(tuple(named), scores, shared, as_text(value.get("prediction")))
    if "pred_label" not in value:
        return None
    scores = tuple(_number(one) for one in as_list(value.get("prediction")) or ())
    labels = _choices(value.get("choices"), len(scores))
    chosen = value.get("pred_label")
    prompt = prompt_text(value.get("testing input"))
    return Measured(labels, scores, prompt, _at(labels, chosen) if type(chosen) is int else None)


def measured_target(measured: Measured, gold: JsonValue) -> tuple[str, ...]:
    """Return the gold as a label; where it is none of the labels, a number is the position of one."""
    texts = gold_texts(gold)
    if type(gold) is int and not any(text in measured.labels for text in texts):
        at = _at(measured.labels, gold)
        return texts if at is None else (at,)
    return texts


def _choices(value: JsonValue, n: int) -> tuple[str, ...]:
    texts = [as_text(one) for one in as_list(value) or ()]
    is_whole = len(texts) == n and None not in texts and len(set(texts)) == n
    return tuple(
        str(text) if is_whole else str(i) for i, text in enumerate(texts if is_whole else [None] * n)
    )


def _at(labels: Sequence[str], index: int) -> str | None:
    return labels[index] if 0 <= index < len(labels) else None


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
