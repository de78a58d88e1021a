"""Where the credit went: recorded verdicts flowing into rescored ones, as wide as their counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.components.elements import Node, el
from app.components.words import SIGNS, plural, signed, value_text
from app.state import Side, View, goto_items, only
from scoring.audit.filter import NULL, Filter
from scoring.audit.summary import Flip

_ORDER: Final = ("correct", "incorrect", "no_answer", "unscorable", NULL)
_HEIGHT: Final = 150.0
"""Pixels that all items fill together."""
_LEAST: Final = 3.0
"""Pixels of the thinnest node: one item of 12,000 is still seen."""
_LINE: Final = 22.0
"""Pixels between two labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A verdict on one side of the picture: where it begins and ends, in pixels from the top."""

    verdict: str
    n: int
    top: float
    bottom: float

    @property
    def middle(self) -> float:
        """Return where its label stands."""
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """The items of one recorded and one rescored verdict: a band from left to right.

    Attributes:
        left: top and bottom at the left, in pixels; `right` the same at the right.
        label: where its count stands.
    """

    recorded: str
    rescored: str
    n: int
    left: tuple[float, float]
    right: tuple[float, float]
    label: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """The whole picture; widths of streams sum to those of their blocks on both sides."""

    height: float
    recorded: tuple[Block, ...]
    rescored: tuple[Block, ...]
    streams: tuple[Stream, ...]


def lay_out(flips: Sequence[Flip]) -> Flow:
    """Return where everything of the picture stands; labels never cover each other."""
    counts = {(f.recorded or NULL, f.rescored): f.count for f in flips if f.count}
    total = sum(counts.values())
    left = _stacked([(v, sum(n for (r, _), n in counts.items() if r == v)) for v in _ORDER], total)
    right = _stacked([(v, sum(n for (_, c), n in counts.items() if c == v)) for v in _ORDER], total)
    edges = {("left", b.verdict): b.top for b in left} | {("right", b.verdict): b.top for b in right}
    bands = []
    for old in left:
        for new in right:
            n = counts.get((old.verdict, new.verdict), 0)
            if n:
                ends = []
                for side, block in (("left", old), ("right", new)):
                    top = edges[side, block.verdict]
                    bottom = top + (block.bottom - block.top) * n / block.n
                    edges[side, block.verdict] = bottom
                    ends.append((top, bottom))
                bands.append((old.verdict, new.verdict, n, ends[0], ends[1]))
    labels = _apart([sum(a + b) / 4 for *_, a, b in bands])
    streams = tuple(
        Stream(recorded=old, rescored=new, n=n, left=a, right=b, label=at)
        for (old, new, n, a, b), at in zip(bands, labels, strict=True)
    )
    lowest = max((*(b.bottom for b in (*left, *right)), *labels), default=0.0)
    return Flow(height=lowest + _LINE / 2, recorded=left, rescored=right, streams=streams)


def flow_nodes(view: View, side: Side, flips: Sequence[Flip]) -> Iterator[Node]:
    """Yield the picture and what its colours mean; every block and stream leads to its items."""
    flow = lay_out(flips)
    parts = [
        *(_stream(view, side, stream) for stream in flow.streams),
        *(_block(view, side, block, facet="recorded_verdict", cls="left") for block in flow.recorded),
        *(_block(view, side, block, facet="verdict", cls="right") for block in flow.rescored),
    ]
    yield el("div", el("span", "recorded"), el("span", "rescored"), cls="flowhead")
    yield el("div", *parts, cls="flow", band=f"{flow.height:.1f}", role="group", label="Recorded to rescored")
    if any(_credit(s) for s in flow.streams):
        yield el("p", "+ credit that was not recorded · − recorded credit that is not found", cls="hint")


def _stacked(counts: Sequence[tuple[str, int]], total: int) -> tuple[Block, ...]:
    """Return one block a verdict from top to bottom, far enough apart for their labels."""
    blocks: list[Block] = []
    for verdict, n in counts:
        if n == 0:
            continue
        height = max(_LEAST, _HEIGHT * n / total)
        top = _LINE / 2 - min(_LINE, height) / 2
        if blocks:
            last = blocks[-1]
            top = max(last.bottom + 6, last.middle + _LINE - height / 2)
        blocks.append(Block(verdict=verdict, n=n, top=top, bottom=top + height))
    return tuple(blocks)


def _apart(places: Sequence[float]) -> list[float]:
    """Return the places moved as little as needed to keep a line between them, order by place.

    Those too close to each other stand around their middle, none above the picture.
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    groups: list[list[int]] = []
    for i in order:
        groups.append([i])
        while len(groups) > 1 and _top(groups[-1], places) < _top(groups[-2], places) + _LINE * len(
            groups[-2]
        ):
            groups[-2:] = [groups[-2] + groups[-1]]
    moved = list(places)
    for group in groups:
        for nth, i in enumerate(group):
            moved[i] = _top(group, places) + _LINE * nth
    return moved


def _top(group: Sequence[int], places: Sequence[float]) -> float:
    """Return where the first label of a group stands that is centred on its places."""
    middle = sum(places[i] for i in group) / len(group)
    return max(middle - _LINE * (len(group) - 1) / 2, _LINE / 2)


def _credit(stream: Stream) -> int:
    """Return how many credits a stream wins or loses; 0 where nothing was recorded to compare with."""
    if stream.recorded in (NULL, stream.rescored):
        return 0
    return stream.n if stream.rescored == "correct" else -stream.n if stream.recorded == "correct" else 0


def _stream(view: View, side: Side, stream: Stream) -> Node:
    change = f"{stream.recorded}>{stream.rescored}"
    credit = _credit(stream)
    band = " ".join(f"{place:.1f}" for place in (*stream.left, *stream.right))
    return el(
        "a",
        el("span", cls="ribbon", band=band),
        el("span", signed(credit) if credit else f"{stream.n:,}", cls="amount", band=f"{stream.label:.1f}"),
        cls=f"stream {'gain' if credit > 0 else 'loss' if credit < 0 else 'same'}",
        href=goto_items(view, Filter(change=(change,)), side=side),
        title=f"{value_text('change', change)}: {plural(stream.n, 'item')}",
        label=f"{value_text('change', change)}: {plural(stream.n, 'item')}",
        keep=f"stream:{side}:{change}",
    )


def _block(view: View, side: Side, block: Block, *, facet: str, cls: str) -> Node:
    name = "not_recorded" if block.verdict == NULL else block.verdict
    words = f"{SIGNS[name]} {value_text('recorded_verdict', block.verdict)}"
    return el(
        "a",
        el("span", cls=f"block {name}", band=f"{block.top:.1f} {block.bottom:.1f}"),
        el(
            "span",
            el("span", words, cls=name),
            el("span", f" {block.n:,}", cls="strong"),
            cls="at",
            band=f"{block.middle:.1f}",
        ),
        cls=f"end {cls}",
        href=goto_items(view, only(facet, block.verdict), side=side),
        title=f"Show {plural(block.n, 'item')}",
        keep=f"block:{side}:{facet}:{block.verdict}",
    )
