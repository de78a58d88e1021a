"""Prompts and replies as harnesses hold them: a text, or a list of chat messages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from scoring.loaders.fields import LABELS
from scoring.records import JsonValue, Recorded, Verdict

_OPTION = re.compile(r"\n[ \t]*\(?([A-Z])[).:][ \t]+(\S.*)")  # by its first character, far faster than by ^


def text_of(content: JsonValue) -> str | None:
    """Return the text of a message's content: itself, or its text parts; None if it has none."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    parts = [part.get("text") if isinstance(part, dict) else part for part in content]
    texts = [part for part in parts if isinstance(part, str)]
    return "\n".join(texts) if texts else None


def prompt_of(prompt: JsonValue) -> str | None:
    """Return a prompt as one text: itself, or its messages before the last reply, one below the other."""
    if not isinstance(prompt, list):
        return text_of(prompt)
    messages = [one for one in prompt if isinstance(one, dict)]
    if messages and messages[-1].get("role") == "assistant":
        messages = messages[:-1]
    texts = [text for one in messages if (text := text_of(one.get("content"))) is not None]
    return "\n\n".join(texts) or None


def options_in(prompt: str | None) -> dict[str, str | None]:
    """Return the options that a prompt lists at the beginning of lines, from A on without a gap.

    Where several lists stand in it (few-shot examples), the last one counts; empty if there is none.
    """
    found: dict[str, str | None] = {}
    for match in _OPTION.finditer(f"\n{prompt or ''}"):
        label, text = match[1], match[2].strip()
        if label == "A":
            found = {"A": text}
        elif found and label == LABELS[len(found)]:
            found[label] = text
    return found if len(found) > 1 else {}


def recorded_scores(
    scores: Mapping[str, JsonValue], answer: str | None = None, raw: JsonValue = None
) -> tuple[Recorded, ...]:
    """Return one recorded score for each number or boolean, in the order of the record.

    1 is correct and 0 incorrect; other numbers are a score without verdict.
    """
    return tuple(
        Recorded(
            scorer=name,
            answer=answer,
            verdict=verdict_of(value),
            score=float(value),
            raw=scores if raw is None else raw,
        )
        for name, value in scores.items()
        if isinstance(value, bool | int | float)
    )


def verdict_of(value: JsonValue) -> Verdict | None:
    """Return correct for 1 and true, incorrect for 0 and false, None for anything else."""
    if not isinstance(value, bool | int | float) or value not in (0, 1):
        return None
    return Verdict.CORRECT if value else Verdict.INCORRECT


def first_of(values: JsonValue) -> JsonValue:
    """Return the first entry of a list, None of an empty one, any other value as it is."""
    if isinstance(values, Sequence) and not isinstance(values, str):
        return values[0] if values else None
    return values


def label_of(text: str, options: Mapping[str, str | None]) -> str | None:
    """Return the label of an option by its text, blanks aside; None if there is none of that text."""
    wanted = text.strip()
    return next((label for label, one in options.items() if one is not None and one.strip() == wanted), None)
