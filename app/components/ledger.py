"""The witness ledger: one row a witness or pair, which sum to the annotation reward."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from app.components.elements import Node, el
from app.components.words import plural
from scoring.draw.words import coordinate_text, number_text
from scoring.trace.explain import TraceExplanation
from scoring.trace.ledger import EARNS_NOTHING, PAIR_STATES, LedgerRow
from scoring.trace.positions import Span

SHOWN_ROWS: Final = 200
"""So many rows of a ledger are listed and marked; the sum counts all."""

_STATES: Final[Mapping[str, tuple[str, str]]] = {
    "paired": ("✓ paired", "correct"),
    "far": ("– paired, worth nothing", "no_answer"),
    "missing": ("– missing", "no_answer"),
    "extra": ("✕ extra", "incorrect"),
    "both_empty": ("✓ both empty", "correct"),
}
"""Sign and word of a ledger row's state, and its colour."""


class Picks(NamedTuple):
    """How rows of the ledger and witnesses in a picture lead to each other.

    Attributes:
        chart: key of the chart.
        to_row: row of the ledger -> the link that marks it in the picture.
    """

    chart: str
    to_row: Callable[[int], str]


def ledger_node(
    explained: TraceExplanation, box: str, *, picks: Picks | None = None, chosen: int | None = None
) -> Node:
    """Return the ledger as a table whose shares sum to the annotation reward.

    Args:
        explained: the item's rewards.
        box: name of the text that the predictions were read from, which they lead to.
        picks: where a row leads to; None where there is no picture beside the ledger.
        chosen: the row that stands out, or None.
    """
    rows, left = explained.ledger[:SHOWN_ROWS], explained.ledger[SHOWN_ROWS:]
    is_by_distance = explained.half_life_px is not None
    measures = ("similarity", "distance") if is_by_distance else ("similarity (IoU)",)
    names = ("state", "target", "predicted", *measures, "share")
    heads = (el("th", name, cls="" if name in names[:3] else "num") for name in names)
    rest = (
        _sum(plural(len(left), "more row") + ", not marked", sum(one.share for one in left), len(names))
        if left
        else None
    )
    lines = (
        _row(one, box, is_by_distance=is_by_distance, at=at, picks=picks, is_chosen=at == chosen)
        for at, one in enumerate(rows)
    )
    total = _sum("sum", explained.result["annotation_reward"], len(names))
    return el(
        "div",
        el(
            "table",
            el("thead", el("tr", *heads)),
            el("tbody", *lines, rest),
            el("tfoot", total),
            cls="picks" if picks else "",
        ),
        cls="scroll",
        keep=f"ledger:{box}",
        label="Witness ledger",
        role="region",
    )


def mark_id(box: str, span: Span) -> str:
    """Return the id of the mark over these characters of a text."""
    return f"{box}:{span[0]}-{span[1]}"


def _row(
    one: LedgerRow, box: str, *, is_by_distance: bool, at: int, picks: Picks | None, is_chosen: bool
) -> Node:
    words, tone = _STATES["far" if _earns_nothing(one) else one.state]
    distance = "–" if one.distance_px is None else f"{number_text(one.distance_px)} px"
    return el(
        "tr",
        el("td", _state(words, tone, at, picks), el("span", one.key, cls="hint wrap") if one.key else None),
        el("td", _witness(one.target_index, one.target), title=_exact(one.target)),
        el("td", linked(_witness(one.pred_index, one.pred), one.span, box), title=_exact(one.pred)),
        el("td", number_text(one.similarity), cls="num"),
        el("td", distance, cls="num") if is_by_distance else None,
        el("td", number_text(one.share), el("span", f" of 1/{one.divisor:g}", cls="soft"), cls="num"),
        title=f"similarity {one.similarity:.6g} ÷ {one.divisor:g} = share {one.share:.6g}",
        pressed=is_chosen if picks else None,
        cls="chosen" if is_chosen else "",
    )


def _earns_nothing(one: LedgerRow) -> bool:
    """Return whether a pair is one by name only: neither right nor wrong, it is shown without a colour."""
    return one.state in PAIR_STATES and one.similarity < EARNS_NOTHING


def _state(words: str, tone: str, at: int, picks: Picks | None) -> Node:
    if picks is None:
        return el("span", words, cls=tone)
    return el(
        "a",
        words,
        cls=f"{tone} pick-row",
        href=picks.to_row(at),
        row=f"{picks.chart}:{at}",
        zoom=True,
        keep=f"ledger:{picks.chart}:{at}",
        title="Mark it in the picture",
    )


def _sum(words: str, share: float, n_cells: int) -> Node:
    blank = (el("td", "") for _ in range(n_cells - 2))
    return el("tr", el("td", words), *blank, el("td", number_text(share), cls="num"))


def linked(words: str, span: tuple[int | None, int | None] | None, box: str) -> Node | str:
    """Return the words as a button that leads to characters of the text; as they are where there are none."""
    if span is None or span[0] is None or span[1] is None or span[0] >= span[1]:
        return words
    return el("button", words, to=mark_id(box, (span[0], span[1])), title="Show it in the text", cls="link")


def _witness(index: int | None, numbers: Sequence[float] | None) -> str:
    if numbers is None or index is None:
        return "–"
    return f"{index + 1}: {', '.join(map(coordinate_text, numbers))}"


def _exact(numbers: Sequence[float] | None) -> str | None:
    return None if numbers is None else ", ".join(map(str, numbers))
