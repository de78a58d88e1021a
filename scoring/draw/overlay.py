"""The geometry of an overlay: a scene as strokes, spots, rings and labels. Pure; no pixel is touched."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final, Literal, NamedTuple

from scoring.draw.extent import extent_of, is_beyond, is_drawable, reaches_out
from scoring.draw.palette import Side
from scoring.draw.scene import Named, Scene, Shape
from scoring.draw.shapes import Anchor, Extent, Label, Overlay, Point, Ring, Spot, Stroke
from scoring.draw.words import LONGEST_KEY, coordinate_text, hover_of, label_of, one_line
from scoring.trace.geometry.base import Witness
from scoring.trace.ledger import PAIR_STATES, LedgerRow

DETAILED: Final = 100
"""Up to so many witnesses each has a label, a hover of its own and a thin ring."""

MOST: Final = 4_000
"""So many witnesses are drawn; the first ones."""

_LISTED: Final = 5
_ALIKE: Final = 0.5
LEVELS: Final = (0.5, 0.1)
"""The similarities that rings are drawn at."""


class Placed(NamedTuple):
    """One witness to draw."""

    side: Side
    row: int
    line: LedgerRow
    witness: Witness


def build_overlay(scene: Scene, size: tuple[int, int]) -> Overlay:
    """Return the overlay of a scene; coordinates are exactly those of the annotation.

    Args:
        scene: what is drawn.
        size: (width, height) of the frame.
    """
    placed = list(_placed(scene.rows))
    drawn = placed[:MOST]
    is_reduced = len(placed) > DETAILED
    seen = [(one, points_of(scene.shape, one.witness)) for one in drawn]
    outlines = [(one, points) for one, points in seen if is_drawable(points)]
    undrawable = [one for one, points in seen if not is_drawable(points)]
    others = [points_of(scene.shape, one.witness) for one in (*scene.other, *scene.ghost)]
    others = [points for points in others if is_drawable(points)]
    extent = extent_of(size, chain.from_iterable((*(points for _, points in outlines), *others)))
    inside = [(one, points) for one, points in outlines if not is_beyond(points, extent)]
    outside = [one for one, points in seen if reaches_out(points, size)]
    gone = [one for one, points in outlines if is_beyond(points, extent)]
    notices = (*_notices(scene, placed, outside, gone), *_undrawable(undrawable, len(placed)))
    return Overlay(
        size=size,
        extent=extent,
        strokes=tuple(_strokes(scene, inside, extent)),
        spots=tuple(_spots(scene, inside, extent)),
        rings=tuple(_rings(scene, inside, is_reduced=is_reduced)),
        labels=() if is_reduced else tuple(_labels(scene, inside)),
        notices=notices,
        n_witnesses=len(placed),
        n_outside=len(outside),
        is_reduced=is_reduced,
    )


def points_of(shape: Shape, witness: Witness) -> tuple[Point, ...]:
    """Return the corners of a box, the ends of a segment, or the point."""
    if shape == "point" or len(witness) == 2:  # noqa: PLR2004 - x and y
        return ((witness[0], witness[1]),)
    x0, y0, x1, y1 = witness
    if shape == "segment":
        return ((x0, y0), (x1, y1))
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def center_of(points: Sequence[Point]) -> Point:
    """Return the centre of a witness."""
    # Halves first: the sum of two huge numbers is no number.
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs) / 2 + max(xs) / 2, min(ys) / 2 + max(ys) / 2


def ring_radius(half_life_px: float, level: float) -> float:
    """Return the distance at which the similarity `exp(-ln 2 * (d / half_life)**2)` has that value."""
    return half_life_px * math.sqrt(-math.log2(level))


def _placed(rows: Sequence[LedgerRow]) -> Iterator[Placed]:
    for at, line in enumerate(rows):
        if line.target is not None:
            yield Placed("target", at, line, line.target)
        if line.pred is not None:
            yield Placed("pred", at, line, line.pred)


_Seen = tuple[Placed, tuple[Point, ...]]


def _strokes(scene: Scene, inside: Sequence[_Seen], extent: Extent) -> Iterator[Stroke]:
    if scene.shape != "point":
        for one, points in inside:
            yield Stroke(
                layer="target" if one.side == "target" else "pred",
                side=one.side,
                row=one.row,
                points=points,
                is_closed=scene.shape == "bbox",
                similarity=one.line.similarity,
            )
    # Where that lane or reading is right it lies on the target: a thin broken line shows both.
    yield from _named_strokes(scene, "other", scene.other, extent)
    yield from _named_strokes(scene, "ghost", scene.ghost, extent)
    for row, line in enumerate(scene.rows[:MOST]):
        if line.state in PAIR_STATES and line.target is not None and line.pred is not None:
            yield from _pair_lines(scene.shape, row, line.target, line.pred)
    if scene.is_ordered:
        yield from _steps(scene)


def _named_strokes(
    scene: Scene, side: Literal["other", "ghost"], named: Sequence[Named], extent: Extent
) -> Iterator[Stroke]:
    for one in named[:MOST]:
        points = points_of(scene.shape, one.witness)
        if len(points) > 1 and not is_beyond(points, extent):
            yield Stroke(
                layer=side,
                side=side,
                row=None,
                points=points,
                is_closed=scene.shape == "bbox",
            )


def _pair_lines(shape: Shape, row: int, target: Witness, pred: Witness) -> Iterator[Stroke]:
    a, b = points_of(shape, target), points_of(shape, pred)
    if not is_drawable((*a, *b)):
        return
    if shape != "segment":
        yield Stroke(layer="pairs", side="pair", row=row, points=(center_of(a), center_of(b)))
        return
    along, against = list(zip(a, b, strict=True)), list(zip(a, reversed(b), strict=True))
    ends = min((along, against), key=lambda pairs: max(math.dist(*pair) for pair in pairs))
    longest = max(ends, key=lambda pair: math.dist(*pair))
    for pair in ends:
        yield Stroke(layer="pairs", side="pair", row=row, points=pair, is_decisive=pair is longest)


def _steps(scene: Scene) -> Iterator[Stroke]:
    """Yield the arrows from each witness of a sequence to the next, on both sides."""
    sides: tuple[Side, ...] = ("target", "pred")
    for side in sides:
        found = []
        for row, line in enumerate(scene.rows[:MOST]):
            witness, at = (
                (line.target, line.target_index) if side == "target" else (line.pred, line.pred_index)
            )
            points = () if witness is None else points_of(scene.shape, witness)
            if points and is_drawable(points):
                found.append((at or 0, row, center_of(points)))
        for (_, _, start), (_, row, end) in pairwise(sorted(found)):
            yield Stroke(layer="order", side=side, row=row, points=(start, end), has_head=True)


def _spots(scene: Scene, inside: Sequence[_Seen], extent: Extent) -> Iterator[Spot]:
    for one, points in inside:
        yield Spot(
            layer="target" if one.side == "target" else "pred",
            side=one.side,
            row=one.row,
            at=center_of(points),
            words=hover_of(one.line, one.side, scene),
            state=one.line.state,
            similarity=one.line.similarity,
            is_symbol=scene.shape == "point",
        )
    yield from _named_spots(scene, "ghost", scene.ghost, extent)
    yield from _named_spots(scene, "other", scene.other, extent)


def _named_spots(
    scene: Scene, side: Literal["other", "ghost"], named: Sequence[Named], extent: Extent
) -> Iterator[Spot]:
    words = "other lane" if side == "other" else "read otherwise"
    for at, one in enumerate(named[:MOST]):
        points = points_of(scene.shape, one.witness)
        if not is_beyond(points, extent):
            yield Spot(
                layer=side,
                side=side,
                row=None,
                at=center_of(points),
                words=f"{words}: {one_line(one.key, LONGEST_KEY) if one.key else f'P{at + 1}'}",
                state="extra",
                is_symbol=scene.shape == "point",
            )


def _rings(scene: Scene, inside: Sequence[_Seen], *, is_reduced: bool) -> Iterator[Ring]:
    if scene.half_life_px is None or scene.shape == "bbox":
        return
    levels = LEVELS[:1] if is_reduced else LEVELS
    for one, points in inside:
        if one.side == "target":
            for point in points:
                for level in levels:
                    radius = ring_radius(scene.half_life_px, level)
                    yield Ring(row=one.row, at=point, radius=radius, level=level)


def _labels(scene: Scene, inside: Sequence[_Seen]) -> Iterator[Label]:
    """Yield the labels; those of witnesses that stand at one place are joined."""
    joined: dict[tuple[Side, tuple[Point, ...]], list[Placed]] = {}
    for one, points in inside:
        # Beside a prediction much like it, a target needs no name of its own.
        is_told = one.side == "pred" or one.line.similarity < _ALIKE
        if is_told:
            joined.setdefault((one.side, points), []).append(one)
    for (side, points), ones in joined.items():
        texts = [label_of(one.line, side, scene) for one in ones]
        more = f" +{len(texts) - 3}" if len(texts) > 3 else ""  # noqa: PLR2004 - as many as can be read
        anchor: Anchor = "above" if side == "pred" else "below"
        at = points[3] if scene.shape == "bbox" and anchor == "below" else points[0]
        yield Label(side=side, row=ones[0].row, at=at, text=" | ".join(texts[:3]) + more, anchor=anchor)


def _undrawable(undrawable: Sequence[Placed], n: int) -> Iterator[str]:
    if undrawable:
        yield (
            f"{len(undrawable):,} of {n:,} witnesses not drawable, as no image reaches so far: "
            f"{_numbers_of(undrawable)}."
        )


def _numbers_of(ones: Sequence[Placed]) -> str:
    told = "; ".join(", ".join(map(coordinate_text, one.witness)) for one in ones[:_LISTED])
    return told + (f" and {len(ones) - _LISTED:,} more" if len(ones) > _LISTED else "")


def _notices(
    scene: Scene, placed: Sequence[Placed], outside: Sequence[Placed], gone: Sequence[Placed]
) -> Iterator[str]:
    n = len(placed)
    if not scene.is_scored and n:
        yield "The annotation was not scored; what could be read of it is drawn without pairs."
    if outside:
        verbs = ("lies", "reaches") if len(outside) == 1 else ("lie", "reach")
        yield f"{len(outside):,} of {n:,} witnesses {verbs[0]} outside the image or {verbs[1]} out of it."
    if gone:
        yield f"Too far away to be shown: {_numbers_of(gone)}."
    if n > DETAILED:
        yield f"{n:,} witnesses: labels and thin rings are left out."
    if n > MOST:
        yield f"Only the first {MOST:,} of {n:,} witnesses are drawn; the ledger counts all."
    sides = Counter((one.side, one.witness) for one in placed)
    shared = sum(count for count in sides.values() if count > 1)
    if shared:
        yield f"{shared:,} witnesses stand at exactly the place of another one of their side."
