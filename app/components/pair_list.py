"""The listed items of a comparison: which they are, and each with the answers of both lanes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np

from app.asked import Order, rows_of
from app.components.elements import Node, el
from app.components.lane_lists import BY_VERDICT, CAUSE_WORDS, CELL_TITLES, first_cell, restrictions
from app.components.words import SIGNS, id_text, plural
from app.library import Opened
from app.state import ROWS_A_PAGE, Side, View, goto_item, link
from scoring.audit.filter import Filter
from scoring.stats.comparison import Comparison, Pair, Pairs, Single, Singles

Members: TypeAlias = Pairs | Singles

LIST_MARK: Final = "list"
"""The mark that a link of another panel scrolls to."""
_COLUMNS: Final = ("ordinal", "target", "target_mode", "answer", "verdict", "score")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One line of the list: an item and where it stands in either lane; None where it does not."""

    item_id: str
    attempt: int
    category: str | None
    cause: str
    a: int | None
    b: int | None

    @property
    def ordinal(self) -> int:
        """Return what the URL names it by: its place in A, or in B where A does not have it."""
        return self.a if self.a is not None else (self.b or 0)


def has_attempts(comparison: Comparison) -> bool:
    """Return whether a lane has several attempts at an item, so that an id does not name a line."""
    return comparison.attempts_a is not None or comparison.attempts_b is not None


def place_in(found: Members, view: View) -> int | None:
    """Return the position of the item that the view names; None where the list does not hold it.

    An item whose id is in the list is found there also where the link's place in the file is another.
    """
    if not found or (view.item, view.ordinal) == (None, None):
        return None
    # Columns, not records: a list may hold every item of a run.
    place = "a" if "a" in found.columns else "ordinal"
    columns = found.table("item_id", place)
    at = (
        np.ones(len(found), dtype=bool) if view.ordinal is None else columns[place].to_numpy() == view.ordinal
    )
    if view.item is not None:
        named = np.asarray(columns["item_id"].to_pylist(), dtype=object) == view.item
        at = at & named if (at & named).any() else named
    return int(at.argmax()) if at.any() else None


def list_title(view: View, comparison: Comparison, n: int) -> str:
    """Return the heading of the list: what it holds, by whose verdicts, and how many."""
    cell = view.cell or first_cell(comparison)
    basis = f", {view.basis}" if cell in BY_VERDICT else ""
    return f"{CELL_TITLES[cell]}{basis} · {plural(n, 'item')}"


def list_nodes(
    view: View, comparison: Comparison, found: Members, lanes: Mapping[Side, Opened]
) -> list[Node]:
    """Return the list of items with both answers, each a link, and what it is restricted to."""
    title = el("h3", list_title(view, comparison, len(found)), mark=LIST_MARK)
    chips = [_chip(words, href) for words, href in restrictions(view)]
    head = [title, *([el("p", *chips, cls="chips")] if chips else [])]
    name = f"list:{view.cell}:{view.basis}:{view.compared}"
    if not found:
        none = el("p", "No item here. Choose another number of the figures.", cls="soft")
        return [el("section", *head, none, arrive=name)]
    shown = [member_of(one, view) for one in found[view.start : view.start + ROWS_A_PAGE]]
    facts = {side: _facts(opened, shown, side) for side, opened in lanes.items()}
    several = has_attempts(comparison)
    last = "cause" if "a" in found.columns else "in the file"
    names = ("item", *(("attempt",) if several else ()), "target", "A", "B", last)
    table = el(
        "table",
        el("thead", el("tr", *(el("th", name) for name in names))),
        el("tbody", *(_row(view, member, facts, has_attempt=several) for member in shown)),
    )
    box = el("div", table, cls="items scroll short", keep=f"{name}:{view.start}")
    # In a narrow window the list stands below the figures; a link to it leads there.
    return [el("section", *head, box, *_pager(view, len(found)), arrive=name)]


def _chip(words: str, href: str) -> Node:
    label = f"{words}: show all again"
    return el(
        "a", el("span", words, cls="cut"), el("span", "✕"), href=href, cls="chip", title=label, label=label
    )


def member_of(one: Pair | Single, view: View) -> Member:
    """Return a line of the list."""
    if isinstance(one, Pair):
        return Member(
            item_id=one.item_id,
            attempt=one.attempt,
            category=one.category,
            cause=CAUSE_WORDS[one.cause],
            a=one.a,
            b=one.b,
        )
    in_b = view.cell in ("only_b", "duplicates_b")
    places = {"a": None, "b": one.ordinal} if in_b else {"a": one.ordinal, "b": None}
    # Items whose key is not unique are told apart by nothing else.
    place = f"place {one.ordinal + 1:,}"
    return Member(item_id=one.item_id, attempt=one.attempt, category=one.category, cause=place, **places)


def to_member(view: View, found: Members, at: int) -> str | None:
    """Return the link to the member at a position; None where the list has none there."""
    if not 0 <= at < len(found):
        return None
    start = at // ROWS_A_PAGE * ROWS_A_PAGE
    one = member_of(found[at], view)
    return goto_item(replace(view, start=start), one.ordinal, one.item_id)


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


def _row(
    view: View,
    member: Member,
    facts: Mapping[Side, Mapping[int, Mapping[str, object]]],
    *,
    has_attempt: bool,
) -> Node:
    href = goto_item(view, member.ordinal, member.item_id)
    places: dict[Side, int | None] = {"a": member.a, "b": member.b}
    known = {side: facts.get(side, {}).get(-1 if at is None else at) for side, at in places.items()}
    # One target, or what each lane was scored against.
    targets = dict.fromkeys(_target(row) for row in known.values() if row is not None)
    target = " ≠ ".join(targets)
    link_to = el("a", id_text(member.item_id), href=href, keep=f"pair:{member.ordinal}")
    return el(
        "tr",
        el("td", link_to, cls="c-item_id", title=f"{member.item_id} {member.category or ''}".strip()),
        el("td", f"{member.attempt:,}", cls="soft") if has_attempt else None,
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


def _target(row: Mapping[str, object]) -> str:
    """Return the target as people read it; the column holds it as JSON."""
    value = row["target"]
    values = json.loads(value) if isinstance(value, str) else []
    return f" {'and' if row['target_mode'] == 'all' else 'or'} ".join(values)


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
