"""One item of a comparison: the two responses side by side, and what the lanes were asked otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from app.asked import item_of
from app.components.elements import Node, el
from app.components.item_card import (
    LONG_OPTIONS,
    content_box,
    explanation_line,
    reasoning_box,
    step,
    verdict_line,
)
from app.components.pair_list import Members, member_of, to_member
from app.components.words import id_text
from app.library import Opened
from app.state import Side, View, goto_item
from scoring.audit.item_row import ItemRow

Rows: TypeAlias = Mapping[Side, ItemRow]
"""The item in each lane that has it."""

_SIDES: Final[tuple[Side, ...]] = ("a", "b")


def pair_nodes(
    view: View, found: Members, at: int, lanes: Mapping[Side, Opened], *, has_attempt: bool
) -> list[Node]:
    """Return one item with the two responses side by side, differing final answers marked.

    Args:
        at: its position in the list.
        has_attempt: whether its attempt has to be told.
    """
    member = member_of(found[at], view)
    places: tuple[tuple[Side, int | None], ...] = (("a", member.a), ("b", member.b))
    rows = {side: item_of(lanes[side], place) for side, place in places if place is not None}
    steps = [
        step("previous", "k", to_member(view, found, at - 1)),
        step("next", "j", to_member(view, found, at + 1)),
    ]
    attempt = f"attempt {member.attempt:,}" if has_attempt else ""
    head = el(
        "div",
        el("span", id_text(member.item_id), cls="id"),
        el("span", " · ".join(filter(None, (attempt, member.category))), cls="soft"),
        el("span", f"{at + 1:,} of {len(found):,}", cls="place"),
        el("span", *steps, cls="steps"),
        cls="itemhead",
    )
    return [
        head,
        _answers_line(rows),
        *_differing(rows),
        *_options(rows),
        el("div", *(_side(view, s, rows.get(s), lanes) for s in _SIDES), cls="pair"),
    ]


def _answers_line(rows: Rows) -> Node:
    """Return target and final answer of both lanes, with a sign where they differ."""
    targets = {side: _target(row) for side, row in rows.items()}
    parts: list[Node | str] = []
    if len(set(targets.values())) > 1:
        for side, target in targets.items():
            parts += [
                el("span", f"target of {side.upper()} ", cls="soft"),
                el("span", target, cls="strong"),
                " · ",
            ]
        parts.append(el("span", "B was scored against another target", cls="badge wrap"))
    else:
        parts += [el("span", "target ", cls="soft"), el("span", next(iter(targets.values())), cls="strong")]
    answers = [row.answer or "no answer" for row in rows.values()]
    if len(answers) > 1:
        differ = answers[0] != answers[1]
        words = f"A: {answers[0]} ≠ B: {answers[1]}" if differ else f"same answer {answers[0]}"
        parts += [" · ", el("span", words, cls="badge wrap" if differ else "soft wrap")]
    return el("p", *parts, cls="because")


def _differing(rows: Rows) -> Iterator[Node]:
    """Yield what else the lanes were asked otherwise; the target is told beside the answers."""
    if len(rows) < len(_SIDES):
        return
    a, b = rows["a"], rows["b"]
    parts = {
        "options": list((a.options or {}).items()) != list((b.options or {}).items()),
        "prompt": a.prompt != b.prompt,
        "images": a.images != b.images,
    }
    names = [name for name, differs in parts.items() if differs]
    if names:
        words = f"B was asked with {'another' if names == ['prompt'] else 'other'} {' and '.join(names)}"
        yield el("p", el("span", words, cls="badge wrap"), cls="because")


def _options(rows: Rows) -> Iterator[Node]:
    """Yield the options with target and answers, once where both lanes have the same; nothing without."""
    asked = {side: tuple((row.options or {}).items()) for side, row in rows.items()}
    if len(set(asked.values())) == 1:
        yield from _strip(rows)
        return
    for side, row in rows.items():
        if row.options:
            yield el("p", f"Options of lane {side.upper()}", cls="hint")
            yield from _strip({side: row})


def _strip(rows: Rows) -> Iterator[Node]:
    """Yield one row of options: which is the target of which lane, and what each lane answered."""
    options = next(iter(rows.values())).options
    if not options:
        return
    shown = (_option(rows, label, text) for label, text in options.items())
    is_long = sum(len(text or "") for text in options.values()) > LONG_OPTIONS
    yield el("div", *shown, cls="options long" if is_long else "options")


def _option(rows: Rows, label: str, text: str | None) -> Node:
    aimed = [side.upper() for side, row in rows.items() if label in row.target]
    taken = [side.upper() for side, row in rows.items() if label in (row.answer or "").split(",")]
    target = "target" if len(aimed) == len(rows) else f"target of {aimed[0]}" if aimed else ""
    tags = " · ".join(filter(None, (target, *taken)))
    looks = ("option", "target" if aimed else "", "answer miss" if taken and not aimed else "")
    tag = el("span", tags, cls=f"tag {'correct' if aimed else 'incorrect'}") if tags else None
    words = f" {text}" if text else None
    cls = " ".join(filter(None, looks))
    return el("span", el("span", label, cls="strong"), words, tag, cls=cls, title=text)


def _target(row: ItemRow) -> str:
    return f" {'and' if row.target_mode == 'all' else 'or'} ".join(row.target) or "none in the file"


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
