"""One sample of an Inspect log as an Item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.images.embedded import EmbeddedImage
from scoring.loaders.fields import LABELS, Fields, shown
from scoring.loaders.inspect_header import Log
from scoring.loaders.inspect_scores import read_scores
from scoring.loaders.inspect_shuffle import Seen, as_seen, find_seen, was_shuffled
from scoring.loaders.inspect_text import Parts, SampleTexts, take_images
from scoring.records import Item, JsonValue, Recorded, Response, TaskType

CATEGORY_KEYS = ("category", "subject", "topic", "subset")
"""Where authors put the category, in the sample's metadata; the first text counts."""

_JUDGED = "model_graded"
_DROPPED = (
    "store",
    "events",
    "events_data",
    "transcript",
    "messages",
    "input",
    "output",
    "completed",
    "scores",
)
_KEPT_OF_ERROR = ("message",)
_MAX_ATTEMPT = 1 << 31


class _Reply(NamedTuple):
    prompt: str | None
    images: tuple[str, ...]
    parts: Parts
    finish_reason: str | None
    others: list[JsonValue]


def to_item(fields: Fields, *, log: Log, images: list[EmbeddedImage]) -> Item | None:
    """Return the item of a sample; None, with the reason told, if it has no id.

    Args:
        fields: the sample.
        log: the log that holds it.
        images: is given the images that the sample embeds.
    """
    item_id = fields.get("id")
    if isinstance(item_id, bool) or not isinstance(item_id, str | int):
        fields.tell("malformed_record", f"expected a text or number in id, got {shown(item_id)}", "$.id")
        return None
    texts = SampleTexts(fields)
    recorded = read_scores(fields, log.scorers)
    choices = _choices(fields, texts)
    seen = find_seen(fields, texts, choices) if choices and was_shuffled(recorded) else None
    reply = _reply(fields, texts)
    if seen is not None:
        reply = reply._replace(prompt=seen.prompt, parts=seen.reply, finish_reason=seen.finish_reason)
    options, target = _as_asked(choices, _targets(fields, texts, choices), seen)
    task_type, target, unused = _task_type(options, target, recorded, log)
    paths, embedded = take_images(reply.images, fields)
    images += embedded
    size = embedded[0].size if embedded and paths[0] == embedded[0].path else None
    metadata = _metadata(fields, texts, reply, seen) | ({"target": list(unused)} if unused else {})
    return Item(
        item_id=str(item_id),
        task_type=task_type,
        task=log.task,
        attempt=_attempt(fields),
        category=_category(metadata),
        prompt=reply.prompt,
        options=options,
        target=target,
        response=Response(
            content=reply.parts.text, reasoning=reply.parts.reasoning, finish_reason=reply.finish_reason
        ),
        recorded=tuple(as_seen(one, seen) for one in recorded) if seen else _plain(recorded, options),
        images=paths,
        image_size=size if isinstance(size, tuple) else None,
        metadata=metadata,
    )


def _attempt(fields: Fields) -> int:
    """Return the epoch, counted from 0."""
    epoch = fields.value.get("epoch", 1)
    if type(epoch) is int and 1 <= epoch < _MAX_ATTEMPT:
        return epoch - 1
    fields.tell("bad_field", f"expected an epoch from 1, got {shown(epoch)}", "$.epoch")
    return 0


def _reply(fields: Fields, texts: SampleTexts) -> _Reply:
    """Return what the log holds as prompt and reply."""
    output = fields.value.get("output")
    listed = output.get("choices") if isinstance(output, dict) else None
    replies = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    asked, images = texts.asked(fields.value.get("messages"))
    if asked is None:
        asked, images = texts.asked(fields.value.get("input"))
    reason = replies[0].get("stop_reason") if replies else None
    parts = texts.parts(replies[0].get("message") if replies else None)
    others: list[JsonValue] = [texts.parts(one.get("message")).text for one in replies[1:]]
    return _Reply(asked, images, parts, reason if isinstance(reason, str) else None, others)


def _choices(fields: Fields, texts: SampleTexts) -> tuple[str, ...]:
    value = fields.value.get("choices")
    if value is None or (isinstance(value, list) and all(isinstance(one, str) for one in value)):
        fields.get("choices")
        return tuple(texts.text(one) or "" for one in value or ())
    fields.tell("bad_field", f"expected a list of choices, got {shown(value)}", "$.choices")
    return ()


