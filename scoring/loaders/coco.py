"""COCO data sets (`instances_*.json`) joined with detection results: one item an image.

Read in: the format description of cocodataset.org, "Data format" and "Results format".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scoring.frames import Frame
from scoring.loaders.base import OpenRequest, Run, RunInfo
from scoring.loaders.boxes import OPTION, OPTION_HELP, Detection, chosen_form, detection_item, read_box
from scoring.loaders.fields import shown
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import (
    Entry,
    Layout,
    OnBytes,
    Stop,
    object_keys,
    read_entries,
    walk_records,
)
from scoring.loaders.json_text import JsonText
from scoring.loaders.loader import Loader
from scoring.pixels import Size
from scoring.records import Item, JsonValue, Problem

NAME = "coco"
DESCRIPTION = "COCO detection data sets (instances JSON), with a file of results: --with results=FILE"

RESULTS = "results"
ROLES: Mapping[str, str] = {RESULTS: "JSON list of {image_id, category_id, bbox, score}"}
OPTIONS: Mapping[str, str] = {OPTION: OPTION_HELP}

_LISTS = ("images", "annotations", "categories")
_IMAGE = frozenset({"id", "width", "height"})
_ANNOTATION = frozenset({"image_id", "category_id", "bbox"})

_NO_RESULTS = Problem(
    kind="no_results",
    message="expected a file of results with the COCO data set, got none",
    cure="Name it with --with results=FILE: a JSON list of {image_id, category_id, bbox, score}.",
)


def sniff(path: Path) -> str | None:
    """Return why the file is no COCO data set; None if it is."""
    peek = _peek(path)
    is_held = peek.layout is not None and peek.layout.container is not None
    return (
        None
        if is_held
        else f"expected an object with images and annotations, got {peek.seen or 'records alone'}"
    )


def open_run(request: OpenRequest) -> Run:
    """Return the run of a data set and its results; images without any box are items, too."""
    path = request.sources[0]
    results = request.with_files.get(RESULTS)
    answers = None if results is None else Path(results).absolute()
    form = chosen_form(request.options, "xywh")
    sources = (path,) if answers is None else (path, answers)
    info = RunInfo(
        format=NAME,
        name=path.stem if answers is None else answers.stem,
        lane=None if answers is None else answers.stem,
        benchmark=path.stem,
        root=path.parent,
        sources=sources,
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        return _read(path, answers, form, on_bytes)

    return Run(info=info, total_bytes=sum(one.stat().st_size for one in sources), reader=reader)


@dataclass(slots=True)
class _Tables:
    """A data set and its results, without what is not scored; a few dozen bytes a box."""

    images: dict[JsonValue, dict[str, JsonValue]] = field(default_factory=dict)
    names: dict[JsonValue, str] = field(default_factory=dict)
    targets: defaultdict[JsonValue, list[_Raw]] = field(default_factory=lambda: defaultdict(list))
    preds: defaultdict[JsonValue, list[_Raw]] = field(default_factory=lambda: defaultdict(list))
    n_crowd: defaultdict[JsonValue, int] = field(default_factory=lambda: defaultdict(int))


_Raw = tuple[JsonValue, float | None, JsonValue]
"""(category id, confidence, numbers of the box)."""


def _read(
    path: Path, answers: Path | None, form: Frame, on_bytes: OnBytes | None
) -> Iterator[Item | Problem]:
    tables = _Tables()
    yield from _read_data_set(path, tables, on_bytes)
    if answers is None:
        yield _NO_RESULTS
    else:
        before = path.stat().st_size
        report = None if on_bytes is None else lambda n: on_bytes(before + n)
        yield from _read_results(answers, tables, report)
    for image_id in tables.images:
        yield from _image_entries(tables, image_id, form, (path, answers))
    for kind, table, file in (
        ("annotation_without_image", tables.targets, path),
        ("result_without_image", tables.preds, answers),
    ):
        strays = [one for one in table if one not in tables.images]
        if strays and file is not None:
            n = sum(len(table[one]) for one in strays)
            message = (
                f"expected an image for every box, got none for {n:,} boxes, of image_id {shown(strays[0])}"
            )
            cure = "Check that both files belong to one data set; the boxes were not scored."
            yield Problem(kind=kind, message=message, cure=cure, file=file.name)


def _read_data_set(path: Path, tables: _Tables, on_bytes: OnBytes | None) -> Iterator[Problem]:
    for name, entry in _walk(path, on_bytes):
        if isinstance(entry, Stop):
            yield _stop_problem(entry, path.name)
            continue
        value = entry.value
        if not isinstance(value, dict) or not _put(tables, name, value):
            yield _malformed(entry, path.name, f"$.{name}[{entry.nth}]", shown(value))


def _walk(path: Path, on_bytes: OnBytes | None) -> Iterator[tuple[str, Entry | Stop]]:
    """Yield the entries of every list of the data set, whatever their order; one stays in memory."""
    with path.open("rb") as file:
        text = JsonText(file, on_bytes)
        try:
            text.peek()
            text.take()
            for key in object_keys(text):
                if key in _LISTS and text.peek() == "[":
                    text.take()
                    for entry in walk_records(text, "["):
                        yield key, entry
                else:
                    text.value()
        except JsonFault as fault:
            message = f"{fault.message}; the rest of the file was not read"
            yield "", Stop(fault.kind, message, fault.line, None)


def _put(tables: _Tables, name: str, value: dict[str, JsonValue]) -> bool:
    """Put one entry into its table; return False where it is none."""
    if name == "categories":
        key, label = _key(value.get("id")), value.get("name")
        if key is None or not isinstance(label, str):
            return False
        tables.names[key] = label
        return True
    if name == "images":
        key = _key(value.get("id"))
        if key is not None:
            tables.images[key] = value
        return key is not None
    key, category = _key(value.get("image_id")), _key(value.get("category_id"))
    if key is None or category is None or "bbox" not in value:
        return False
    if value.get("iscrowd") == 1:
        tables.n_crowd[key] += 1
    else:
        tables.targets[key].append((category, None, value["bbox"]))
    return True


def _read_results(path: Path, tables: _Tables, on_bytes: OnBytes | None) -> Iterator[Problem]:
    for entry in read_entries(path, Layout("list"), on_bytes):
        if isinstance(entry, Stop):
            yield _stop_problem(entry, path.name)
            continue
        value = entry.value if isinstance(entry.value, dict) else {}
        key, category, score = _key(value.get("image_id")), _key(value.get("category_id")), value.get("score")
        if key is None or category is None or "bbox" not in value:
            yield _malformed(entry, path.name, f"$[{entry.nth}]", shown(entry.value))
            continue
        is_number = isinstance(score, int | float) and not isinstance(score, bool)
        tables.preds[key].append((category, float(str(score)) if is_number else None, value["bbox"]))


def _image_entries(
    tables: _Tables, image_id: JsonValue, form: Frame, files: tuple[Path, Path | None]
) -> Iterator[Item | Problem]:
    """Yield the item of one image, then what is wrong with its boxes."""
    image = tables.images[image_id]
    path, answers = files
    size = _size(image)
    file = image.get("file_name")
    boxes: dict[str, list[Detection]] = {"target": [], "pred": []}
    faults: list[tuple[str, JsonValue]] = []
    for side, rows, frame in (
        ("target", tables.targets.get(image_id, []), chosen_form({}, "xywh")),
        ("pred", tables.preds.get(image_id, []), form),
    ):
        for category, score, numbers in rows:
            box = read_box(numbers, frame, size)
            if box is None:
                faults.append((side, numbers))
                continue
            boxes[side].append(Detection(tables.names.get(category, str(category)), score, box))
    rest = {key: value for key, value in image.items() if key not in _IMAGE | {"file_name"}}
    crowd = {"n_crowd": tables.n_crowd[image_id]} if image_id in tables.n_crowd else {}
    item = detection_item(
        item_id=str(image_id),
        image=file if isinstance(file, str) else None,
        size=size,
        target=boxes["target"],
        pred=None if answers is None else boxes["pred"],
        form=form,
        metadata={**rest, **crowd},
    )
    yield item
    if size is None:
        yield Problem(
            kind="image_size_unusable",
            message=f"expected width and height above 0, got {shown(image.get('width'))} by "
            f"{shown(image.get('height'))}",
            cure="Correct the image's entry; its boxes were scored without a size.",
            file=path.name,
            item_id=item.item_id,
        )
    for side, numbers in faults:
        yield Problem(
            kind="malformed_box",
            message=f"expected four finite numbers as a box of the {side}, got {shown(numbers)}",
            cure="Correct the box; it was not scored.",
            file=(path if side == "target" or answers is None else answers).name,
            item_id=item.item_id,
        )


def _size(image: Mapping[str, JsonValue]) -> Size | None:
    width, height = image.get("width"), image.get("height")
    if type(width) is int and type(height) is int and width > 0 and height > 0:
        return width, height
    return None


def _key(value: JsonValue) -> JsonValue:
    """Return an id of a data set: a whole number or a text; None for anything else."""
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None


def _malformed(entry: Entry, file: str, path: str, got: str) -> Problem:
    return Problem(
        kind="malformed_record",
        message=f"expected an entry of a COCO file, got {got}",
        cure="Look at the file there; it was not scored.",
        file=file,
        line=entry.line,
        path=path,
    )


def _stop_problem(stop: Stop, file: str) -> Problem:
    cure = "Correct the file there, or write it again with a JSON library."
    return Problem(kind=stop.kind, message=stop.message, cure=cure, file=file, line=stop.line)


def _peek(path: Path) -> Peek:
    return find_layout(path, _is_entry, containers=("images", "annotations"))


def _is_entry(value: JsonValue) -> bool:
    return isinstance(value, dict) and (value.keys() >= _IMAGE or value.keys() >= _ANNOTATION)


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    options=OPTIONS,
    roles=ROLES,
    gives=frozenset({"content", "target", "images"}),
)
