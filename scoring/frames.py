"""Coordinate frames as data: in which system a response may have given its coordinates.

Every annotation is scored as pixels of the image, `[x0, y0, x1, y1]` for boxes. A frame says how numbers
of another convention become such pixels. A policy holds the frames that are tried (`scoring.policy`);
trying them is `scoring.diagnose.frames`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, TypeAlias, get_args

BoxForm: TypeAlias = Literal["xyxy", "xywh", "cxcywh"]
"""What the four numbers of a box are: two corners; corner and size; centre and size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One way to give coordinates; fields left out are as in the frame that is scored.

    Attributes:
        name: how people and audits call it.
        boxes: what the numbers of a box are.
        yx: y stands before x.
        unit: both axes run from 0 to this, whatever the image's size.
        flip_y: y counts from the lower edge.
        factor: the image was resized for the model so that both sides are multiples of this.
        min_pixels: of the resized image, at least; with `factor` only.
        max_pixels: of the resized image, at most; with `factor` only.
        long_edge: the image was shrunk for the model until its longer side has this many pixels.
    """

    name: str
    boxes: BoxForm = "xyxy"
    yx: bool = False
    unit: float | None = None
    flip_y: bool = False
    factor: int | None = None
    min_pixels: int = 0
    max_pixels: int | None = None
    long_edge: int | None = None

    @property
    def needs_size(self) -> bool:
        """Return whether the size of the image has to be known."""
        return self.flip_y or any(one is not None for one in (self.unit, self.factor, self.long_edge))


PIXELS = Frame(name="xyxy")
"""The frame that is scored."""


def _resized(factor: int, tokens: int) -> Frame:
    """Return the frame of a model that sees at most so many patches of `factor` by `factor` pixels."""
    return Frame(
        name=f"resized {factor} x {tokens}",
        factor=factor,
        min_pixels=4 * factor * factor,
        max_pixels=tokens * factor * factor,
    )


FRAMES: tuple[Frame, ...] = (
    Frame(name="0-1", unit=1.0),
    Frame(name="0-100", unit=100.0),
    Frame(name="0-1000", unit=1000.0),
    Frame(name="0-1024", unit=1024.0),
    Frame(name="yx", yx=True),
    Frame(name="yx 0-1000", yx=True, unit=1000.0),
    Frame(name="xywh", boxes="xywh"),
    Frame(name="cxcywh", boxes="cxcywh"),
    Frame(name="cxcywh 0-1", boxes="cxcywh", unit=1.0),
    Frame(name="flipped y", flip_y=True),
    # Budgets that the processors of patch-based models ship with or document, in patches.
    *(_resized(factor, tokens) for tokens in (256, 512, 1280, 16384) for factor in (28, 32)),
    *(Frame(name=f"long edge {pixels}", long_edge=pixels) for pixels in (768, 1024, 1568, 2048)),
)
"""The frames that are tried, the plainer ones first: of equal ones the first is named."""

_MOST = 1e9
_CHECKS: Mapping[str, type] = {
    "name": str,
    "boxes": str,
    "yx": bool,
    "unit": float,
    "flip_y": bool,
    "factor": int,
    "min_pixels": int,
    "max_pixels": int,
    "long_edge": int,
}


def frame_to_dict(frame: Frame) -> dict[str, object]:
    """Return the fields of a frame that are not as in the frame that is scored, ready for JSON or TOML."""
    plain = Frame(name="")
    values = {f.name: getattr(frame, f.name) for f in fields(frame)}
    return {name: value for name, value in values.items() if value != getattr(plain, name)}


def read_frame(value: object) -> Frame | str:
    """Return the frame that a table of a policy describes, or what is wrong with it."""
    if isinstance(value, Frame):
        return value
    if not isinstance(value, Mapping):
        return f"expected a table such as {{name, factor, max_pixels}}, got {value!r:.80}"
    faults = [fault for name, one in value.items() if (fault := _fault(name, one))]
    if not faults and not str(value.get("name", "")).strip():
        faults = ["expected a name"]
    if not faults:
        faults = _contradictions(value)
    return "; ".join(faults) or Frame(**value)


def _fault(name: object, value: object) -> str:
    kind = _CHECKS.get(name) if isinstance(name, str) else None
    if kind is None:
        return f"unknown field {name!r:.80} (allowed: {', '.join(_CHECKS)})"
    if kind in (int, float):
        is_number = isinstance(value, int if kind is int else int | float) and not isinstance(value, bool)
        least = 0 if name == "min_pixels" else 1e-9
        if is_number and least <= value <= _MOST:  # type: ignore[operator]  # a number
            return ""
        return f"{name}: expected a {'whole ' * (kind is int)}number above 0, got {value!r:.80}"
    if name == "boxes" and value not in get_args(BoxForm):
        return f"boxes: unknown {value!r:.80} (allowed: {', '.join(get_args(BoxForm))})"
    return "" if isinstance(value, kind) else f"{name}: expected {kind.__name__}, got {value!r:.80}"


def _contradictions(value: Mapping[str, object]) -> list[str]:
    scales = [name for name in ("unit", "factor", "long_edge") if name in value]
    if len(scales) > 1:
        return [f"expected one of {', '.join(scales)}, got several"]
    if "factor" not in value and ("min_pixels" in value or "max_pixels" in value):
        return ["expected a factor beside min_pixels and max_pixels, got none"]
    return []