def _targets(fields: Fields, texts: SampleTexts, choices: Sequence[str]) -> tuple[str, ...]:
    """Return the targets; of a sample with choices their labels, of which a text may name several."""
    value = fields.value.get("target")
    listed = value if isinstance(value, list) else [value]
    targets = tuple(text for one in listed if (text := texts.text(one)))
    fields.get("target")
    if not targets:
        fields.tell("missing_target", f"expected a target, got {shown(value)}", "$.target")
    labels = LABELS[: len(choices)]
    letters = "".join(targets).replace(",", "").replace(" ", "")
    if choices and letters and all(letter in labels for letter in letters):
        return tuple(dict.fromkeys(letters))
    if choices and all(target in choices for target in targets):
        return tuple(labels[choices.index(target)] for target in targets)
    return targets


def _as_asked(
    choices: Sequence[str], target: tuple[str, ...], seen: Seen | None
) -> tuple[dict[str, str | None], tuple[str, ...]]:
    """Return options and target under the letters that the model saw."""
    options: dict[str, str | None] = dict(zip(LABELS, choices, strict=False))
    if seen is None:
        return options, target
    shown = {original: label for label, original in seen.original.items()}
    moved = tuple(sorted(shown.get(label, label) for label in target))
    return {label: options[original] for label, original in seen.original.items()}, moved


def _task_type(
    options: Mapping[str, str | None], target: tuple[str, ...], recorded: Sequence[Recorded], log: Log
) -> tuple[TaskType, tuple[str, ...], tuple[str, ...]]:
    """Return the type, the target, and a target that is none, since a model judged the reply by it."""
    scorer = (recorded[0].scorer if recorded else log.scorers[0] if log.scorers else "").rsplit("/", 1)[-1]
    if scorer.startswith(_JUDGED):
        return TaskType.SHORT_TEXT, (), target
    if options:
        several = len(target) > 1 or log.multiple_correct
        return (TaskType.MULTI_CHOICE if several else TaskType.CHOICE), target, ()
    if scorer == "includes":
        return TaskType.SUBSTRING, target, ()
    if log.is_numeric or (target and all(_is_number(text) for text in target)):
        return TaskType.NUMBER, target, ()
    return TaskType.SHORT_TEXT, target, ()


def _is_number(text: str) -> bool:
    try:
        float(text.strip().replace(",", ""))
    except ValueError:
        return False
    return text.strip()[-1:].isdigit() or text.strip()[-1:] == "."


def _plain(recorded: Sequence[Recorded], options: Mapping[str, str | None]) -> tuple[Recorded, ...]:
    """Return the recorded scores, letters of a choice item without blanks between them."""
    if not options:
        return tuple(recorded)
    return tuple(
        one if one.answer is None else replace(one, answer=one.answer.replace(", ", ",")) for one in recorded
    )


def _metadata(fields: Fields, texts: SampleTexts, reply: _Reply, seen: Seen | None) -> dict[str, JsonValue]:
    """Return the sample's own metadata, and what Inspect says beside it under Inspect's names."""
    own = fields.get("metadata")
    kept = {key: value for key, value in fields.rest().items() if value and key not in _DROPPED}
    error = kept.get("error")
    if isinstance(error, dict):
        message = f"expected a finished sample, got an error: {shown(error.get('message'))}"
        fields.tell("sample_error", message, "$.error")
        kept["error"] = {key: value for key, value in error.items() if key in _KEPT_OF_ERROR}
    retries = kept.get("error_retries")
    if isinstance(retries, list):
        kept["error_retries"] = len(retries)
    asked, _ = texts.asked(fields.value.get("input"))
    if asked is not None and asked != reply.prompt:
        kept["input"] = asked
    if reply.others:
        kept["other_replies"] = reply.others
    if reply.parts.is_redacted:
        kept["reasoning_redacted"] = True
    if seen is not None:
        kept["choices_shuffled"] = dict(seen.original)
    told = own if isinstance(own, dict) else {} if own is None else {"metadata": own}
    return {key if key not in told else f"inspect_{key}": value for key, value in kept.items()} | told


def _category(metadata: Mapping[str, JsonValue]) -> str | None:
    found = (metadata.get(key) for key in CATEGORY_KEYS)
    return next((value for value in found if isinstance(value, str) and value), None)
