"""Lane B against lane A: the finding as a sentence, accuracy, the 2x2, categories."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.components.elements import Node, el
from app.components.words import percent, plural, points, signed, value_text
from app.library import Opened
from app.state import Basis, Cell, Side, View, goto_items, link, only
from scoring.audit.filter import Filter
from scoring.audit.summary import Summary, Tally
from scoring.stats.comparison import CategoryContrast, Comparison, Contrast, FlipTable

CELL_TITLES: Final[dict[Cell, str]] = {
    "both_correct": "Both correct",
    "only_a_correct": "Lost: only A correct",
    "only_b_correct": "Won: only B correct",
    "neither_correct": "Neither correct",
    "not_compared": "Not compared: no verdict in one lane",
    "only_a": "Only in lane A",
    "only_b": "Only in lane B",
    "duplicates_a": "Keys not unique, lane A",
    "duplicates_b": "Keys not unique, lane B",
    "different_questions": "The question differs",
}
"""Headings of every list that the page can show."""

_APART: Final[tuple[Cell, ...]] = ("only_a", "only_b", "duplicates_a", "duplicates_b", "different_questions")


def story(comparison: Comparison, a: Summary, b: Summary) -> str:
    """Return who is ahead and what the recorded scorer did to it, in one sentence."""
    rescored, recorded = comparison.rescored, comparison.recorded
    if rescored.difference_pp is None:
        return "The lanes cannot be compared: one of them holds no scored item."
    now = _lead(rescored)
    if recorded.difference_pp is None:
        return f"{now}; nothing was recorded to compare that with."
    same = rescored.b.correct - rescored.a.correct == recorded.b.correct - recorded.a.correct
    before = "as recorded" if same else f"recorded: {_lead(recorded, short=True)}"
    taken = _both("took", "right answer", "from", _taken(a), _taken(b))
    given = _both("credited", "wrong answer", "to", _given(a), _given(b))
    return " ".join(filter(None, (f"{now}; {before}.", taken, given)))


def lane_nodes(view: View, comparison: Comparison) -> list[Node]:
    """Return accuracy, both 2x2, what stands apart, and the categories."""
    return [
        _accuracy(view, comparison),
        el("div", _flips(view, comparison, "recorded"), _flips(view, comparison, "rescored"), cls="pair"),
        *_apart(view, comparison),
        _categories(view, comparison),
    ]


def pairing(comparison: Comparison, a: Opened, b: Opened) -> str:
    """Return what was paired and by which policies, in one line."""
    n = len(comparison.pairs)
    policies = {o.audit.info.policy.name for o in (a, b)}
    notes = (note.rstrip(".") for note in comparison.notes)
    parts = (f"{plural(n, 'item')} paired", f"rescored with {' and '.join(sorted(policies))}", *notes)
    return " · ".join(parts)


def members(comparison: Comparison, view: View) -> tuple[object, ...]:
    """Return the pairs or single items of the list that the view names."""
    cell = view.cell or "only_b_correct"
    if cell in _APART:
        return tuple(getattr(comparison, cell))
    flips = comparison.recorded_flips if view.basis == "recorded" else comparison.rescored_flips
    return tuple(getattr(flips, cell))


def _lead(contrast: Contrast, *, short: bool = False) -> str:
    items = contrast.b.correct - contrast.a.correct
    pp = points((contrast.difference_pp or 0.0) / 100)
    if contrast.a.scored != contrast.b.scored:
        return pp if short else f"B − A is {pp} ({_of(contrast.b)} against {_of(contrast.a)})"
    if short:
        return f"{signed(items)} ({pp})"
    if items == 0:
        return "A and B are level"
    return f"{'B' if items > 0 else 'A'} is ahead by {plural(abs(items), 'item')} ({pp})"


def _of(tally: Tally) -> str:
    return f"{tally.correct:,}/{tally.scored:,}"


def _both(verb: str, what: str, preposition: str, n_a: int, n_b: int) -> str:
    if n_a + n_b == 0:
        return ""
    (side, n), (other, m) = (("A", n_a), ("B", n_b)) if n_a > n_b else (("B", n_b), ("A", n_a))
    rest = f"{m:,} {preposition} {other}" if m else f"none {preposition} {other}"
    return f"The recorded scorer {verb} {plural(n, what)} {preposition} {side} and {rest}."


def _given(summary: Summary) -> int:
    """Return how many items were recorded as correct that our scorer does not find correct."""
    return sum(
        f.count for f in summary.flips if f.recorded == "correct" and f.rescored in ("incorrect", "no_answer")
    )


def _taken(summary: Summary) -> int:
    """Return how many answers were recorded as not correct that our scorer finds correct."""
    return sum(
        f.count for f in summary.flips if f.rescored == "correct" and f.recorded in ("incorrect", "no_answer")
    )


def _accuracy(view: View, comparison: Comparison) -> Node:
    head = ("", "A", "", "B", "", "B − A")
    rows = (
        el(
            "tr",
            el("td", basis, cls="strong" if basis == "rescored" else ""),
            *_share(view, "a", contrast.a, basis),
            *_share(view, "b", contrast.b, basis),
            el("td", _pp(contrast), cls=f"num {_tone(contrast.difference_pp)}"),
        )
        for basis, contrast in (("recorded", comparison.recorded), ("rescored", comparison.rescored))
    )
    table = el("table", _head(head), el("tbody", *rows))
    return el("section", el("h3", "Accuracy"), table, cls="card full")


def _share(view: View, side: Side, tally: Tally, basis: str) -> Iterator[Node]:
    facet = "recorded_verdict" if basis == "recorded" else "verdict"
    where = only(facet, "correct")
    number = (
        el("a", f"{tally.correct:,}", href=goto_items(view, where, side=side))
        if tally.correct
        else el("span", "0")
    )
    yield el("td", number, f"/{tally.scored:,}", cls="num")
    yield el("td", percent(tally.accuracy), cls="num soft")


def _flips(view: View, comparison: Comparison, basis: Basis) -> Node:
    flips: FlipTable = comparison.recorded_flips if basis == "recorded" else comparison.rescored_flips
    n = {
        name: len(getattr(flips, name))
        for name in ("both_correct", "only_a_correct", "only_b_correct", "neither_correct")
    }
    table = el(
        "table",
        el("thead", el("tr", el("th", ""), el("th", "B correct", cls="num"), el("th", "B not", cls="num"))),
        el(
            "tbody",
            el("tr", el("td", "A correct"), _cell(view, basis, "both_correct", n["both_correct"], ""),
               _cell(view, basis, "only_a_correct", n["only_a_correct"], "lost")),
            el("tr", el("td", "A not"), _cell(view, basis, "only_b_correct", n["only_b_correct"], "won"),
               _cell(view, basis, "neither_correct", n["neither_correct"], "")),
        ),
        cls="flips",
    )  # fmt: skip
    left = len(flips.not_compared)
    more = (
        el("p", _to_cell(view, basis, "not_compared", f"{left:,} not compared"), cls="soft") if left else None
    )
    return el("section", el("h3", f"Flips, {basis}"), table, more, cls="card")


def _cell(view: View, basis: Basis, cell: Cell, n: int, word: str) -> Node:
    tone = {"won": "correct", "lost": "incorrect"}.get(word, "")
    words = f"{n:,} {word}".strip()
    chosen = view.cell == cell and view.basis == basis
    inside = _to_cell(view, basis, cell, words) if n else el("span", words, cls="soft")
    return el("td", inside, cls=f"num {tone} {'chosen' if chosen else ''}".strip())


def _to_cell(view: View, basis: Basis, cell: Cell, words: str) -> Node:
    target = replace(view, basis=basis, cell=cell, item=None, ordinal=None, start=0)
    return el("a", words, href=link(target), keep=f"cell:{basis}:{cell}", title=f"List: {CELL_TITLES[cell]}")


def _apart(view: View, comparison: Comparison) -> Iterator[Node]:
    found = [(cell, len(getattr(comparison, cell))) for cell in _APART]
    rows = [
        el("tr", el("td", CELL_TITLES[cell]), el("td", _to_cell(view, view.basis, cell, f"{n:,}"), cls="num"))
        for cell, n in found
        if n
    ]
    if rows:
        yield el("section", el("h3", "Standing apart"), el("table", el("tbody", *rows)), cls="card full")


def _categories(view: View, comparison: Comparison) -> Node:
    head = ("category", "A", "", "B", "", "B − A", "recorded B − A")
    rows = (_category(view, one) for one in comparison.by_category)
    table = el("div", el("table", _head(head), el("tbody", *rows)), cls="scroll list tall", keep="categories")
    return el("section", el("h3", "By category, rescored"), table, cls="card full")


def _category(view: View, one: CategoryContrast) -> Node:
    where = Filter(category=(one.value,), verdict=("correct",))
    cells: list[Node] = []
    sides: tuple[tuple[Side, Tally], ...] = (("a", one.rescored.a), ("b", one.rescored.b))
    for side, tally in sides:
        number = (
            el("a", f"{tally.correct:,}", href=goto_items(view, where, side=side))
            if tally.correct
            else el("span", "0")
        )
        cells += [
            el("td", number, f"/{tally.scored:,}", cls="num"),
            el("td", percent(tally.accuracy), cls="num soft"),
        ]
    return el(
        "tr",
        el("td", value_text("category", one.value), cls="wrap"),
        *cells,
        el("td", _pp(one.rescored), cls=f"num {_tone(one.rescored.difference_pp)}"),
        el("td", _pp(one.recorded), cls="num soft"),
    )


def _head(titles: tuple[str, ...]) -> Node:
    return el("thead", el("tr", *(el("th", t, cls="num" if i else "") for i, t in enumerate(titles))))


def _pp(contrast: Contrast) -> str:
    return points(None if contrast.difference_pp is None else contrast.difference_pp / 100)


def _tone(difference: float | None) -> str:
    if not difference:
        return "soft"
    return "up" if difference > 0 else "down"
