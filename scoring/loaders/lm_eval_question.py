"""What an lm-eval sample of log-likelihoods asks, and the requests of every sample.

The options of a multiple-choice task are the continuations whose log-likelihoods were measured.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.loaders.fields import LABELS, LETTERS, as_text
from scoring.loaders.messages import messages_text
from scoring.loaders.python_list import read_python_list
from scoring.loaders.question import GREEK, Question, doc_options
from scoring.records import JsonValue, TaskType

_INDEX_KEYS = ("answer", "gold", "label", "answer_index", "answer_idx", "gold_index", "target", "correct")
_ALPHABETS = (LETTERS, LETTERS.lower(), GREEK)
_PAIR = 2


class Request(NamedTuple):
    """One request of a sample: the context, and what was to follow it or how to generate."""

    context: str | None
    second: JsonValue


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
