"""What the loaders of detections share: the forms of boxes, and an item from boxes of both sides."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.errors import RunFormatError
from scoring.frames import FRAMES, PIXELS, Frame
from scoring.pixels import Size, reading_of, to_pixels
from scoring.records import Item, JsonValue, TaskType
from scoring.tasks.detection import BOXES_READ_AS, NAME

OPTION = "boxes"

_BOX = 4
_NAMED: Mapping[str, Frame] = {frame.name: frame for frame in FRAMES}

FORMS: Mapping[str, Frame] = {
    "xyxy": PIXELS,
    "xywh": _NAMED["xywh"],
    "cxcywh": _NAMED["cxcywh"],
    "xyxy-norm": _NAMED["0-1"],
    "cxcywh-norm": _NAMED["cxcywh 0-1"],
}
"""Value of `--option boxes=` -> the frame that predicted boxes are read in."""

OPTION_HELP = f"how predicted boxes are given: {', '.join(FORMS)}"


class Detection(NamedTuple):
    """One box of one image.

    Attributes:
        label: its class.
        score: confidence, None where there is none.
        box: (x0, y0, x1, y1) in pixels.
    """

    label: str
    score: float | None
    box: tuple[float, ...]


def chosen_form(options: Mapping[str, str], default: str) -> Frame:
    """Return the frame that the option `boxes` names.

    Raises:
        RunFormatError: it names none; the allowed ones are listed.
    """
    name = options.get(OPTION, default)
    if name not in FORMS:
        raise RunFormatError(f"expected {OPTION} to be one of {', '.join(FORMS)}, got {name!r}")
    return FORMS[name]


def read_box(value: object, form: Frame, size: Size | None) -> tuple[float, ...] | None:
    """Return a box as pixels from four finite numbers, or None.

    None, too, where the form needs the image's size and there is none.
    """
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != _BOX:
        return None
    if not all(isinstance(n, int | float) and not isinstance(n, bool) for n in value):
        return None
    box = tuple(float(n) for n in value)
    if not all(map(math.isfinite, box)):
        return None
    if form == PIXELS:
        return box
    reading = reading_of(form, "bbox", size)
    return None if reading is None else to_pixels(reading, box)


def detection_item(
    *,
    item_id: str,
    image: str | None,
    size: Size | None,
    target: Sequence[Detection],
    pred: Sequence[Detection] | None,
    form: Frame,
    metadata: Mapping[str, JsonValue],
) -> Item:
    """Return the item of one image.

    Args:
        item_id: the image's id.
        image: path of the image relative to the run.
        size: of the image.
        target: the expected boxes.
        pred: the predicted boxes; None if there is no prediction for the image at all.
        form: what the predicted boxes were read in.
        metadata: what else is known.
    """
    said = {} if form == PIXELS else {BOXES_READ_AS: form.name}
    boxes: list[JsonValue] | None = None if pred is None else [list(one.box) for one in pred]
    scores = [] if pred is None else [one.score for one in pred]
    return Item(
        item_id=item_id,
        task_type=TaskType.DETECTION,
        images=() if image is None else (image,),
        image_size=size,
        annotation_gt={"type": NAME, "value": [list(one.box) for one in target]},
        target_labels=tuple(one.label for one in target),
        annotation_pred=boxes,
        pred_labels=None if pred is None else tuple(one.label for one in pred),
        pred_scores=tuple(scores) if any(score is not None for score in scores) else None,
        metadata={**metadata, **said},
    )
