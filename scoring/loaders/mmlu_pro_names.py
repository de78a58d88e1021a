"""What the names and the summaries around MMLU-Pro record files say about the run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from scoring.loaders.files import file_size, files_beside, open_file
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_text import JsonText
from scoring.records import JsonValue

_FILE_NAME = re.compile(r"model_outputs_(?P<model>.+?)_(?P<shots>\d+)shots")
_METHOD_FOLDERS = frozenset({"all", "CoT"})  # <model>/CoT/all/<category>.json
_SUMMARY = "summary.json"
_MAX_BYTES = 1 << 20


def read_model(path: Path, category: str | None) -> tuple[str | None, int | None]:
    """Return model and number of shots: from a file name, else the model from the folder of one category.

    Args:
        path: a record file.
        category: the category of its records; a file named after it lies in its model's folder.
    """
    named = _FILE_NAME.search(path.name)
    if named:
        return named["model"], int(named["shots"])
    if category is None or not path.stem.startswith(category):
        return None, None
    folder = path.parent
    while folder.name in _METHOD_FOLDERS:
        folder = folder.parent
    return folder.name or None, None


def read_summaries(sources: Sequence[Path]) -> tuple[list[Path], dict[str, JsonValue]]:
    """Return the summary files beside record files of one category each, and their sums by category.

    Raises:
        OSError: a summary cannot be read.
    """
    wanted = {path.name.replace("_result", "_summary") for path in sources if "_result" in path.name}
    found: list[Path] = []
    sums: dict[str, JsonValue] = {}
    for path in files_beside(sources[0]):
        if path.name not in wanted and path.name != _SUMMARY:
            continue
        summary = _read(path)
        if summary:
            found.append(path)
            sums |= {name: one for name, one in summary.items() if name != "total" or path.name == _SUMMARY}
    return found, sums


def _read(path: Path) -> Mapping[str, JsonValue]:
    """Return {category: {corr, wrong, acc}}; empty if the file holds something else."""
    if file_size(path) > _MAX_BYTES:
        return {}
    with open_file(path) as file:
        text = JsonText(file)
        try:
            text.peek()
            value = text.value().value
        except JsonFault:
            return {}
    if not isinstance(value, dict):
        return {}
    is_summary = all(isinstance(one, dict) and {"corr", "wrong"} <= one.keys() for one in value.values())
    return value if is_summary else {}
