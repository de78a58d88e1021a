"""The items of one cell of the comparison, and one item's two responses side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.components.elements import Node, el
from app.components.item_card import (
    content_box,
    explanation_line,
    option_nodes,
    reasoning_box,
    step,
    verdict_line,
)
from app.components.lanes import CELL_TITLES, members
from app.components.words import SIGNS, id_text, plural
from app.library import Opened
from app.state import ROWS_A_PAGE, Side, View, goto_item, link
from scoring.audit.filter import Filter
from scoring.audit.item_row import ItemRow
from scoring.stats.comparison import Comparison, Pair, Single

_COLUMNS: Final = ("ordinal", "answer", "verdict", "recorded_verdict")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One line of the list: an item and where it stands in either lane; None where it does not."""

    item_id: str
    category: str | None
    a: int | None
    b: int | None

    @property
    def ordinal(self) -> int:
        """Return what the URL names it by: its place in A, or in B where A does not have it."""
        return self.a if self.a is not None else (self.b or 0)


def listed(comparison: Comparison, view: View) -> list[Member]:
    """Return the items of the view's cell, in the order of lane A."""
    in_b = view.cell in ("only_b", "duplicates_b")
    return [_member(one, in_b=in_b) for one in members(comparison, view)]


def chosen(found: Sequence[Member], view: View) -> int | None:
    """Return the position of the view's item in the list, else the first of its page; None if empty."""
    for position, member in enumerate(found):
        named = view.item in (None, member.item_id) and view.ordinal in (None, member.ordinal)
        if named and (view.item, view.ordinal) != (None, None):
            return position
    return min(view.start, len(found) - 1) if found else None


def list_nodes(view: View, found: Sequence[Member], lanes: Mapping[Side, Opened]) -> list[Node]:
    """Return the list of items with both answers, each a link."""
    cell = view.cell or "only_b_correct"
    basis = "" if cell in ("only_a", "only_b", "different_questions") else f", {view.basis}"
    title = el("h3", f"{CELL_TITLES[cell]}{basis} · {plural(len(found), 'item')}")
    if not found:
        return [title, el("p", "No item here. Choose another number of the tables.", cls="soft")]
    shown = found[view.start : view.start + ROWS_A_PAGE]
    answers = {side: _answers(opened, shown, side) for side, opened in lanes.items()}
    head = el("thead", el("tr", *(el("th", t) for t in ("item", "category", "A", "B"))))
    rows = (_row(view, member, answers) for member in shown)
    table = el(
        "div",
        el("table", head, el("tbody", *rows)),
        cls="items scroll short",
        keep=f"pairs:{cell}:{view.start}",
    )
    return [title, table, *_pager(view, len(found))]


def pair_nodes(view: View, found: Sequence[Member], at: int, lanes: Mapping[Side, Opened]) -> list[Node]:
    """Return one item with the two responses side by side."""
    member = found[at]
    places: tuple[tuple[Side, int | None], ...] = (("a", member.a), ("b", member.b))
    rows = {side: _item(lanes[side], ordinal) for side, ordinal in places if side in lanes}
    known = next(row for row in rows.values() if row is not None)
    steps = [step("previous", "k", _to(view, found, at - 1)), step("next", "j", _to(view, found, at + 1))]
    head = el(
        "div",
        el("span", id_text(member.item_id), cls="id"),
        el("span", member.category or "", cls="soft"),
        el("span", el("span", f"{at + 1:,} of {len(found):,}", cls="place"), *steps, cls="steps"),
        cls="itemhead",
    )
    sides: tuple[Side, ...] = ("a", "b")
    columns = (_side(view, side, rows.get(side), lanes) for side in sides)
    target = " or ".join(known.target) or "none in the file"
    return [
        head,
        el("p", el("span", "target ", cls="soft"), el("span", target, cls="strong"), cls="because"),
        el("div", *columns, cls="pair"),
    ]


def _side(view: View, side: Side, row: ItemRow | None, lanes: Mapping[Side, Opened]) -> Node:
    title = f"Lane {side.upper()}" + (f" · {lanes[side].label}" if side in lanes else "")
    if row is None:
        return el("div", el("h3", title), el("p", "This lane does not have the item.", cls="soft"))
    identity = f"{lanes[side].id}:{row.ordinal}:pair"
    items = View(page="items", a=view.a, b=view.b, lane=side)
    return el(
        "div",
        el("h3", title),
        verdict_line(row),
        explanation_line(row),
        *option_nodes(row),
        content_box(row, identity=identity, box=f"{side}-content"),
        reasoning_box(row, identity=identity, box=f"{side}-reasoning"),
        el("p", el("a", "the whole item", href=goto_item(items, row.ordinal, row.item_id), cls="link")),
    )


def _member(one: object, *, in_b: bool) -> Member:
    if isinstance(one, Pair):
        return Member(item_id=one.item_id, category=one.category, a=one.a, b=one.b)
    assert isinstance(one, Single)
    place = (None, one.ordinal) if in_b else (one.ordinal, None)
    return Member(item_id=one.item_id, category=None, a=place[0], b=place[1])


def _answers(opened: Opened, shown: Sequence[Member], side: Side) -> dict[int, tuple[str, str]]:
    """Return ordinal -> (answer, verdict) of the listed items in one lane."""
    ordinals = tuple(o for m in shown if (o := m.a if side == "a" else m.b) is not None)
    if not ordinals:
        return {}
    rows = opened.audit.rows(Filter(ordinals=ordinals), _COLUMNS).to_dict("records")
    return {
        int(r["ordinal"]): (r["answer"] if isinstance(r["answer"], str) else "no answer", str(r["verdict"]))
        for r in rows
    }


def _row(view: View, member: Member, answers: Mapping[Side, Mapping[int, tuple[str, str]]]) -> Node:
    href = goto_item(view, member.ordinal, member.item_id)
    a = answers.get("a", {}).get(-1 if member.a is None else member.a, ("–", ""))
    b = answers.get("b", {}).get(-1 if member.b is None else member.b, ("–", ""))
    cells = (
        (member.item_id, ""),
        (member.category or "–", "soft"),
        *((f"{SIGNS.get(verdict, '')} {answer}".strip(), verdict) for answer, verdict in (a, b)),
    )
    first = el("a", id_text(member.item_id), href=href, keep=f"pair:{member.ordinal}")
    texts = (el("td", first if i == 0 else text, cls=cls, title=text) for i, (text, cls) in enumerate(cells))
    return el("tr", *texts)


def _to(view: View, found: Sequence[Member], at: int) -> str | None:
    if not 0 <= at < len(found):
        return None
    start = at // ROWS_A_PAGE * ROWS_A_PAGE
    return goto_item(replace(view, start=start), found[at].ordinal, found[at].item_id)


def _item(opened: Opened, ordinal: int | None) -> ItemRow | None:
    return None if ordinal is None else opened.audit.item(ordinal)


def _pager(view: View, n: int) -> Iterator[Node]:
    if n <= ROWS_A_PAGE:
        return
    end = min(view.start + ROWS_A_PAGE, n)
    steps = (
        ("previous", view.start - ROWS_A_PAGE, view.start > 0),
        ("next", view.start + ROWS_A_PAGE, end < n),
    )
    links = (
        el("a", words, href=link(replace(view, start=to, item=None, ordinal=None)), cls="link")
        if possible
        else el("span", words, cls="off")
        for words, to, possible in steps
    )
    yield el("div", el("span", f"{view.start + 1:,}–{end:,} of {n:,}"), *links, cls="pager")
