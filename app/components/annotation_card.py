"""The card of an annotated item: rewards, ledger, what was found, the other lane, and the response."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.components.annotated import Annotated
from app.components.diagnosis import diagnosis_nodes
from app.components.elements import Node, el
from app.components.frame import Frame
from app.components.item_card import content_box, explanation_line, reasoning_box, verdict_line
from app.components.ledger import Picks, ledger_node
from app.components.trace_card import scored_box, trace_marks, trace_nodes
from app.components.words import signed
from app.looks import Lanes, Look
from app.state import Side, View, goto_item, link
from scoring.draw.caption import contract_text
from scoring.draw.words import number_text
from scoring.trace.explain import TraceExplanation

_ALIKE: Final = 0.0005


def card_nodes(frame: Frame, view: View, one: Annotated, *, chosen: int | None, chart: str) -> list[Node]:
    """Return everything about an item that is not its picture.

    Args:
        frame: the open lanes.
        view: of this item.
        one: the item.
        chosen: the row of the ledger that stands out, or None.
        chart: key of the chart whose witnesses lead to the rows.
    """

    def to_row(at: int) -> str:
        row = None if at == chosen else at
        return link(replace(view, look=replace(view.look, row=row)))

    picks = Picks(chart=chart, to_row=to_row)

    explained = one.explained
    return [
        verdict_line(one.row),
        explanation_line(one.row),
        *_tried(view, one),
        *(
            trace_nodes(one.row, explained, picks=picks, chosen=chosen)
            if explained is not None
            else _plain_ledger(one, picks, chosen)
        ),
        *_contract(one),
        *diagnosis_nodes(view, one),
        *_other_lane(frame, view, one),
        el("p", el("a", "the whole item", href=_whole(view, one), cls="link"), cls="more"),
    ]


def response_nodes(one: Annotated, *, chosen: int | None, side: Side | None = None) -> list[Node]:
    """Return the text that was scored, with each witness marked where it was read.

    Args:
        one: the item.
        chosen: the row of the ledger whose characters stand out, or None.
        side: the lane, where both stand beside each other.
    """
    scored = scored_box(one.row)
    marks = trace_marks(one.row, one.explained, box=scored, chosen=chosen) if one.explained else []
    identity = f"{one.opened.id}:{one.row.ordinal}:annotation{side or ''}"
    if scored == "reasoning":
        return [reasoning_box(one.row, identity=identity, more=marks)]
    return [content_box(one.row, identity=identity, title="Response", more=marks)]


def _tried(view: View, one: Annotated) -> Iterator[Node]:
    """Yield what another half-life changes."""
    if view.look.life == "used" or one.explained is None or one.row.annotation_reward is None:
        return
    tried, used = one.explained.result["annotation_reward"], one.row.annotation_reward
    words = (
        f"What if: with a half-life of {number_text(one.explained.half_life_px or 0.0)} px the annotation "
        f"would earn {number_text(tried)} instead of {number_text(used)}. The item's reward stays as it is."
    )
    yield el("p", words, cls="notice info")


def _plain_ledger(one: Annotated, picks: Picks, chosen: int | None) -> list[Node]:
    """Return the ledger of an item that is no Trace item, such as a detection item."""
    if not one.scene.rows or not one.scene.is_scored:
        return []
    explained = TraceExplanation(
        result={"annotation_reward": one.row.annotation_reward or one.row.score or 0.0},
        annotation_type=one.row.annotation_type,
        object_span=None,
        found=None,
        answer_span=None,
        annotation_span=None,
        ledger=one.scene.rows,
    )
    node = ledger_node(explained, "content", picks=picks, chosen=chosen)
    return [el("section", el("h3", "Witnesses"), node, cls="ledger")]


def _contract(one: Annotated) -> Iterator[Node]:
    name = contract_text(one.row.reward_contract)
    if name:
        yield el("p", "contract ", el("span", name, cls="mono"), cls="soft")


def _other_lane(frame: Frame, view: View, one: Annotated) -> Iterator[Node]:
    """Yield what the other lane earned on the same item, and the difference."""
    twin = one.twin
    other: Side = "a" if view.lane == "b" else "b"
    if twin is None or other not in frame.lanes:
        return
    pairs = (
        ("annotation", twin.annotation_reward, one.row.annotation_reward),
        ("score", twin.score, one.row.score),
    )
    told = [_difference(view.lane, name, theirs, ours) for name, theirs, ours in pairs]
    here = replace(view, lane=other, look=replace(view.look, row=None, zoom=None))
    words = "show it alone" if view.look.lanes == "over" else "show it on the picture"
    lanes: Lanes = "one" if view.look.lanes == "over" else "over"
    yield el(
        "section",
        el("h3", "Other lane"),
        el(
            "p",
            f"{other.upper()} · {frame.lanes[other].label}: ",
            *(node for node in told if node is not None),
        ),
        el(
            "p",
            el("a", words, href=link(replace(view, look=replace(view.look, lanes=lanes))), cls="link"),
            " · ",
            el(
                "a",
                f"look at lane {other.upper()}",
                href=goto_item(here, twin.ordinal, twin.item_id),
                cls="link",
            ),
        ),
        cls="otherlane",
    )


def _difference(lane: Side, name: str, theirs: float | None, ours: float | None) -> Node | None:
    if theirs is None or ours is None:
        return None
    is_same = abs(ours - theirs) < _ALIKE
    tone = "soft" if is_same else "up" if ours > theirs else "down"
    told = "the same" if is_same else f"{lane.upper()} is {signed(ours - theirs, 3)}"
    return el(
        "span",
        f"{name} ",
        el("span", number_text(theirs), cls="strong"),
        " (",
        el("span", told, cls=tone),
        ") ",
    )


def _whole(view: View, one: Annotated) -> str:
    items = replace(view, page="items", look=Look(), sort="ordinal", descending=False)
    return goto_item(items, one.row.ordinal, one.row.item_id)
