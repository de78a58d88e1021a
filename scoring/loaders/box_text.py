"""Detections as text, one file an image and one box a line, against targets in a JSON Lines file."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.errors import RunFormatError
from scoring.frames import PIXELS, Frame
from scoring.loaders.base import OpenRequest, Run, RunInfo, read_items
from scoring.loaders.boxes import OPTION, OPTION_HELP, Detection, chosen_form, detection_item, read_box
from scoring.loaders.fields import Fields, shown
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Layout, OnBytes
from scoring.loaders.loader import Loader
from scoring.pixels import Size
from scoring.records import Item, JsonValue, Problem

NAME = "box-text"
DESCRIPTION = (
    "Boxes in JSONL {id, image, width, height, target, target_labels}, with --with detections=FOLDER"
)

DETECTIONS, NAMES = "detections", "names"
ROLES: Mapping[str, str] = {
    DETECTIONS: "folder of text files, one an image: `class confidence a b c d` a line",
    NAMES: "class names, one a line, for classes given as numbers from 0",
}
OPTIONS: Mapping[str, str] = {OPTION: OPTION_HELP}

_REQUIRED = frozenset({"id", "width", "height", "target", "target_labels"})
_N_FIELDS = 6
_MOST_NAMES = 1 << 22

_NO_NAMES = Problem(
    kind="class_names_unknown",
    message="expected class names beside classes given as numbers, got none; the numbers are the names",
    cure="Name a file with one class name a line: --with names=FILE.",
)


def sniff(path: Path) -> str | None:
    """Return why the file holds no such records; None if it does."""
    peek = _peek(path)
    return None if peek.layout else f"expected records with {', '.join(sorted(_REQUIRED))}, got {peek.seen}"


def open_run(request: OpenRequest) -> Run:
    """Return the run of a file of targets and a folder of detections.

    Without a folder, the records' own `prediction`, `prediction_labels` and `prediction_scores` count.

    Raises:
        RunFormatError: the folder is none, or `boxes` names no form.
    """
    path = request.sources[0]
    given = request.with_files.get(DETECTIONS)
    folder = None if given is None else Path(given).absolute()
    if folder is not None and not folder.is_dir():
        raise RunFormatError(f"expected a folder of text files as detections, got none at {given}")
    names = request.with_files.get(NAMES)
    listed = None if names is None else Path(names).absolute()
    texts = () if folder is None else tuple(sorted(folder.glob("*.txt")))
    sources = (path, *texts, *(() if listed is None else (listed,)))
    lane = path.stem if folder is None else folder.name
    info = RunInfo(format=NAME, name=lane, lane=lane, root=path.parent, sources=sources)
    source = _Source(folder, _read_names(listed), chosen_form(request.options, "xyxy"))
    layout = _peek(path).layout or Layout("lines")

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        return _read(path, layout, source, on_bytes)

    return Run(info=info, total_bytes=path.stat().st_size, reader=reader)


@dataclass(frozen=True, slots=True)
class _Source:
    """Where predictions come from: a folder or the records, class names, and the form of boxes."""

    folder: Path | None
    names: Sequence[str] | None
    form: Frame


def _read_names(path: Path | None) -> Sequence[str] | None:
    if path is None:
        return None
    with path.open(encoding="utf-8", errors="replace") as file:
        return [line.strip() for line in file.read(_MOST_NAMES).splitlines() if line.strip()]


def _read(path: Path, layout: Layout, source: _Source, on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
    used: set[str] = set()
    unnamed: list[str] = []

    def convert(fields: Fields) -> Item | None:
        return _to_item(fields, source, used, unnamed)

    yield from read_items([(path, layout)], path.parent, convert, on_bytes=on_bytes)
    if unnamed and source.names is None:
        yield _NO_NAMES
    if source.folder is not None:
        for text in sorted(source.folder.glob("*.txt")):
            if text.stem not in used:
                message = "expected a record for every file of detections, got none"
                yield Problem(kind="detections_without_image", message=message, file=text.name)


def _to_item(fields: Fields, source: _Source, used: set[str], unnamed: list[str]) -> Item | None:
    item_id, image = fields.text("id"), fields.text("image")
    size = _size(fields)
    target = _listed(fields, ("target", "target_labels", ""), PIXELS, size)
    if item_id is None or target is None:
        path = "$.id" if item_id is None else "$.target"
        fields.tell("malformed_record", "expected an id, and one label a box of the target", path)
        return None
    if source.folder is None:
        keys = ("prediction", "prediction_labels", "prediction_scores")
        pred = _listed(fields, keys, source.form, size)
    else:
        stem = Path(image).stem if image else item_id
        used.add(stem)
        pred = _read_text(source, stem, size, fields, unnamed)
    return detection_item(
        item_id=item_id,
        image=image,
        size=size,
        target=target,
        pred=pred,
        form=source.form,
        metadata={} if source.folder is not None else fields.rest(),
    )


def _read_text(
    source: _Source, stem: str, size: Size | None, fields: Fields, unnamed: list[str]
) -> list[Detection] | None:
    """Return the boxes of one text file; None, and a problem, where there is no such file."""
    assert source.folder is not None
    path = source.folder / f"{stem}.txt"
    if path.parent != source.folder or not path.is_file():
        message = f"expected a file of detections named {stem[:80]}.txt, got none; nothing was predicted"
        fields.tell("image_without_detections", message, "$.image")
        return None
    found: list[Detection] = []
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            parts = line.split()
            if not parts:
                continue
            numbers = [_number(part) for part in parts[1:]]
            box = read_box(numbers[1:], source.form, size) if len(parts) == _N_FIELDS else None
            if box is None or numbers[0] is None:
                got = shown(line.strip())
                message = f"expected `class confidence a b c d`, got {got}; it was not scored"
                fields.tell("malformed_box", message, f"{path.name}:{number}")
                continue
            found.append(Detection(_name(parts[0], source.names, unnamed), numbers[0], box))
    return found


def _name(given: str, names: Sequence[str] | None, unnamed: list[str]) -> str:
    """Return a class by name; numbers count from 0 in the list of names."""
    if not (given.isascii() and given.isdigit()):
        return given
    if names is not None and int(given[:9]) < len(names):
        return names[int(given[:9])]
    unnamed[:] = [given]
    return given


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _listed(
    fields: Fields, keys: tuple[str, str, str], form: Frame, size: Size | None
) -> list[Detection] | None:
    """Return the boxes of a record, or None where they and their labels do not fit together."""
    listed, named, rated = (fields.get(key) for key in keys)
    if not isinstance(listed, list) or not isinstance(named, list) or len(listed) != len(named):
        return None
    given: list[JsonValue] = rated if isinstance(rated, list) and len(rated) == len(listed) else []
    found: list[Detection] = []
    for at, (value, label) in enumerate(zip(listed, named, strict=True)):
        box = read_box(value, form, size)
        if box is None or not isinstance(label, str):
            message = f"expected four finite numbers with a label, got {shown(value)}; it was not scored"
            fields.tell("malformed_box", message, f"$.{keys[0]}[{at}]")
            continue
        score = given[at] if given else None
        is_number = isinstance(score, int | float) and not isinstance(score, bool)
        if score is not None and not is_number:
            message = f"expected a number as confidence, got {shown(score)}; the box was kept without one"
            fields.tell("bad_field", message, f"$.{keys[2]}[{at}]")
        found.append(Detection(label, float(str(score)) if is_number else None, box))
    return found


def _size(fields: Fields) -> Size | None:
    width, height = fields.get("width"), fields.get("height")
    if type(width) is int and type(height) is int and width > 0 and height > 0:
        return width, height
    if width is not None or height is not None:
        got = f"{shown(width)} by {shown(height)}"
        fields.tell("image_size_unusable", f"expected width and height above 0, got {got}", "$.width")
    return None


def _peek(path: Path) -> Peek:
    return find_layout(path, lambda value: isinstance(value, dict) and value.keys() >= _REQUIRED)


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    options=OPTIONS,
    roles=ROLES,
    gives=frozenset({"content", "target", "images"}),
)
