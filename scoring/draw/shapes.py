"""The few kinds of marks that a drawing is made of, in the frame of the scoring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from scoring.draw.palette import Side
from scoring.trace.ledger import State

Point: TypeAlias = "tuple[float, float]"
"""(x, y) in pixels of the frame."""

Layer: TypeAlias = Literal["target", "pred", "pairs", "rings", "labels", "order", "other", "ghost"]

LAYERS: tuple[Layer, ...] = ("target", "pred", "pairs", "rings", "labels", "order", "other", "ghost")

Anchor: TypeAlias = Literal["above", "below"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """A line: the outline of a box, a segment, a pair's line, a step of a sequence.

    Attributes:
        row: of the ledger, or None.
        points: at least two, exactly as the annotation has them.
        is_closed: the last point leads back to the first.
        has_head: an arrow's head stands at its end.
        is_decisive: of the two lines of a pair of segments, the one whose length counted.
        similarity: of the pair, 0..1.
    """

    layer: Layer
    side: Side
    row: int | None
    points: tuple[Point, ...]
    is_closed: bool = False
    has_head: bool = False
    is_decisive: bool = False
    similarity: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """The place of one witness: the symbol of a point, the centre of a box or segment.

    Attributes:
        words: what is said of it when one points at it.
        is_symbol: the witness is a point, and this is all that is drawn of it.
    """

    layer: Layer
    side: Side
    row: int | None
    at: Point
    words: str
    state: State
    similarity: float = 0.0
    is_symbol: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """All places of one similarity around a target.

    Attributes:
        radius: in pixels of the frame.
        level: the similarity there, 0.5 or 0.1.
    """

    row: int | None
    at: Point
    radius: float
    level: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """Words beside a witness."""

    side: Side
    row: int | None
    at: Point
    text: str
    anchor: Anchor


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """The part of the plane that is shown, in pixels of the frame."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> tuple[float, float]:
        """Return (width, height)."""
        return self.right - self.left, self.bottom - self.top


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlay:
    """Everything that is drawn over a picture.

    Attributes:
        size: (width, height) of the frame, whose border is drawn.
        extent: what is shown: the frame and all coordinates, up to a limit.
        notices: what the reader has to know, in sentences.
        n_witnesses: of both sides.
        n_outside: of them, those that reach out of the frame.
        is_reduced: there are too many witnesses for labels and thin rings.
    """

    size: tuple[int, int]
    extent: Extent
    strokes: tuple[Stroke, ...]
    spots: tuple[Spot, ...]
    rings: tuple[Ring, ...]
    labels: tuple[Label, ...]
    notices: tuple[str, ...]
    n_witnesses: int
    n_outside: int
    is_reduced: bool
