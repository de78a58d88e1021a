"""The listed items of a comparison, and one item's two responses side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np

from app.asked import Order, item_of, rows_of
from app.components.elements import Node, el
from app.components.item_card import (
    LONG_OPTIONS,
    content_box,
    explanation_line,
    reasoning_box,
    step,
    verdict_line,
)
from app.components.lane_lists import BY_VERDICT, CAUSE_WORDS, CELL_TITLES, first_cell, restrictions
from app.components.words import SIGNS, id_text, plural
from app.library import Opened
from app.state import ROWS_A_PAGE, Side, View, goto_item, link
from scoring.audit.filter import Filter
from scoring.audit.item_row import ItemRow
from scoring.stats.comparison import Comparison, Pair, Pairs, Single, Singles

Members: TypeAlias = Pairs | Singles

_COLUMNS: Final = ("ordinal", "target", "answer", "verdict", "score")
_SIDES: Final[tuple[Side, ...]] = ("a", "b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One line of the list: an item and where it stands in either lane; None where it does not."""

    item_id: str
    category: str | None
    cause: str
    a: int | None
    b: int | None

    @property
    def ordinal(self) -> int:
        """Return what the URL names it by: its place in A, or in B where A does not have it."""
        return self.a if self.a is not None else (self.b or 0)


def chosen(found: Members, view: View) -> int | None:
    """Return the position of the view's item in the list, else the first of its page; None if empty."""
    if not found:
        return None
    if (view.item, view.ordinal) != (None, None):
        # Columns, not records: a list may hold every item of a run.
        place = "a" if "a" in found.columns else "ordinal"
        columns = found.table("item_id", place)
        mask = np.ones(len(found), dtype=bool)
        if view.ordinal is not None:
            mask &= columns[place].to_numpy() == view.ordinal
        if view.item is not None:
            mask &= np.asarray(columns["item_id"].to_pylist(), dtype=object) == view.item
        if mask.any():
            return int(mask.argmax())
    return min(view.start, len(found) - 1)


def list_nodes(
    view: View, comparison: Comparison, found: Members, lanes: Mapping[Side, Opened]
) -> list[Node]:
    """Return the list of items with both answers, each a link, and what it is restricted to."""
    cell = view.cell or first_cell(comparison)
    basis = f", {view.basis}" if cell in BY_VERDICT else ""
    title = el("h3", f"{CELL_TITLES[cell]}{basis} · {plural(len(found), 'item')}")
    chips = [_chip(words, href) for words, href in restrictions(view)]
    head = [title, *([el("p", *chips, cls="chips")] if chips else [])]
    name = f"list:{cell}:{basis}:{view.compared}"
    if not found:
        none = el("p", "No item here. Choose another number of the figures.", cls="soft")
        return [el("section", *head, none, arrive=name)]
    shown = [member_of(one, view) for one in found[view.start : view.start + ROWS_A_PAGE]]
    facts = {side: _facts(opened, shown, side) for side, opened in lanes.items()}
    names = ("item", "target", "A", "B", "cause" if "a" in found.columns else "")
    table = el(
        "table",
        el("thead", el("tr", *(el("th", name) for name in names))),
        el("tbody", *(_row(view, member, facts) for member in shown)),
    )
    box = el("div", table, cls="items scroll short", keep=f"{name}:{view.start}")
    # In a narrow window the list stands below the figures; a link to it leads there.
    return [el("section", *head, box, *_pager(view, len(found)), arrive=name)]


def _chip(words: str, href: str) -> Node:
    label = f"{words}: show all again"
    return el(
        "a", el("span", words, cls="cut"), el("span", "✕"), href=href, cls="chip", title=label, label=label
    )


def pair_nodes(view: View, found: Members, at: int, lanes: Mapping[Side, Opened]) -> list[Node]:
    """Return one item with the two responses side by side, differing final answers marked."""
    member = member_of(found[at], view)
    places: tuple[tuple[Side, int | None], ...] = (("a", member.a), ("b", member.b))
    rows = {side: None if place is None else item_of(lanes[side], place) for side, place in places}
    known = next(row for row in rows.values() if row is not None)
    steps = [step("previous", "k", _to(view, found, at - 1)), step("next", "j", _to(view, found, at + 1))]
    head = el(
        "div",
        el("span", id_text(member.item_id), cls="id"),
        el("span", member.category or "", cls="soft"),
        el("span", f"{at + 1:,} of {len(found):,}", cls="place"),
        el("span", *steps, cls="steps"),
        cls="itemhead",
    )
    return [
        head,
        _answers_line(known, rows),
        *_options(known, rows),
        el("div", *(_side(view, s, rows[s], lanes) for s in _SIDES), cls="pair"),
    ]


def member_of(one: Pair | Single, view: View) -> Member:
    """Return a line of the list."""
    if isinstance(one, Pair):
        return Member(
            item_id=one.item_id, category=one.category, cause=CAUSE_WORDS[one.cause], a=one.a, b=one.b
        )
    in_b = view.cell in ("only_b", "duplicates_b")
    places = {"a": None, "b": one.ordinal} if in_b else {"a": one.ordinal, "b": None}
    return Member(item_id=one.item_id, category=one.category, cause="", **places)


