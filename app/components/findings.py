"""The findings of a lane: first those that make up the difference of its headline, then all others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.components.counts import moved_credit, number, tone
from app.components.elements import Node, el
from app.components.problems import card
from app.components.story import reasons
from app.components.words import finding_sentence, signed, value_text
from app.library import Opened
from app.state import DEFAULT_COLUMNS, Side, View
from scoring.audit.filter import Filter
from scoring.audit.summary import Summary

_COLUMNS = {
    "recorded_answer_not_found": ("target", "recorded_verdict", "verdict", "findings", "recorded_answer"),
    "recorded_answer_misread": (
        "target", "answer", "recorded_verdict", "verdict", "findings", "recorded_answer",
    ),
}  # fmt: skip
"""What the table of a finding's items shows where the usual columns do not show why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRow:
    """One finding, or another reason why credit moved.

    Attributes:
        n: items that have it.
        effect: by how much their credit differs, rescored minus recorded; None if it cannot be said.
        is_part: whether the effect is a part of the headline's difference, which all such parts sum to.
            The effect of any other finding is counted there already.
        columns: what the table of its items shows.
    """

    title: str
    sentence: str
    n: int
    effect: int | None
    where: Filter
    is_part: bool
    columns: tuple[str, ...] = DEFAULT_COLUMNS


def findings_card(view: View, side: Side, opened: Opened) -> Node:
    """Return the findings with their items and their effect on the number of correct items."""
    rows = sorted(found_rows(opened.summary), key=_rank)
    if not rows:
        is_recorded = opened.summary.recorded.scored > 0
        none = "None: the recorded scoring is consistent on every item."
        nothing = "The run file holds no verdicts, so there is nothing that could be inconsistent with them."
        return card("Findings", el("p", none if is_recorded else nothing, cls="soft"))
    head = el(
        "tr",
        el("th", "what was found"),
        el("th", "items", cls="num"),
        el("th", "effect on correct", cls="num"),
    )
    parts = [row for row in rows if row.is_part]
    others = [row for row in rows if not row.is_part]
    body = [
        *(_row(view, side, row) for row in parts),
        *([_total(sum(row.effect or 0 for row in parts))] if len(parts) > 1 else []),
        *(_row(view, side, row) for row in others),
    ]
    has_brackets = parts and any(row.effect for row in others)
    note = "In brackets: counted above already." if has_brackets else None
    return card(
        "Findings",
        el("table", el("thead", head), el("tbody", *body), cls="findings"),
        el("p", note, cls="hint") if note else None,
    )


def found_rows(summary: Summary) -> Iterator[FoundRow]:
    """Yield a row for every finding, and for every reason of the headline that is none."""
    given = reasons(summary)
    parts = {reason.finding for reason in given}
    for group in summary.by_finding:
        is_part = group.value in parts
        effect = sum(r.effect for r in given if r.finding == group.value)
        yield FoundRow(
            title=value_text("findings", group.value),
            sentence=finding_sentence(group.value),
            n=group.rescored.n,
            effect=effect if is_part else moved_credit(group.recorded, group.rescored),
            where=Filter(findings=(group.value,)),
            is_part=is_part,
            columns=_COLUMNS.get(group.value, DEFAULT_COLUMNS),
        )
    for reason in given:
        if not reason.finding:
            change = reason.where.change[0]
            yield FoundRow(
                title=value_text("change", change).capitalize(),
                sentence="A change of credit without a finding.",
                n=reason.n,
                effect=reason.effect,
                where=reason.where,
                is_part=True,
            )


def _rank(row: FoundRow) -> tuple[int, int, str]:
    """Return the place of a finding: by effect; of equal effects the one of fewer items explains more."""
    effect = abs(row.effect or 0)
    return (-effect, row.n if effect else -row.n, row.title)


def _total(difference: int) -> Node:
    words = el("span", "Together: the difference between recorded and rescored")
    effect = el("td", signed(difference), cls=f"num {tone(difference)}")
    return el("tr", el("td", words), el("td"), effect, cls="total")


def _row(view: View, side: Side, row: FoundRow) -> Node:
    effect = "–" if row.effect is None else signed(row.effect) if row.effect else "none"
    is_inside = bool(row.effect) and not row.is_part
    return el(
        "tr",
        el("td", el("span", row.title, cls="strong"), el("span", row.sentence, cls="hint")),
        el("td", number(view, side, row.n, row.where, columns=row.columns), cls="num strong"),
        el(
            "td",
            f"({effect})" if is_inside else effect,
            cls=f"num {'soft' if is_inside else tone(row.effect or 0)}",
        ),
    )
