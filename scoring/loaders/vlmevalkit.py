"""VLMEvalKit predictions (xlsx, TSV, JSON), with the judges' tables beside them.

Read in: open-compass/VLMEvalKit, inference.py, smp/file.py, dataset/utils/multiple_choice.py,
dataset/image_vqa.py. Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from scoring.errors import RunFormatError
from scoring.images.embedded import EmbeddedImage
from scoring.loaders.base import OpenRequest, Run, RunInfo, convert_entries, file_name
from scoring.loaders.fields import LETTERS, Fields, describe, shown
from scoring.loaders.files import file_size
from scoring.loaders.json_stream import OnBytes, Stop
from scoring.loaders.known import TEXT
from scoring.loaders.loader import GIVES, Loader
from scoring.loaders.table_rows import Table, open_table
from scoring.loaders.table_run import mapping_beside
from scoring.loaders.vlmevalkit_images import Images
from scoring.loaders.vlmevalkit_results import (
    COLUMNS,
    Judged,
    Key,
    figures_beside,
    find_judged,
    is_judged,
    key_of,
    own_judge,
    predictions_of,
    read_figures,
    read_judged,
    recorded_of,
)
from scoring.loaders.vlmevalkit_row import ROTATION, ask, cell_text, index_of, prediction_of, rotation_of
from scoring.records import Item, JsonValue, Problem, Recorded, Response

NAME = "vlmevalkit"
DESCRIPTION = "VLMEvalKit predictions (xlsx, TSV, JSON), with the judges' tables beside them"

READS = frozenset({TEXT, "zip"})

_REQUIRED = frozenset({"index", "question", "prediction"})
_FAILED = "Failed to obtain answer via API."
_TAKEN = frozenset(
    ("index", "g_index", "question", "answer", "category", "prediction", "thinking", *COLUMNS, *LETTERS)
)


def sniff(path: Path) -> str | None:
    """Return why the file holds no predictions of VLMEvalKit; None if it does."""
    table = open_table(path)
    if isinstance(table, str):
        return f"expected a table, got {table}"
    columns = set(table.columns)
    if mapping_beside(path):
        return "expected a table alone, got one with a column mapping beside it"
    if columns >= _REQUIRED and ("answer" in columns or {"A", "B"} <= columns):
        return None
    seen = describe(dict.fromkeys(table.columns), "columns")
    return f"expected columns {', '.join(sorted(_REQUIRED))} and answer (or A and B), got {seen}"


def part_of(path: Path) -> Path | None:
    """Return the predictions beside a judge's table, which are opened with it; None for other files."""
    return predictions_of(path)


class _Names(NamedTuple):
    model: str | None
    benchmark: str | None
    scorer: str


def open_run(request: OpenRequest) -> Run:
    """Return the run in a table of predictions; model and benchmark are named by file and folder.

    Raises:
        RunFormatError: the file holds no table.
    """
    path = request.sources[0]
    table = open_table(path)
    if isinstance(table, str):
        raise RunFormatError(f"expected a table, got {table} at {path.name}")
    names = _names(path, is_judged=is_judged(table.columns))
    judged = find_judged(path, table)
    figures = figures_beside(path)
    sources = (*request.sources, *(one.path for one in judged), *figures)
    info = RunInfo(
        format=NAME,
        name=path.stem,
        model=names.model,
        benchmark=names.benchmark,
        root=request.root,
        sources=sources,
        metadata={"table": table.kind, **({"results": read} if (read := read_figures(figures)) else {})},
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem | EmbeddedImage]:
        return _read_items(request, table, names, judged, on_bytes)

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def _names(path: Path, *, is_judged: bool) -> _Names:
    """Return model and benchmark of `<model>/[T…/]<model>_<benchmark>[_<judge>_result].xlsx`."""
    stem, scorer = own_judge(path.stem) if is_judged else (path.stem, "")
    for folder in path.parts[-2:-4:-1]:
        if stem.startswith(f"{folder}_"):
            return _Names(folder, stem[len(folder) + 1 :] or None, scorer)
    model, _, benchmark = stem.partition("_")
    if model and benchmark and "_" not in benchmark:
        return _Names(model, benchmark, scorer)
    return _Names(None, None, scorer)


