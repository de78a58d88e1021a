"""Which column of a table becomes which field of an item: the mapping, read from and written to TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

import tomli_w

from scoring.errors import RunFormatError
from scoring.loaders.files import open_file
from scoring.records import TaskType

TargetIs: TypeAlias = Literal["auto", "label", "text", "index0", "index1"]
"""What the target column holds for an item with options; `auto` looks at each item."""

ROLES: Mapping[str, str] = MappingProxyType(
    {
        "item_id": "id of the item; without it the row number",
        "task": "task or data set",
        "category": "category or subject",
        "attempt": "number of the attempt, from 0",
        "prompt": "what was asked",
        "options": "one column with a list, or a column for each",
        "target": "expected answer",
        "content": "visible text of the response",
        "reasoning": "reasoning of the response, where it is kept apart",
        "finish_reason": "why the response ended",
        "images": "image file, or a list of them",
        "recorded_answer": "answer that the recorded scorer extracted",
        "recorded_verdict": "whether it was recorded as correct",
        "recorded_score": "score that was recorded",
    }
)
"""Fields of an item that a column can be assigned to, and what each is."""

_RUN = ("lane", "model", "benchmark")


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnMapping:
    """Which column becomes which field.

    Attributes:
        columns: role -> columns; only `options` may have several. A column inside an object is named
            by its path, with dots.
        target_is: what the target column holds for an item with options.
        task_type: of every item; None infers it item by item.
        run: `lane`, `model`, `benchmark` of the run, as far as given.
    """

    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    target_is: TargetIs = "auto"
    task_type: TaskType | None = None
    run: Mapping[str, str] = field(default_factory=dict)

    def one(self, role: str) -> str | None:
        """Return the column of a role; None if it has none."""
        found = self.columns.get(role, ())
        return found[0] if found else None

    @property
    def is_enough(self) -> bool:
        """Return whether items can be scored by it: a response and what was expected."""
        return "content" in self.columns and "target" in self.columns


def read_mapping(path: Path) -> ColumnMapping:
    """Return the mapping in a TOML file.

    Raises:
        RunFormatError: it cannot be read, is no TOML, or holds something else than a mapping; all faults
            are named.
    """
    try:
        with open_file(path) as file:
            values = tomllib.load(file)
    except OSError as error:
        message = f"expected a readable mapping, got {error.strerror or error} at {path}"
        raise RunFormatError(message, cure="Check the path.") from error
    except ValueError as error:
        raise RunFormatError(f"expected a mapping in TOML, got {error} at {path}") from error
    return mapping_from_dict(values, where=path.name)


def mapping_from_dict(values: Mapping[str, object], *, where: str = "mapping") -> ColumnMapping:
    """Return a mapping out of plain values, as TOML holds them.

    Raises:
        RunFormatError: something in it is no part of a mapping; all faults are named.
    """
    faults: list[str] = []
    columns = values.get("columns", {})
    if not isinstance(columns, Mapping):
        faults.append("columns: expected a table of role = column")
        columns = {}
    chosen = {role: _columns(role, value, faults) for role, value in columns.items()}
    target_is = values.get("target_is", "auto")
    if target_is not in get_args(TargetIs):
        faults.append(f"target_is: expected one of {', '.join(get_args(TargetIs))}, got {target_is!r}")
    task_type = values.get("task_type")
    if task_type is not None and task_type not in set(TaskType):
        faults.append(f"task_type: expected one of {', '.join(TaskType)}, got {task_type!r}")
    run = {key: value for key, value in values.items() if key in _RUN and isinstance(value, str)}
    known = {"columns", "target_is", "task_type", *run}
    faults += [f"{key}: expected nothing of that name" for key in values if key not in known]
    if faults:
        message = f"expected a column mapping, got {'; '.join(faults)} at {where}"
        raise RunFormatError(message, cure=f"Roles: {', '.join(ROLES)}. See docs/formats.md.")
    return ColumnMapping(
        columns={role: found for role, found in chosen.items() if found},
        target_is=target_is,  # type: ignore[arg-type]  # checked above
        task_type=None if task_type is None else TaskType(str(task_type)),
        run=run,
    )


def _columns(role: str, value: object, faults: list[str]) -> tuple[str, ...]:
    listed = [value] if isinstance(value, str) else value
    if role not in ROLES:
        faults.append(f"columns.{role}: no such role")
    elif not isinstance(listed, Sequence) or not all(isinstance(one, str) for one in listed):
        faults.append(f"columns.{role}: expected the name of a column, got {value!r}")
    elif len(listed) > 1 and role != "options":
        faults.append(f"columns.{role}: expected one column, got {len(listed)}")
    else:
        return tuple(listed)
    return ()


def dump_mapping(mapping: ColumnMapping) -> str:
    """Return the mapping as TOML; `read_mapping` of it gives the same mapping."""
    values: dict[str, object] = dict(mapping.run)
    if mapping.task_type is not None:
        values["task_type"] = str(mapping.task_type)
    if mapping.target_is != "auto":
        values["target_is"] = mapping.target_is
    values["columns"] = {
        role: list(columns) if len(columns) > 1 else columns[0] for role, columns in mapping.columns.items()
    }
    return f"# Which column of the table becomes which field; see docs/formats.md.\n{tomli_w.dumps(values)}"
