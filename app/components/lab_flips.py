"""The items that a tried policy decides otherwise than the lane shows, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from app.components.elements import Node, el
from app.components.words import id_text, plural, verdict_node
from app.state import View, goto_item
from scoring.records import Decision
from scoring.rescore.trial import TrialFlip

MOST: Final = 200
"""Flips that are listed."""


def flip_nodes(
    view: View, found: Sequence[TrialFlip], ids: Sequence[str], decide: Callable[[int], Decision]
) -> list[Node]:
    """Return how many items flip between which verdicts, and each with the reason of the tried policy.

    Args:
        ids: the id of every item of the lane, by its ordinal.
        decide: the tried policy's decision on an item.
    """
    if not found:
        return []
    counts = Counter((one.before, one.after) for one in found)
    words = " · ".join(f"{n:,} {_moved(before, after)}" for (before, after), n in counts.most_common())
    head = el("thead", el("tr", *(el("th", t) for t in ("item", "shown", "tried", "answer", "why"))))
    rows = (_line(view, one, ids[one.ordinal], decide(one.ordinal)) for one in found[:MOST])
    left = len(found) - MOST
    more = el("p", f"and {left:,} more", cls="soft") if left > 0 else None
    table = el("div", el("table", head, el("tbody", *rows)), cls="scroll list tall", keep="flips")
    title = f"{plural(len(found), 'item')} flip" + ("s" if len(found) == 1 else "")
    return [el("section", el("h3", title), el("p", words, cls="soft"), table, more, cls="card full")]


def _line(view: View, one: TrialFlip, item_id: str, decision: Decision) -> Node:
    # With the trial in the link: the item's card says what both policies decide.
    target = goto_item(replace(view, page="items"), one.ordinal, item_id)
    same = one.answer_before == one.answer_after
    answers = (one.answer_after,) if same else (one.answer_before, one.answer_after)
    return el(
        "tr",
        el("td", el("a", id_text(item_id), href=target), cls="wrap"),
        el("td", verdict_node(one.before), _score(one.score_before)),
        el("td", verdict_node(one.after), _score(one.score_after)),
        el("td", " → ".join(answer or "none" for answer in answers), cls="wrap"),
        el("td", decision.explanation.replace("`", ""), cls="soft wrap"),
    )


def _moved(before: str, after: str) -> str:
    return f"{_plain(before)}, other score" if before == after else f"{_plain(before)} → {_plain(after)}"


def _score(score: float | None) -> str | None:
    """Return a score that a verdict does not say already."""
    return None if score in (None, 0.0, 1.0) else f" {score:.3f}"


def _plain(verdict: str) -> str:
    return verdict.replace("_", " ")
