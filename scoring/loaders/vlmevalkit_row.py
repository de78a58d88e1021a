"""One row of a VLMEvalKit table: what its cells, options, answer and prediction hold."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.loaders.cells import as_cell_text, as_list, cell, is_whole
from scoring.loaders.chat_text import label_of
from scoring.loaders.fields import LABELS, LETTERS
from scoring.loaders.guess_type import guess_type, one_label
from scoring.loaders.python_list import read_python_list
from scoring.records import JsonValue, TaskType

ROTATION = 1_000_000
"""What a rotation of the options adds to the index of its item."""

_CHOICE_LISTS = ("choices", "options")
_CONTAINS = ("OCRBench", "MTVQA")
_WHOLE_FLOAT = re.compile(r"(\d+)\.0")
_SEVERAL = re.compile(r"[A-Z](?:[,;\s]*[A-Z])+")
_FEWEST = 2


class Asked(NamedTuple):
    """What a row asks.

    Attributes:
        outside: an answer that is none of the options; None if there is no such answer.
        is_assumed: whether the labels are assumed, since every cell of an option is empty.
    """

    task_type: TaskType
    options: Mapping[str, str | None]
    target: tuple[str, ...]
    outside: str | None = None
    is_assumed: bool = False


def cell_text(value: JsonValue) -> str | None:
    """Return a cell as the text that it was: `3` for 3.0, `True` for a boolean; None for an empty one."""
    if value == "":
        return None
    return str(value) if isinstance(value, bool) else as_cell_text(value)


def index_of(row: Mapping[str, JsonValue]) -> str | None:
    """Return the index of a row as text; None if it has none."""
    return cell_text(row.get("index"))


def rotation_of(row: Mapping[str, JsonValue], index: str) -> tuple[str, int] | None:
    """Return item and number of a rotation of its options, from 1 on; None for an index below 1,000,000."""
    if not is_whole(index) or int(float(index)) < ROTATION:
        return None
    number = int(float(index))
    group = cell(row, "g_index")
    first = int(float(str(group))) if is_whole(group) else number % ROTATION
    return (str(first), number // ROTATION) if first != number else None


def prediction_of(row: Mapping[str, JsonValue]) -> tuple[str | None, bool]:
    """Return the reply, and whether it stood in a list of one, as some model wrappers return it."""
    value = row.get("prediction")
    if isinstance(value, str):
        parts = _quoted(value)
        return (parts[0], True) if parts is not None and len(parts) == 1 else (value, False)
    if isinstance(value, list) and len(value) == 1:
        return cell_text(value[0]), True
    return cell_text(value), False


def ask(row: Mapping[str, JsonValue], benchmark: str | None) -> Asked:
    """Return type, options and target of a row.

    Benchmarks whose rule is that the reply contains the answer are `substring`. In a table with columns
    for options a lone letter is a label, in others it is a text.
    """
    answers = _answers(row.get("answer"))
    if (benchmark or "").startswith(_CONTAINS):
        return Asked(TaskType.SUBSTRING, {}, answers)
    letters = [label for label in LETTERS if label in row]
    columns = letters if len(letters) >= _FEWEST else []
    options = _options(row, columns, answers) or _listed(row)
    if not options:
        return _without_options(answers, has_columns=bool(columns))
    labels = [found for answer in answers for found in _labels(answer, options)]
    outside = next((answer for answer in answers if not _labels(answer, options)), None)
    target = tuple(dict.fromkeys(labels)) or answers
    return Asked(guess_type(options, target)[0], options, target, outside)


def _without_options(answers: tuple[str, ...], *, has_columns: bool) -> Asked:
    letters = [one_label(answer) for answer in answers]
    if answers and all(letters) and not has_columns:
        return Asked(TaskType.SHORT_TEXT, {}, answers)
    task_type, labels = guess_type({}, answers)
    if task_type not in (TaskType.CHOICE, TaskType.MULTI_CHOICE):
        return Asked(task_type, {}, answers)
    target = tuple(letter or answer.strip() for letter, answer in zip(letters, answers, strict=True))
    return Asked(task_type, dict.fromkeys(labels), target, is_assumed=True)


def _answers(value: JsonValue) -> tuple[str, ...]:
    """Return the answers of a cell: one, or a list of alternatives, as such or as Python writes it."""
    parts: Sequence[JsonValue] = [value]
    if isinstance(value, list):
        parts = value
    elif isinstance(value, str):
        parts = _quoted(value) or [value]
    texts = (cell_text(part) for part in parts)
    return tuple(text.strip() for text in texts if text is not None and text.strip())


def _quoted(text: str) -> tuple[str, ...] | None:
    """Return the texts of a list that Python wrote; None for anything else, lists of numbers included."""
    return read_python_list(text) if text.lstrip().startswith(("['", '["')) else None


def _options(
    row: Mapping[str, JsonValue], columns: Sequence[str], answers: Sequence[str]
) -> dict[str, str | None]:
    """Return the options of a column each; empty cells at the end are none, unless they are the answer."""
    texts = {label: cell_text(row.get(label)) for label in columns}
    if not any(text is not None for text in texts.values()):
        return {}
    wanted = {one_label(answer) for answer in answers}
    kept = [i for i, label in enumerate(columns) if texts[label] is not None or label in wanted]
    options = {label: texts[label] for label in columns[: kept[-1] + 1]}
    if any(text is not None and text.isdecimal() for text in options.values()):
        return {label: _whole(text) for label, text in options.items()}
    return options


def _whole(text: str | None) -> str | None:
    """Return a number without the `.0` that a column with empty cells got."""
    found = _WHOLE_FLOAT.fullmatch(text or "")
    return found[1] if found else text


def _listed(row: Mapping[str, JsonValue]) -> dict[str, str | None]:
    """Return the options that stand in one cell as a list."""
    value = next((listed for key in _CHOICE_LISTS if (listed := as_list(row.get(key)))), [])
    texts = [cell_text(part) for part in value]
    return dict(zip(LABELS, texts, strict=False)) if len(texts) >= _FEWEST else {}


def _labels(answer: str, options: Mapping[str, str | None]) -> tuple[str, ...]:
    """Return the labels that an answer names, by letter or by text; empty if it is none of the options."""
    letter = one_label(answer)
    if letter in options:
        return (letter,) if letter is not None else ()
    label = label_of(answer, options)
    if label is not None:
        return (label,)
    letters = tuple(char for char in answer if char in LETTERS)
    is_several = _SEVERAL.fullmatch(answer) and len(set(letters)) == len(letters)
    return letters if is_several and all(one in options for one in letters) else ()
