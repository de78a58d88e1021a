"""One row of a table as an Item, by a column mapping."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from scoring.loaders.cells import as_cell_text, as_list, as_number, as_verdict, cell, is_whole
from scoring.loaders.column_mapping import ColumnMapping
from scoring.loaders.fields import LABELS, Fields, shown
from scoring.loaders.guess_type import guess_type, one_label
from scoring.records import Item, JsonValue, Recorded, Response, TaskType

SCORER = "table"
_MAX_ATTEMPT = 1 << 31


class _Asked(NamedTuple):
    options: dict[str, str | None]
    target: tuple[str, ...]
    task_type: TaskType
    notes: dict[str, JsonValue]


def to_item(fields: Fields, *, mapping: ColumnMapping) -> Item | None:
    """Return the item of a row; None, with the reason told, if the row has none of the mapped columns."""
    row = fields.value
    if all(cell(row, column) is None for columns in mapping.columns.values() for column in columns):
        wanted = ", ".join(column for columns in mapping.columns.values() for column in columns[:1])
        fields.tell("malformed_record", f"expected cells in {wanted[:200]}, got {fields.keys_shown()}", "$")
        return None

    def text(role: str) -> str | None:
        return as_cell_text(cell(row, mapping.one(role)))

    asked = _asked(fields, mapping)
    item_id = text("item_id")
    notes = asked.notes | ({} if item_id is not None else {"item_id_assumed": True})
    content = _content(fields, mapping)
    return Item(
        item_id=str(fields.index) if item_id is None else item_id,
        task_type=asked.task_type,
        task=text("task"),
        attempt=_attempt(fields, mapping),
        category=text("category"),
        prompt=text("prompt"),
        options=asked.options,
        target=asked.target,
        response=Response(content=content, reasoning=text("reasoning"), finish_reason=text("finish_reason")),
        recorded=_recorded(fields, mapping, asked.options),
        images=_images(cell(row, mapping.one("images"))),
        metadata=_rest(fields, mapping) | notes,
    )


def _content(fields: Fields, mapping: ColumnMapping) -> str | None:
    """Return the visible text as it stands; of several the first, with the others left in the metadata."""
    column = mapping.one("content") or ""
    value = fields.value[column] if column in fields.value else cell(fields.value, column)
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, str) or value is None:
        return value
    return as_cell_text(value)


def _attempt(fields: Fields, mapping: ColumnMapping) -> int:
    value = cell(fields.value, mapping.one("attempt"))
    if value is None:
        return 0
    if is_whole(value) and 0 <= (attempt := int(float(str(value)))) < _MAX_ATTEMPT:
        return attempt
    fields.tell(
        "bad_field", f"expected a whole number from 0, got {shown(value)}", f"$.{mapping.one('attempt')}"
    )
    return 0


def _asked(fields: Fields, mapping: ColumnMapping) -> _Asked:
    """Return options and target, and the type that they make of the item."""
    value = cell(fields.value, mapping.one("target"))
    options = _options(fields, mapping)
    targets = _targets(value)
    if options:
        targets, options = _labels(fields, mapping, targets, options)
    if not targets:
        path = f"$.{mapping.one('target') or ''}"
        fields.tell("missing_target", "expected an answer in the column of the target, got none", path)
    names = (as_cell_text(cell(fields.value, mapping.one("task"))) or "", *mapping.run.values())
    task_type, assumed = guess_type(options, targets, names)
    chosen = mapping.task_type or task_type
    is_choice = chosen in (TaskType.CHOICE, TaskType.MULTI_CHOICE)
    if options or not is_choice:
        return _Asked(options, targets, chosen, {})
    letters = tuple(one_label(target) or target.strip() for target in targets)
    return _Asked(dict.fromkeys(assumed), letters, chosen, {"labels_assumed": True})


def _targets(value: JsonValue) -> tuple[str, ...]:
    listed = as_list(value)
    parts = [value] if listed is None else listed
    return tuple(text for part in parts if (text := as_cell_text(part)) is not None)


def _options(fields: Fields, mapping: ColumnMapping) -> dict[str, str | None]:
    """Return label -> text; a column each, or one column with a list or an object."""
    columns = mapping.columns.get("options", ())
    if len(columns) > 1:
        return _by_column(fields.value, columns)
    value = cell(fields.value, columns[0] if columns else None)
    if isinstance(value, dict):
        labels, texts = value.get("label"), value.get("text")
        if isinstance(labels, list) and isinstance(texts, list):  # as data sets hold them
            value = dict(zip(map(str, labels), texts, strict=False))
        return {str(label): as_cell_text(text) for label, text in value.items()}
    listed = as_list(value)
    if listed is None and value is not None:
        fields.tell("bad_field", f"expected a list of options, got {shown(value)}", f"$.{columns[0]}")
    return dict(zip(LABELS, map(as_cell_text, listed or ()), strict=False))


def _by_column(row: Mapping[str, JsonValue], columns: Sequence[str]) -> dict[str, str | None]:
    """Return the options of a column each, by its letter if it has one; empty cells at the end are none."""
    named = all(column in LABELS for column in columns)
    labels = columns if named else LABELS
    options = {label: as_cell_text(cell(row, column)) for label, column in zip(labels, columns, strict=False)}
    while options and next(reversed(options.values())) is None:
        options.popitem()
    return options


def _labels(
    fields: Fields, mapping: ColumnMapping, targets: tuple[str, ...], options: dict[str, str | None]
) -> tuple[tuple[str, ...], dict[str, str | None]]:
    """Return the targets as labels of the options, and the options with every target among them."""
    columns = mapping.columns.get("options", ())
    # An empty cell of the right option was lost upstream: the option stays, without its text.
    lost = [target for target in targets if target in columns and target not in options]
    options = {**options, **dict.fromkeys(lost)}
    read = _READERS[mapping.target_is]
    found = tuple(read(target, options) for target in targets)
    for target in (target for target, label in zip(targets, found, strict=True) if label is None):
        message = f"expected one of the {len(options)} options, got {shown(target)}"
        fields.tell("target_outside_options", message, f"$.{mapping.one('target')}")
    labels = tuple(target if label is None else label for target, label in zip(targets, found, strict=True))
    return labels, options


def _as_label(target: str, options: Mapping[str, str | None]) -> str | None:
    letter = one_label(target)
    return target if target in options else letter if letter in options else None


def _as_text(target: str, options: Mapping[str, str | None]) -> str | None:
    return next(
        (label for label, text in options.items() if text is not None and text.strip() == target.strip()),
        None,
    )


def _as_index(target: str, options: Mapping[str, str | None], first: int) -> str | None:
    if not is_whole(target):
        return None
    nth = int(float(target)) - first
    return list(options)[nth] if 0 <= nth < len(options) else None


_READERS: Mapping[str, Callable[[str, Mapping[str, str | None]], str | None]] = {
    "label": _as_label,
    "text": _as_text,
    "index0": lambda target, options: _as_index(target, options, 0),
    "index1": lambda target, options: _as_index(target, options, 1),
    "auto": lambda target, options: _as_label(target, options) or _as_text(target, options),
}
"""How a target becomes a label of the options."""


def _recorded(
    fields: Fields, mapping: ColumnMapping, options: Mapping[str, str | None]
) -> tuple[Recorded, ...]:
    row = fields.value
    columns = {role: mapping.one(role) for role in ("recorded_answer", "recorded_verdict", "recorded_score")}
    if not any(columns.values()):
        return ()
    answer = as_cell_text(cell(row, columns["recorded_answer"]))
    told = cell(row, columns["recorded_verdict"])
    verdict = as_verdict(told)
    if verdict is None and told is not None:
        path = f"$.{columns['recorded_verdict']}"
        fields.tell("bad_field", f"expected true or false, got {shown(told)}", path)
    letter = _as_label(answer, options) if answer is not None and options else None
    return (
        Recorded(
            scorer=SCORER,
            answer=answer if letter is None else letter,
            verdict=verdict,
            score=as_number(cell(row, columns["recorded_score"])),
            raw={column: cell(row, column) for column in columns.values() if column is not None},
        ),
    )


def _images(value: JsonValue) -> tuple[str, ...]:
    listed = as_list(value)
    paths = [
        part.get("path") if isinstance(part, dict) else part
        for part in ([value] if listed is None else listed)
    ]
    return tuple(path for path in paths if isinstance(path, str) and path)


def _rest(fields: Fields, mapping: ColumnMapping) -> dict[str, JsonValue]:
    """Return the columns that have no role, as they stand; a list of several replies stays whole."""
    taken = {column for columns in mapping.columns.values() for column in columns}
    content = fields.value.get(mapping.one("content") or "")
    kept = {mapping.one("content")} if isinstance(content, list) and len(content) > 1 else set()
    return {key: value for key, value in fields.rest().items() if key not in taken or key in kept}
