"""A second file that says what was asked and what is right, joined to a run's items by id."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path

from scoring.errors import RunFormatError
from scoring.loaders.fields import as_text
from scoring.loaders.files import open_file
from scoring.loaders.json_peek import find_layout
from scoring.loaders.json_stream import Entry, Layout, read_entries
from scoring.loaders.question import Question, ask_generative
from scoring.records import JsonValue, TaskType

ID_KEYS = ("custom_id", "item_id", "id", "index", "question_id")
TARGET_KEYS = ("target", "answer", "gold", "expected", "expected_answer", "ground_truth", "label")
"""Columns that hold the id and the target; the first one present counts."""

_CATEGORY_KEYS = ("category", "subject", "topic")
_PROMPT_KEYS = ("prompt", "question")
_LONGEST_CELL = 1 << 27
_NO_ROW: Mapping[str, JsonValue] = {}


class TargetTable:
    """The rows of a table of targets by id.

    Attributes:
        rows: id -> row.
    """

    def __init__(self, path: Path | None) -> None:
        """Read a table: JSON Lines, a JSON list, CSV or TSV with one row an item; None for no table.

        Raises:
            RunFormatError: it has no column for id and target, or cannot be read.
        """
        self.rows: dict[str, Mapping[str, JsonValue]] = {}
        for row in _rows(path) if path is not None else ():
            key = as_text(_first(row, ID_KEYS))
            if key is not None:
                self.rows[key] = row
        if path is not None and not self.rows:
            raise RunFormatError(
                f"expected a table with a column out of {', '.join(ID_KEYS)} and one out of "
                f"{', '.join(TARGET_KEYS)}, got no such row at {path.name}",
                cure="Write one row an item: its id and its target, and options if it has any.",
            )

    def question(self, key: str, prompt: str | None) -> Question:
        """Return what the item with this id is asked; without a row only its prompt."""
        row = self.rows.get(key)
        if row is None:
            return Question(TaskType.SHORT_TEXT, prompt or None, {}, ())
        target = as_text(_first(row, TARGET_KEYS))
        asked = ask_generative(prompt or as_text(_first(row, _PROMPT_KEYS)), target, dict(row))
        kind = as_text(row.get("task_type"))
        known = kind in tuple(TaskType)
        return asked._replace(task_type=TaskType(kind)) if known and kind else asked

    def category(self, key: str) -> str | None:
        """Return the category of the item with this id."""
        return as_text(_first(self.rows.get(key, _NO_ROW), _CATEGORY_KEYS))


def _first(row: Mapping[str, JsonValue], keys: tuple[str, ...]) -> JsonValue:
    return next((row[key] for key in keys if row.get(key) not in (None, "")), None)


def _rows(path: Path) -> Iterator[Mapping[str, JsonValue]]:
    peek = find_layout(path, _is_row)
    if peek.layout is not None:
        for entry in read_entries(path, Layout(peek.layout.kind)):
            if isinstance(entry, Entry) and isinstance(entry.value, dict):
                yield entry.value
        return
    csv.field_size_limit(_LONGEST_CELL)
    with open_file(path) as file, io.TextIOWrapper(file, "utf-8-sig", "replace", newline="") as text:
        head = text.readline()
        names = next(csv.reader([head], delimiter="\t" if "\t" in head else ","), [])
        try:
            for cells in csv.reader(text, delimiter="\t" if "\t" in head else ","):
                row = dict(zip(names, cells, strict=False))
                if _is_row(row):
                    yield row
        except csv.Error as error:
            raise RunFormatError(f"expected a readable table, got {error} at {path.name}") from error


def _is_row(value: JsonValue) -> bool:
    return isinstance(value, dict) and not (
        value.keys().isdisjoint(ID_KEYS) or value.keys().isdisjoint(TARGET_KEYS)
    )
