"""The findings of a lane, those first that move its headline most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.asked import facets_of, summary_of
from app.components.counts import moved_credit, number, tone
from app.components.elements import Node, el
from app.components.problems import card
from app.components.words import finding_sentence, signed, value_text
from app.library import Opened
from app.state import DEFAULT_COLUMNS, Side, View
from scoring.audit.filter import Filter


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRow:
    """One finding.

    Attributes:
        n: items that have it.
        effect: by how much their credit differs, rescored minus recorded; None if it cannot be said.
        columns: what the table of its items shows.
    """

    title: str
    sentence: str
    n: int
    effect: int | None
    where: Filter
    columns: tuple[str, ...] = DEFAULT_COLUMNS


def findings_card(view: View, side: Side, opened: Opened) -> Node:
    """Return the findings with their items and their effect on the number of correct items."""
    rows = sorted(_rows(opened), key=_rank)
    if not rows:
        return card(
            "Findings", el("p", "None: the recorded scoring is consistent on every item.", cls="soft")
        )
    head = el(
        "tr",
        el("th", "what was found"),
        el("th", "items", cls="num"),
        el("th", "effect on correct", cls="num"),
    )
    body = (_row(view, side, row) for row in rows)
    note = el("p", "An item may have several findings; their effects overlap.", cls="hint")
    return card(
        "Findings",
        el("table", el("thead", head), el("tbody", *body), cls="findings"),
        note if len(rows) > 1 else None,
    )


def _rank(row: FoundRow) -> tuple[int, int, str]:
    """Return the place of a finding: by effect; of equal effects the one of fewer items explains more."""
    effect = abs(row.effect or 0)
    return (-effect, row.n if effect else -row.n, row.title)


def _rows(opened: Opened) -> Iterator[FoundRow]:
    for group in opened.summary.by_finding:
        yield FoundRow(
            title=value_text("findings", group.value),
            sentence=finding_sentence(group.value),
            n=group.rescored.n,
            effect=moved_credit(group.recorded, group.rescored),
            where=Filter(findings=(group.value,)),
        )
    where = Filter(agreement=("recorded_only",))
    values = facets_of(opened, Filter(), ("agreement",))["agreement"]
    if any(v.value == "recorded_only" for v in values):
        found = summary_of(opened, where)
        yield FoundRow(
            title="Recorded answer not in the text",
            sentence="An answer is recorded, but our rules find none in what the model wrote.",
            n=found.n,
            effect=moved_credit(found.recorded, found.rescored),
            where=where,
            columns=("target", "recorded_verdict", "verdict", "findings", "recorded_answer"),
        )


def _row(view: View, side: Side, row: FoundRow) -> Node:
    effect = "–" if row.effect is None else signed(row.effect) if row.effect else "none"
    return el(
        "tr",
        el("td", el("span", row.title, cls="strong"), el("span", row.sentence, cls="hint")),
        el("td", number(view, side, row.n, row.where, columns=row.columns), cls="num strong"),
        el("td", effect, cls=f"num {tone(row.effect or 0)}"),
    )
