"""What an lm-eval sample asks: its type, prompt, options and target.

The options of a generative task stand in `doc` under the task's own names; those of a multiple-choice
task are the continuations whose log-likelihoods were measured.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.extraction.number_values import parse_number
from scoring.extraction.text import plain
from scoring.loaders.fields import LABELS, LETTERS, as_text
from scoring.loaders.messages import messages_text
from scoring.loaders.python_list import read_python_list
from scoring.records import JsonValue, TaskType

GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
_OPTION_KEYS = ("choices", "options", "Options", "Choices")
_INDEX_KEYS = ("answer", "gold", "label", "answer_index", "answer_idx", "gold_index", "target", "correct")
_SOLUTION = "####"
_ALPHABETS = (LETTERS, LETTERS.lower(), GREEK)
_PAIR = 2


class Request(NamedTuple):
    """One request of a sample: the context, and what was to follow it or how to generate."""

    context: str | None
    second: JsonValue


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


def read_requests(arguments: JsonValue) -> list[Request]:
    """Return the requests in order: `{gen_args_0: {arg_0, arg_1}}`, or lists of two (up to 0.4.2)."""
    listed = list(arguments.values()) if isinstance(arguments, dict) else arguments
    requests: list[Request] = []
    for one in listed if isinstance(listed, list) else ():
        parts = [one.get("arg_0"), one.get("arg_1")] if isinstance(one, dict) else one
        if not isinstance(parts, list) or not parts:
            continue
        requests.append(Request(_context(parts[0]), parts[1] if len(parts) >= _PAIR else None))
    return requests


def _context(value: JsonValue) -> str | None:
    """Return a prompt as text; chat prompts are a list with the messages as JSON text."""
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        try:
            messages: JsonValue = json.loads(value[0])
        except (ValueError, RecursionError):
            return value[0]
        text = messages_text(messages) if isinstance(messages, list) else None
        return value[0] if text is None else text
    return as_text(value) if value is None or as_text(value) is not None else json.dumps(value)


def ask_loglikelihood(requests: Sequence[Request], n: int, target: str | None, doc: JsonValue) -> Question:
    """Return the question of a log-likelihood sample with `n` measured continuations."""
    requests = requests[:n]
    texts = [as_text(one.second) or "" for one in requests]
    prompt = requests[0].context if requests else None
    if n == 1:
        targets = () if not texts or requests[0].second is None else (target or texts[0],)
        return Question(TaskType.LOGLIKELIHOOD, prompt, {}, targets)
    if len(set(texts)) == 1:  # the contexts are what differs (winogrande)
        texts = [one.context or "" for one in requests]
    options = _options_of_texts(texts, doc)
    labels, doubt = _target_labels(target, options, [text.strip() for text in texts], doc)
    return Question(TaskType.LOGLIKELIHOOD, prompt, options, labels, doubt)


def _options_of_texts(texts: Sequence[str], doc: JsonValue) -> dict[str, str | None]:
    """Return label -> text; continuations that are letters are the labels, and `doc` has the texts."""
    cores = [text.strip().strip("().") for text in texts]
    if any(all(map(str.__eq__, cores, letters)) and len(cores) <= len(letters) for letters in _ALPHABETS):
        named = [text for text in doc_options(doc).values() if text]
        fits = len(named) == len(cores) and [text.strip() for text in named] != cores
        return dict(zip(cores, named if fits else [None] * len(cores), strict=True))
    return dict(zip(LABELS, texts, strict=False))


def _target_labels(
    target: str | None, options: Mapping[str, str | None], texts: Sequence[str], doc: JsonValue
) -> tuple[tuple[str, ...], str]:
    """Return the labels that the target names, and what is doubtful about it.

    The target is text in every case: an index, a list of indices, or one of the continuations.
    """
    if target is None or not target.strip():
        return (), ""
    labels = list(options)
    core = target.strip()
    listed = read_python_list(core)
    if listed is not None:
        indices = [int(part) for part in listed if part.isdecimal() and len(part) < len("1000000")]
        return tuple(labels[i] for i in indices if i < len(labels)), ""
    index = int(core) if core.isdecimal() and int(core) < len(labels) else None
    named = texts.index(core) if core in texts else labels.index(core) if core in options else None
    if index is not None and named is not None and index != named:
        if any(_field(doc, key) == core for key in _INDEX_KEYS):
            return (labels[named],), ""
        is_index = any(_field(doc, key) == index for key in _INDEX_KEYS)
        doubt = "" if is_index else f"expected an index or an option, got {core}, which may be either"
        return (labels[index],), doubt
    found = index if named is None else named
    return (core,) if found is None else (labels[found],), ""


def _field(doc: JsonValue, key: str) -> JsonValue:
    return doc.get(key) if isinstance(doc, dict) else None


def ask_generative(prompt: str | None, target: str | None, doc: JsonValue) -> Question:
    """Return the question of a generative sample: choice, number or short text, by its target."""
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
    for names in (list(LETTERS), [f"choice{i}" for i in range(1, 27)]):
        values = [doc[name] for name in names if name in doc]
        if len(values) >= _PAIR and all(name in doc for name in names[: len(values)]):
            return values
    return []
