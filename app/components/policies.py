"""One item under other policies: every shipped one at a glance, and the one that is tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.components.elements import Node, el
from app.components.keys import POLICIES as KEY
from app.components.words import verdict_node
from app.state import Lane, View, link
from scoring.audit.item_row import ItemRow
from scoring.policy import POLICIES
from scoring.records import Decision


def policy_switch(view: View) -> Node:
    """Return the link that shows the item under every policy, or no more."""
    words = "hide other policies" if view.policies else "under other policies"
    href = link(replace(view, policies=not view.policies))
    # Another panel draws the page for it, so that every link of the page has it.
    return el("a", el("kbd", KEY.upper()), f" {words}", href=href, hotkey=KEY, keep="policies", via="table")


def tried_node(view: View, row: ItemRow, shown: str, decision: Decision) -> Node:
    """Return what the lane's policy and the one that is tried decide on an item, a line each.

    Args:
        shown: name of the policy that the lane is shown with.
        decision: what the policy of `view.tried` decides.
    """
    tried = view.tried.name if view.tried else ""
    found = decision.extraction
    lines = (
        _decided("shown", shown, row.verdict, row.answer, row.explanation),
        _decided("tried", tried, decision.verdict, found.answer, decision.explanation),
    )
    back = el("a", "all its flips", href=link(replace(view, page="policies")), cls="link", keep="tried:flips")
    # Another panel draws the page without the trial, so that no link of the page has it any more.
    leave = el(
        "a",
        "leave the trial",
        href=link(replace(view, tried=None)),
        cls="link",
        via="table",
        keep="tried:leave",
    )
    return el(
        "section",
        el("h3", "Shown and tried"),
        el("table", el("tbody", *lines)),
        el("p", back, " · ", leave, cls="hint"),
        cls="policies tried",
    )


def _decided(which: str, policy: str, verdict: str, answer: str | None, explanation: str) -> Node:
    return el(
        "tr",
        el("td", which, el("span", policy, cls="hint wrap")),
        el("td", verdict_node(verdict)),
        el("td", answer or "no answer", cls="wrap" if answer else "wrap soft"),
        el("td", explanation.replace("`", ""), cls="wrap soft"),
    )


def policy_table(view: View, row: ItemRow, decisions: Mapping[str, Decision]) -> Node:
    """Return verdict, answer and rule under each policy, marked where they differ from what is shown."""
    head = el("thead", el("tr", *(el("th", t) for t in ("policy", "verdict", "answer", "rule", ""))))
    lines = (_line(view, row, name, decision) for name, decision in decisions.items())
    n = sum(d.verdict != row.verdict for d in decisions.values())
    told = f"{n} of {len(decisions)} policies decide otherwise" if n else "Every policy decides the same"
    return el(
        "section",
        el("h3", "Under every policy"),
        el("p", told, cls="hint"),
        el("table", head, el("tbody", *lines)),
        cls="policies",
        arrive="policies",
    )


def _line(view: View, row: ItemRow, name: str, decision: Decision) -> Node:
    found = decision.extraction
    is_other = decision.verdict != row.verdict
    is_other_answer = found.answer != row.answer
    lane = view.side(view.lane)
    is_shown = lane is not None and lane.policy == name
    words = "shown here" if is_shown else "≠ verdict" if is_other else "≠ answer" if is_other_answer else ""
    return el(
        "tr",
        el("td", _policy(view, lane, name, is_shown=is_shown), title=POLICIES[name].description),
        el("td", verdict_node(decision.verdict)),
        el("td", found.answer or "no answer", cls="wrap" if found.answer else "wrap soft"),
        el("td", found.rule or "–", cls="soft"),
        el("td", words, cls="strong" if is_other else "soft"),
        cls="shown" if is_shown else "differs" if is_other or is_other_answer else "",
        title=decision.explanation.replace("`", ""),
    )


def _policy(view: View, lane: Lane | None, name: str, *, is_shown: bool) -> Node:
    """Return the policy as a link that rescores the whole lane with it and stays at the item."""
    if lane is None or is_shown:
        return el("span", name, cls="strong")
    other = replace(lane, policy=name)
    href = link(replace(view, a=other) if view.lane == "a" else replace(view, b=other))
    return el("a", name, href=href, cls="link", via="table", label=f"Rescore the lane with {name}")
