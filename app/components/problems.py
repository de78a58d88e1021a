"""What is wrong with a file, and odd about a run: cards with place, message and cure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from app.components.counts import number
from app.components.elements import Node, el
from app.state import Side, View
from scoring.audit.filter import FACETS, Filter
from scoring.audit.info import RunFinding
from scoring.records import Problem

_SHOWN_PROBLEMS: Final = 200


def card(title: str, *nodes: Node | None, span: str = "") -> Node:
    """Return a titled part of a page; `span` makes it wider."""
    return el("section", el("h3", title), *nodes, cls=f"card {span}".strip())


def problems_card(problems: Sequence[Problem], *, of: str = "") -> Node:
    """Return what was wrong with the file: place, message and cure.

    Args:
        of: whose file, where there are several.
    """
    title = f"Problems in the file{f' of {of}' if of else ''}"
    if not problems:
        return card(title, el("p", "None: every record was read.", cls="soft"))
    head = el("thead", el("tr", *(el("th", t) for t in ("file", "line", "record", "what is wrong", "cure"))))
    rows = (
        el(
            "tr",
            el("td", p.file or "–", cls="mono"),
            el("td", "–" if p.line is None else f"{p.line:,}", cls="num"),
            el("td", p.item_id or ("–" if p.index is None else f"{p.index:,}"), cls="wrap"),
            el("td", p.message, *((el("span", p.path, cls="hint mono"),) if p.path else ()), cls="wrap"),
            el("td", p.cure or "–", cls="wrap soft"),
        )
        for p in problems[:_SHOWN_PROBLEMS]
    )
    left = len(problems) - _SHOWN_PROBLEMS
    more = el("p", f"and {left:,} more, in the audit's run.json", cls="soft") if left > 0 else None
    table = el("div", el("table", head, el("tbody", *rows)), cls="scroll list", keep="problems")
    return card(f"{title} · {len(problems):,}", table, more, span="full")


def run_findings(view: View, side: Side, findings: Sequence[RunFinding], *, of: str = "") -> Iterator[Node]:
    """Yield what is odd about the run as a whole, if anything is; a number leads to its items.

    Args:
        of: whose run, where there are several.
    """
    if findings:
        rows = (
            el("tr", el("td", found.message, cls="wrap"), el("td", _count(view, side, found), cls="num"))
            for found in findings
        )
        yield card(
            f"The run as a whole{f' · {of}' if of else ''}", el("table", el("tbody", *rows)), span="full"
        )


def _count(view: View, side: Side, found: RunFinding) -> Node:
    known = {facet: tuple(values) for facet, values in found.where.items() if facet in FACETS}
    if not known or len(known) < len(found.where):
        return el("span", f"{found.n_items:,}")
    return number(view, side, found.n_items, replace(Filter(), **known))  # type: ignore[arg-type]  # every facet is a tuple of texts
