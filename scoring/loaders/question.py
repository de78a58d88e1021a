"""What a row of a data set asks, under the names that data sets use: its type, options and target."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from scoring.extraction.number_values import parse_number
from scoring.extraction.text import plain
from scoring.loaders.fields import LABELS, LETTERS, as_text
from scoring.loaders.python_list import read_python_list
from scoring.records import JsonValue, TaskType

GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
_OPTION_KEYS = ("choices", "options", "Options", "Choices")
_SOLUTION = "####"
_PAIR = 2
_COLUMNS = (tuple(LETTERS), tuple(f"choice{i}" for i in range(1, 27)))


class Question(NamedTuple):
    """What a sample asks.

    Attributes:
        doubt: why the target may be another option than the one taken; empty if it is clear.
    """

    task_type: TaskType
    prompt: str | None
    options: Mapping[str, str | None]
    target: tuple[str, ...]
    doubt: str = ""


def ask_generative(prompt: str | None, target: str | None, doc: JsonValue) -> Question:
    """Return the question of a row with a written reply: choice, number or short text, by its target."""
    if target is None or not target.strip():
        return Question(TaskType.SHORT_TEXT, prompt, doc_options(doc), ())
    core = target.strip()
    options = _labelled(doc_options(doc), core)
    if core.strip("().") in options:
        return Question(TaskType.CHOICE, prompt, options, (core.strip("()."),))
    if _SOLUTION in core:  # a worked solution, as in GSM8K
        core = core.rsplit(_SOLUTION, 1)[1].strip()
    listed = read_python_list(core)
    targets = tuple(text for text in listed if text.strip()) if listed else (core,)
    is_number = all(parse_number(plain(text)) is not None for text in targets)
    return Question(TaskType.NUMBER if is_number else TaskType.SHORT_TEXT, prompt, options, targets)


def _labelled(options: Mapping[str, str | None], target: str) -> Mapping[str, str | None]:
    """Return the options under Greek letters where the target is one."""
    letter = target.strip("().")
    if len(letter) != 1 or not unicodedata.name(letter, "").startswith("GREEK") or len(options) > len(GREEK):
        return options
    return dict(zip(GREEK, options.values(), strict=False))


def doc_options(doc: JsonValue) -> dict[str, str | None]:
    """Return label -> text of the options that a data set row holds; empty if it has none."""
    if not isinstance(doc, dict):
        return {}
    value = next((doc[key] for key in _OPTION_KEYS if doc.get(key)), None)
    if isinstance(value, dict) and isinstance(value.get("text"), list):  # ARC: {text, label}
        names = value.get("label")
        labels = names if isinstance(names, list) and len(names) == len(value["text"]) else LABELS
        return {str(label): as_text(text) for label, text in zip(labels, value["text"], strict=False)}
    if isinstance(value, dict):
        return {label: as_text(text) for label, text in value.items()}
    if isinstance(value, str):
        value = list(read_python_list(value) or ())
    if not isinstance(value, list) or not value:
        value = _columns(doc)
    texts = [as_text(text) for text in value]
    if all(text == label for text, label in zip(texts, LETTERS, strict=False)):
        return dict.fromkeys(LETTERS[: len(texts)])
    return dict(zip(LABELS, texts, strict=False))


def _columns(doc: Mapping[str, JsonValue]) -> list[JsonValue]:
    """Return options that stand in fields of their own: `A`, `B`, … or `choice1`, `choice2`, …."""
    for names in _COLUMNS:
        values = [doc[name] for name in names if name in doc] if names[0] in doc else []
        if len(values) >= _PAIR and all(name in doc for name in names[: len(values)]):
            return values
    return []