def _answers_line(known: ItemRow, rows: Mapping[Side, ItemRow | None]) -> Node:
    """Return the target and both final answers, with a sign where they differ."""
    answers = [row.answer or "no answer" for row in rows.values() if row is not None]
    target = f" {'and' if known.target_mode == 'all' else 'or'} ".join(known.target) or "none in the file"
    parts: list[Node | str] = [el("span", "target ", cls="soft"), el("span", target, cls="strong")]
    if len(answers) > 1:
        differ = answers[0] != answers[1]
        words = f"A: {answers[0]} ≠ B: {answers[1]}" if differ else f"same answer {answers[0]}"
        parts += [" · ", el("span", words, cls="badge wrap" if differ else "soft wrap")]
    return el("p", *parts, cls="because")


def _options(known: ItemRow, rows: Mapping[Side, ItemRow | None]) -> Iterator[Node]:
    """Yield the options once, with the target and what each lane answered; nothing without options."""
    if not known.options:
        return
    taken = {side: (row.answer or "").split(",") for side, row in rows.items() if row is not None}
    shown = []
    for label, text in known.options.items():
        lanes = [side.upper() for side, answers in taken.items() if label in answers]
        is_target = label in known.target
        tags = " · ".join((*(["target"] if is_target else []), *lanes))
        looks = ("option", "target" if is_target else "", "answer miss" if lanes and not is_target else "")
        tag = el("span", tags, cls=f"tag {'correct' if is_target else 'incorrect'}") if tags else None
        words = f" {text}" if text else None
        shown.append(
            el(
                "span",
                el("span", label, cls="strong"),
                words,
                tag,
                cls=" ".join(filter(None, looks)),
                title=text,
            )
        )
    is_long = sum(len(text or "") for text in known.options.values()) > LONG_OPTIONS
    yield el("div", *shown, cls="options long" if is_long else "options")


def _side(view: View, side: Side, row: ItemRow | None, lanes: Mapping[Side, Opened]) -> Node:
    title = f"Lane {side.upper()}" + (f" · {lanes[side].label}" if side in lanes else "")
    if row is None:
        return el("div", el("h3", title), el("p", "This lane does not have the item.", cls="soft"))
    identity = f"{lanes[side].id}:{row.ordinal}:pair"
    items = View(page="items", a=view.a, b=view.b, lane=side)
    beside = replace(items, beside=True)
    return el(
        "div",
        el("h3", title),
        verdict_line(row),
        explanation_line(row),
        content_box(row, identity=identity, box=f"{side}-content"),
        reasoning_box(row, identity=identity, box=f"{side}-reasoning"),
        el(
            "p",
            el("a", "the whole item", href=goto_item(items, row.ordinal, row.item_id), cls="link"),
            " · ",
            el("a", "every line of both lanes", href=goto_item(beside, row.ordinal, row.item_id), cls="link"),
        ),
        cls="lane-right" if row.verdict == "correct" else "lane-wrong",
    )


def _facts(opened: Opened, shown: list[Member], side: Side) -> dict[int, Mapping[str, object]]:
    """Return ordinal -> what the list says of the items in one lane."""
    ordinals = tuple(o for m in shown if (o := m.a if side == "a" else m.b) is not None)
    if not ordinals:
        return {}
    order = Order(where=Filter(ordinals=ordinals))
    return {
        int(str(row["ordinal"])): row
        for row in rows_of(opened, order, _COLUMNS, start=0, limit=len(ordinals))
    }


def _row(view: View, member: Member, facts: Mapping[Side, Mapping[int, Mapping[str, object]]]) -> Node:
    href = goto_item(view, member.ordinal, member.item_id)
    places: dict[Side, int | None] = {"a": member.a, "b": member.b}
    known = {side: facts.get(side, {}).get(-1 if at is None else at) for side, at in places.items()}
    target = next((_target(row["target"]) for row in known.values() if row is not None), "")
    link_to = el("a", id_text(member.item_id), href=href, keep=f"pair:{member.ordinal}")
    return el(
        "tr",
        el("td", link_to, cls="c-item_id", title=f"{member.item_id} {member.category or ''}".strip()),
        el("td", target, cls="c-target", title=target),
        *(_answer(row) for row in known.values()),
        el("td", member.cause, cls="soft", title=member.cause),
    )


def _answer(row: Mapping[str, object] | None) -> Node:
    if row is None:
        return el("td", "–", cls="soft")
    verdict, score = str(row["verdict"]), row["score"]
    answer = row["answer"] if isinstance(row["answer"], str) else "no answer"
    soft = f" {score:.3f}" if isinstance(score, float) and score not in (0.0, 1.0) and score == score else ""  # noqa: PLR0124 - NaN
    words = f"{SIGNS.get(verdict, '')} {answer}{soft}".strip()
    return el("td", words, cls=f"{verdict} c-answer", title=words)


def _target(value: object) -> str:
    """Return the target as people read it; the column holds it as JSON."""
    values = json.loads(value) if isinstance(value, str) else []
    return " or ".join(values)


def _to(view: View, found: Members, at: int) -> str | None:
    if not 0 <= at < len(found):
        return None
    start = at // ROWS_A_PAGE * ROWS_A_PAGE
    one = member_of(found[at], view)
    return goto_item(replace(view, start=start), one.ordinal, one.item_id)


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
