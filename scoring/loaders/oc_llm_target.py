"""How an `oc-llm` task is answered: its type, expected answers and options, read or inferred."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoring.loaders.fields import LABELS, LETTERS, Fields, as_text, one_text, shown
from scoring.records import JsonValue, TargetMode, TaskType

KINDS: Mapping[str, TaskType] = {
    "choice": TaskType.CHOICE,
    "multiple_choice": TaskType.CHOICE,
    "mcq": TaskType.CHOICE,
    "multi_choice": TaskType.MULTI_CHOICE,
    "number": TaskType.NUMBER,
    "numeric": TaskType.NUMBER,
    "short_text": TaskType.SHORT_TEXT,
    "text": TaskType.SHORT_TEXT,
    "substring": TaskType.SUBSTRING,
    "substrings": TaskType.SUBSTRING,
    "required_substrings": TaskType.SUBSTRING,
}
"""Values of `kind`, lower-case, with underscores."""

_SHORT_LABELS = 4  # A-D
_LONG_LABELS = 10  # A-J
_ONE_LETTER = re.compile(r"[\s(\[]*(\w)[\s)\].]*")
_NUMBER = re.compile(
    r"[+\-\u2212]?[$€£]?(?:\d{1,3}(?:,\d{3})+|\d+|(?=\.))(?:\.\d*)?(?:[eE][+\-]?\d+)?(?:/\d+)?\s*%?"
)


def read_required_substrings(fields: Fields) -> tuple[str, ...]:
    """Return the strings of `scoring_decision.required_substrings`, or of the record's own."""
    decision = fields.value.get("scoring_decision")
    if decision is not None and not isinstance(decision, dict):
        fields.tell("bad_field", f"expected an object, got {shown(decision)}", "$.scoring_decision")
    value = decision.get("required_substrings") if isinstance(decision, dict) else None
    if value is not None:
        return _texts(fields, None, value, "$.scoring_decision.required_substrings")
    own = fields.value.get("required_substrings")
    return _texts(fields, "required_substrings", own, "$.required_substrings")


def _texts(fields: Fields, key: str | None, value: JsonValue, path: str) -> tuple[str, ...]:
    """Return one scalar or a list of scalars as texts; a field that holds others is told and kept."""
    parts = value if isinstance(value, list) else [] if value is None else [value]
    texts = [as_text(part) for part in parts]
    if None in texts:
        fields.tell("bad_field", f"expected a text or a list of texts, got {shown(value)} with others", path)
    elif key is not None:
        fields.get(key)
    return tuple(text for text in texts if text is not None)


def read_task_type(fields: Fields, required: tuple[str, ...]) -> TaskType:
    """Return the record's kind, else what the expected answer looks like."""
    kind = fields.text("kind")
    if kind is not None:
        known = KINDS.get(kind.strip().casefold().replace("-", "_").replace(" ", "_"))
        if known is not None:
            return known
        allowed = ", ".join(KINDS)
        fields.tell(
            "unknown_kind", f"expected one of {allowed}, got {shown(kind)}; inferred instead", "$.kind"
        )
    if required:
        return TaskType.SUBSTRING
    expected = fields.value.get("expected_answer")
    if isinstance(expected, list) and len(expected) > 1 and all(_letter(as_text(part)) for part in expected):
        return TaskType.MULTI_CHOICE
    texts = [as_text(part) or "" for part in (expected if isinstance(expected, list) else [expected])]
    if any(map(_letter, texts[:1])) or _names_options(fields.value.get("options"), texts):
        return TaskType.CHOICE
    is_number = bool(texts) and all(_NUMBER.fullmatch(text.strip()) for text in texts)
    return TaskType.NUMBER if is_number else TaskType.SHORT_TEXT


def _names_options(options: JsonValue, expected: list[str]) -> bool:
    """Return whether every expected answer is a label of the record's own options, such as `2`."""
    return isinstance(options, dict) and bool(expected) and all(text.strip() in options for text in expected)


def _letter(text: str | None) -> str | None:
    """Return the text's only letter, in capitals, blanks and brackets aside."""
    found = _ONE_LETTER.fullmatch(text or "")
    return found[1].upper() if found and found[1].isalpha() else None


def read_target(
    fields: Fields, task_type: TaskType, required: tuple[str, ...]
) -> tuple[tuple[str, ...], TargetMode]:
    """Return the expected answers, and whether any or all of them are required."""
    if task_type is TaskType.SUBSTRING and required:
        if fields.value.get("expected_answer") is None:
            fields.get("expected_answer")
        return required, "all"
    target = _texts(fields, "expected_answer", fields.value.get("expected_answer"), "$.expected_answer")
    if not target:
        fields.tell("missing_target", "expected an answer in expected_answer, got none", "$.expected_answer")
    return target, "all" if task_type in (TaskType.MULTI_CHOICE, TaskType.SUBSTRING) else "any"


def read_options(
    fields: Fields, task_type: TaskType, target: tuple[str, ...], names: tuple[str, ...]
) -> tuple[dict[str, str | None], dict[str, JsonValue]]:
    """Return label -> text, and a note for the metadata where the labels had to be assumed.

    Args:
        fields: the record.
        task_type: as inferred.
        target: the expected answers.
        names: id and category, which tell MMLU-Pro (ten options) from others (four).
    """
    value = fields.value.get("options")
    if value is not None and not isinstance(value, (list, dict)):
        fields.tell("bad_field", f"expected a list or an object, got {shown(value)}", "$.options")
    else:
        fields.get("options")
    pairs = dict(zip(LABELS, value, strict=False)) if isinstance(value, list) else value
    if pairs and isinstance(pairs, dict):
        return {label: _option(fields, label, text) for label, text in pairs.items()}, {}
    if task_type not in (TaskType.CHOICE, TaskType.MULTI_CHOICE):
        return {}, {}
    return dict.fromkeys(LABELS[: _n_labels(target, names)]), {"labels_assumed": True}


def _option(fields: Fields, label: str, value: JsonValue) -> str | None:
    if isinstance(value, (list, dict)):
        message = f"expected the option's text, got {shown(value)}; kept as JSON text"
        fields.tell("bad_field", message, f"$.options.{label}")
    return None if value is None else one_text(value)


def _n_labels(target: tuple[str, ...], names: tuple[str, ...]) -> int:
    """Return how many labels to assume: 4, or 10 for MMLU-Pro, or as many as the answer needs."""
    found = [LETTERS.find(letter) + 1 for text in target if (letter := _letter(text))]
    needed = max(found, default=0)
    is_pro = any("mmlu_pro" in name.casefold().replace("-", "_") for name in names)
    at_least = _LONG_LABELS if is_pro or needed > _SHORT_LABELS else _SHORT_LABELS
    return max(at_least, needed)