def _read_items(
    request: OpenRequest, table: Table, names: _Names, judged: list[Judged], on_bytes: OnBytes | None
) -> Iterator[Item | Problem | EmbeddedImage]:
    path = request.sources[0]
    convert = _Converter(table, names, [(one, read_judged(one)) for one in judged])
    for row in table.rows(on_bytes):
        entry = row if isinstance(row, Stop) else row.entry
        for one in convert_entries([entry], convert, file=file_name(path, request.root)):
            yield from convert.images.take()
            yield one
    yield from convert.left(request.root)


class _Converter:
    """Makes the items of one table; keeps what is only known at its end."""

    def __init__(self, table: Table, names: _Names, judged: list[tuple[Judged, dict[Key, Recorded]]]) -> None:
        self._table = table
        self._names = names
        self._judged = judged
        self._joined: list[set[Key]] = [set() for _ in judged]
        self._first_indexes: set[str] | None = None
        self.images = Images()

    def __call__(self, fields: Fields) -> Item | None:
        row = fields.value
        if all(cell_text(row.get(key)) is None for key in ("index", "question", "answer", "prediction")):
            fields.tell("malformed_record", "expected a row of predictions, got empty cells", "$")
            return None
        asked = ask(row, self._names.benchmark)
        if not asked.target:
            fields.tell("missing_target", "expected an answer, got none", "$.answer")
        if asked.outside is not None:
            message = f"expected one of the {len(asked.options)} options, got {shown(asked.outside)}"
            fields.tell("target_outside_options", message, "$.answer")
        content, notes = _content(fields)
        if asked.is_assumed:
            notes["labels_assumed"] = True
        item_id, attempt = self._place(fields, notes)
        images, read = self.images.read(fields, index_of(row))
        return Item(
            item_id=item_id,
            attempt=attempt,
            task=self._names.benchmark,
            task_type=asked.task_type,
            category=cell_text(row.get("category")),
            prompt=cell_text(row.get("question")),
            options=asked.options,
            target=asked.target,
            images=images,
            response=Response(content=content, reasoning=cell_text(row.get("thinking"))),
            recorded=tuple(self._recorded(row)),
            metadata={key: value for key, value in row.items() if key not in _TAKEN | read} | notes,
        )

    def _place(self, fields: Fields, notes: dict[str, JsonValue]) -> tuple[str, int]:
        """Return id and attempt of a row; the rotations of an item's options are its attempts."""
        index = index_of(fields.value)
        if index is None:
            notes["item_id_assumed"] = True
            return str(fields.index), 0
        rotation = rotation_of(fields.value, index)
        if rotation is None or rotation[0] not in self._firsts():
            return index, 0
        notes["index"] = fields.value.get("index")
        return rotation

    def _firsts(self) -> set[str]:
        """Return the indexes below 1,000,000; the table is read for them when the first other one is met."""
        if self._first_indexes is None:
            rows = (row.entry.value for row in self._table.rows(None) if not isinstance(row, Stop))
            indexes = (index_of(row) for row in rows if isinstance(row, dict))
            self._first_indexes = {
                one for one in indexes if one is not None and len(one) < len(str(ROTATION))
            }
        return self._first_indexes

    def _recorded(self, row: Mapping[str, JsonValue]) -> Iterator[Recorded]:
        own = recorded_of(row, self._names.scorer)
        if own is not None:
            yield own
        key = key_of(row)
        for joined, (_, found) in zip(self._joined, self._judged, strict=True):
            if key in found:
                joined.add(key)
                yield found[key]

    def left(self, root: Path) -> Iterator[Problem]:
        """Return a problem for each judge with rows that are about none of the predictions."""
        for joined, (judged, found) in zip(self._joined, self._judged, strict=True):
            if n := len(found) - len(joined):
                yield Problem(
                    kind="unmatched_results",
                    message=f"expected results of these predictions, got {n:,} rows of others",
                    cure="They have another index or text, and were not used: judge the predictions again.",
                    file=file_name(judged.path, root),
                )


def _content(fields: Fields) -> tuple[str | None, dict[str, JsonValue]]:
    """Return the reply, None where the server's failure stands in its place, and notes about it."""
    content, was_listed = prediction_of(fields.value)
    if content is not None and content.strip() == _FAILED:
        message = f"expected a reply, got {shown(content)}"
        fields.tell("failed_request", message, "$.prediction")
        return None, {"sentinel": content}
    return content, {"prediction": fields.value.get("prediction")} if was_listed else {}


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    part_of=part_of,
    reads=READS,
    gives=frozenset(GIVES),
)
