"""Where a lane's numbers come from: by category, and how its answers were read; lanes side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from app.asked import facets_of
from app.components.counts import moved_credit, number, tone
from app.components.elements import Node, el
from app.components.problems import card
from app.components.words import FACET_TITLES, natural, percent, plural, signed, value_text
from app.library import Opened
from app.state import Side, View, goto_items, only
from scoring.audit.filter import Filter
from scoring.audit.summary import Group, Tally

Shown: TypeAlias = Mapping[Side, Opened]

_STACKS: Final = (
    ("answer_kind", "agreement", "ambiguity"),
    ("extraction_source", "extraction_status", "task_type"),
    ("extraction_rule",),
)
"""Facets of the three columns, so that a long list leaves no hole beside it."""
_FACETS: Final = tuple(name for stack in _STACKS for name in stack)
_MANY: Final = 40
"""Rows from which on a table scrolls inside the page."""
_EMPTY: Final = Group(value="", recorded=Tally(), rescored=Tally())


def categories_card(view: View, shown: Shown) -> Node:
    """Return accuracy by category, recorded and rescored, one group of columns for each lane."""
    groups = {side: {g.value: g for g in opened.summary.by_category} for side, opened in shown.items()}
    largest = {
        v: sum(of[v].rescored.n for of in groups.values() if v in of) for of in groups.values() for v in of
    }
    values = sorted(largest, key=lambda v: (-largest[v], natural(v)))
    heads = [head for side in shown for head in _heads(side if len(shown) > 1 else None)]
    rows = (
        el(
            "tr",
            el("td", value_text("category", value), cls="wrap"),
            *(
                cell
                for side, of in groups.items()
                for cell in _cells(view, side, value, of.get(value, _EMPTY))
            ),
        )
        for value in values
    )
    table = el(
        "table",
        el("thead", el("tr", el("th", "category"), *heads)),
        el("tbody", *rows),
        cls=f"categories of{len(shown)}",
    )
    note = el("p", "Bars are the rescored accuracy, lines across them the recorded one.", cls="hint")
    cls = "scroll list tall" if len(values) > _MANY else "scroll"
    return card("By category", el("div", table, cls=cls, keep="categories"), note, span="full")


def share_stacks(view: View, shown: Shown) -> Iterator[Node]:
    """Yield how answers were read: kinds, sources, rules, each value with its count and share."""
    counts = {side: facets_of(opened, Filter(), _FACETS) for side, opened in shown.items()}
    n_all = {side: opened.summary.n for side, opened in shown.items()}
    for names in _STACKS:
        cards = (
            _share_card(
                view, name, {side: {v.value: v.count for v in of[name]} for side, of in counts.items()}, n_all
            )
            for name in names
        )
        yield el("div", *cards, cls="stack")


def _heads(side: Side | None) -> Iterator[Node]:
    lane = f"{side.upper()} " if side else ""
    for title in ("items", "recorded", "rescored", "diff."):
        yield el("th", f"{lane}{title}", cls="num")
    yield el("th", f"{lane}accuracy")


def _cells(view: View, side: Side, value: str, group: Group) -> Iterator[Node]:
    recorded, rescored = group.recorded, group.rescored
    here = Filter(category=(value,))
    moved = moved_credit(recorded, rescored) if recorded.scored else None
    yield el("td", number(view, side, rescored.n, here), cls="num")
    yield _share(view, side, recorded, replace(here, recorded_verdict=("correct",)))
    yield _share(view, side, rescored, replace(here, verdict=("correct",)))
    yield el("td", "–" if moved is None else signed(moved), cls=f"num {tone(moved or 0)}")
    bar = el(
        "a",
        cls="bar ticked" if recorded.scored else "bar",
        bar=rescored.accuracy or 0.0,
        tick=recorded.accuracy,
        href=goto_items(view, here, side=side),
        title=f"Show {plural(rescored.n, 'item')} of {value_text('category', value)}",
        label=f"{value_text('category', value)}: {percent(rescored.accuracy)} rescored",
    )
    yield el("td", bar if rescored.n else "–")


def _share(view: View, side: Side, tally: Tally, where: Filter) -> Node:
    """Return `128/145  88.28 %`, the count a link to the correct ones."""
    if not tally.scored:
        return el("td", "–", cls="num soft")
    of = el("span", f"/{tally.scored:,}", cls="soft")
    pct = el("span", percent(tally.accuracy), cls="pct")
    return el("td", number(view, side, tally.correct, where), of, pct, cls="num")


def _share_card(
    view: View, name: str, counts: Mapping[Side, Mapping[str, int]], n_all: Mapping[Side, int]
) -> Node:
    total = {v: sum(of.get(v, 0) for of in counts.values()) for of in counts.values() for v in of}
    values = sorted(total, key=lambda v: (-total[v], natural(v)))
    rows = (
        el(
            "tr",
            el("td", value_text(name, value), cls="wrap"),
            *(
                cell
                for side, of in counts.items()
                for cell in _bar(
                    view,
                    side,
                    only(name, value),
                    value_text(name, value),
                    n=of.get(value, 0),
                    n_all=n_all[side],
                )
            ),
        )
        for value in values
    )
    head = _lane_heads(list(counts)) if len(counts) > 1 else None
    return card(FACET_TITLES[name], el("table", head, el("tbody", *rows), cls=f"shares of{len(counts)}"))


def _bar(view: View, side: Side, where: Filter, words: str, *, n: int, n_all: int) -> Iterator[Node]:
    share = n / n_all if n_all else 0.0
    words = f"{words}: {percent(share)}"
    bar = el("a", cls="bar", bar=share, href=goto_items(view, where, side=side), title=words, label=words)
    yield el("td", bar if n else None)
    yield el("td", number(view, side, n, where), cls="num")
    yield el("td", percent(share), cls="num soft pc")


def _lane_heads(sides: Sequence[Side]) -> Node:
    heads = (th for side in sides for th in (el("th", side.upper()), el("th", ""), el("th", "", cls="pc")))
    return el("thead", el("tr", el("th", ""), *heads))
