"""What VLMEvalKit recorded about predictions: in the same table, and in the judges' tables beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from scoring.loaders.cells import as_number, as_verdict, cell
from scoring.loaders.fields import LETTERS
from scoring.loaders.files import file_size, files_beside, open_file
from scoring.loaders.guess_type import one_label
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_stream import Stop
from scoring.loaders.json_whole import depth_flaws, parse_whole
from scoring.loaders.known import file_kind
from scoring.loaders.table_rows import READS, Table, open_table
from scoring.loaders.vlmevalkit_row import cell_text, index_of, prediction_of
from scoring.records import JsonValue, Recorded

Key: TypeAlias = "tuple[str | None, int]"
"""What joins a prediction and what was recorded about it: the index, and a hash of the text."""

SCORER = "vlmevalkit"

_VERDICTS = ("hit", "score")
_EXTRACTED = ("extracted", "res")
COLUMNS = (*_VERDICTS, *_EXTRACTED, "log")
"""Columns in which something is recorded."""

_MOST_TABLES = 20
_MOST_FIGURES = 1_000_000
_FIGURES = ("_acc.csv", "_score.csv", "_acc.json", "_score.json")
_ENDING = re.compile(
    r"_(?:(?P<judge>exact_matching|[^_]+)_result|(?P<match>auxmatch|exact_matching|(?:chat)?gpt-?\d[^_]*))$"
)
_VANILLA = "Match Log: "
_ALL_ROTATIONS = "all rotations"
_ROTATIONS = re.compile(r"\bRolling\b|\bPre-?fetch", re.ASCII)
_GUESSED = "randomly generate one"
_REPLY = re.compile(r"Match Log: (.{1,12}?)\. ?", re.DOTALL)


class Judged(NamedTuple):
    """A table of what a judge recorded."""

    scorer: str
    path: Path
    table: Table


def is_judged(columns: tuple[str, ...]) -> bool:
    """Return whether a table has a column that says what was right, or what a judge took as the answer."""
    return any(column in columns for column in _VERDICTS) or {"res", "log"} <= {*columns}


def own_judge(stem: str) -> tuple[str, str]:
    """Return the name of a table without its judge, and the judge's name."""
    found = _ENDING.search(stem)
    return (stem[: found.start()], found["judge"] or found["match"]) if found else (stem, SCORER)


def figures_beside(path: Path) -> list[Path]:
    """Return the files of figures beside a table of predictions or of its judge."""
    names = {own_judge(path.stem)[0] + ending for ending in _FIGURES}
    names |= {path.stem + ending for ending in _FIGURES}
    return [one for one in files_beside(path) if one.name in names and file_size(one) <= _MOST_FIGURES]


def read_figures(paths: Sequence[Path]) -> dict[str, JsonValue]:
    """Return the figures by the name of their file: rows of a table, or what a JSON document holds."""
    found: dict[str, JsonValue] = {}
    for path in paths:
        table = open_table(path)
        if not isinstance(table, str):
            found[path.name] = list(table.first)
            continue
        try:
            with open_file(path) as file:
                value, _ = parse_whole(file.read())
        except JsonFault:
            continue
        if not depth_flaws(value):
            found[path.name] = value
    return found


def find_judged(path: Path, table: Table) -> list[Judged]:
    """Return the judges' tables beside a table of predictions that are about these predictions."""
    named = [one for one in files_beside(path) if one != path and one.stem.startswith(f"{path.stem}_")]
    return [judged for one in named[:_MOST_TABLES] if (judged := _judged(one, path, table)) is not None]


def predictions_of(path: Path) -> Path | None:
    """Return the table of predictions beside a judge's table; None if it stands alone.

    Raises:
        OSError: a file cannot be read.
    """
    table = open_table(path)
    if isinstance(table, str) or not is_judged(table.columns):
        return None
    for one in files_beside(path):
        if one == path or not path.stem.startswith(f"{one.stem}_") or file_kind(one).name not in READS:
            continue
        other = open_table(one)
        if not isinstance(other, str) and _judged(path, one, other) is not None:
            return one
    return None


def _judged(path: Path, predictions: Path, table: Table) -> Judged | None:
    """Return a table beside predictions if it says what was right, and shares some of its first rows."""
    if file_kind(path).name not in READS:
        return None
    found = open_table(path)
    if (
        isinstance(found, str)
        or not is_judged(found.columns)
        or not {"index", "prediction"} <= {*found.columns}
    ):
        return None
    if not {key_of(row) for row in found.first} & {key_of(row) for row in table.first}:
        return None
    name = path.stem[len(predictions.stem) + 1 :]
    return Judged(name.removesuffix("_result") or SCORER, path, found)


def key_of(row: Mapping[str, JsonValue]) -> Key:
    """Return what joins the row of a prediction and that of its judge."""
    return index_of(row), hash(prediction_of(row)[0])


def read_judged(judged: Judged) -> dict[Key, Recorded]:
    """Return what a judge recorded, by prediction. Needs memory for it, not for the other columns."""
    found: dict[Key, Recorded] = {}
    for row in judged.table.rows(None):
        if isinstance(row, Stop) or not isinstance(row.entry.value, dict):
            continue
        recorded = recorded_of(row.entry.value, judged.scorer)
        if recorded is not None:
            found.setdefault(key_of(row.entry.value), recorded)
    return found


def recorded_of(row: Mapping[str, JsonValue], scorer: str) -> Recorded | None:
    """Return what a row says about its own prediction; None if it says nothing.

    The verdict on an item with rotations is about all of them together, and so about none: it stays in
    `raw`, and the method says so. The answer is the one of `extracted` or `res`, else a reply of the
    log that is one letter; Z stands for no answer there.
    """
    told = next((value for column in _VERDICTS if (value := cell(row, column)) is not None), None)
    extracted = next((text for key in _EXTRACTED if (text := cell_text(row.get(key)))), None)
    if told is None and extracted is None:
        return None
    log = cell_text(row.get("log")) or ""
    is_about_all = not log.startswith(_VANILLA) and bool(_ROTATIONS.search(log))
    return Recorded(
        scorer=scorer,
        answer=extracted or _answer(row, log),
        method=_ALL_ROTATIONS if is_about_all else "random guess" if _GUESSED in log else None,
        verdict=None if is_about_all else as_verdict(told),
        score=None if is_about_all else float(told) if isinstance(told, bool) else as_number(told),
        raw={column: row[column] for column in COLUMNS if column in row},
    )


def _answer(row: Mapping[str, JsonValue], log: str) -> str | None:
    found = _REPLY.fullmatch(log)
    if found is None:
        return None
    letter = one_label(prediction_of({"prediction": found[1]})[0] or "")
    is_option = letter is not None and any(label in row for label in (letter, *LETTERS[:2]))
    return letter if is_option and (letter != "Z" or "Z" in row) else None
