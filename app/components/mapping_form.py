"""Assigning columns: one field a role, filled in with a guess."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

import streamlit as st

from app import session
from scoring.loaders.column_mapping import ROLES, ColumnMapping, TargetIs
from scoring.records import TaskType

_NONE: Final = "—"
_TARGET_WORDS: Final = {
    "auto": "label or text, as each item shows",
    "label": "label of the option",
    "text": "text of the option",
    "index0": "number of the option, from 0",
    "index1": "number of the option, from 1",
}
_TYPES: Final = (
    "as each item shows",
    *(task_type for task_type in TaskType if task_type not in ("trace", "detection")),
)


def draw_mapping(columns: Sequence[str], guess: ColumnMapping, name: str) -> ColumnMapping:
    """Draw the fields and return what they say.

    Args:
        columns: of the table.
        guess: what the fields show at first.
        name: tells the fields of one table from those of another.
    """
    chosen: dict[str, tuple[str, ...]] = {}
    left, right = st.columns(2, gap="medium")
    for i, (role, what) in enumerate(ROLES.items()):
        with left if i % 2 == 0 else right:
            chosen[role] = _field(role, what, columns, guess, name)
    with left:
        target_is: TargetIs = st.selectbox(
            "What the target holds, where there are options",
            get_args(TargetIs),
            index=get_args(TargetIs).index(guess.target_is),
            format_func=lambda one: _TARGET_WORDS[one],
            key=f"{session.KEY_MAPPING}:{name}:target_is",
        )
    with right:
        task_type = st.selectbox(
            "Type of the items",
            _TYPES,
            index=0 if guess.task_type is None else _TYPES.index(guess.task_type),
            format_func=lambda one: one.replace("_", " "),
            key=f"{session.KEY_MAPPING}:{name}:task_type",
        )
    return ColumnMapping(
        columns={role: found for role, found in chosen.items() if found},
        target_is=target_is,
        task_type=None if task_type == _TYPES[0] else TaskType(task_type),
        run=guess.run,
    )


def _field(role: str, what: str, columns: Sequence[str], guess: ColumnMapping, name: str) -> tuple[str, ...]:
    label, key = f"{role}: {what}", f"{session.KEY_MAPPING}:{name}:{role}"
    if role == "options":
        return tuple(st.multiselect(label, columns, default=guess.columns.get(role, ()), key=key))
    shown = [_NONE, *columns]
    first = guess.one(role)
    found = st.selectbox(label, shown, index=0 if first is None else shown.index(first), key=key)
    return () if found == _NONE else (found,)
