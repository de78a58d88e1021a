"""Where the difference comes from: waterfall and causes, and the 2x2 of both scorers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.compared import Basis
from app.components.counts import tone
from app.components.elements import Node, el
from app.components.lane_forest import forest
from app.components.lane_lists import CAUSE_WORDS, CELL_TITLES, list_href, to_list
from app.components.words import plural, signed
from app.figures.two_by_two import SquareCell, build_two_by_two
from app.figures.waterfall import Bar, build_waterfall
from app.state import View, goto_items, only
from scoring.stats.attribution import CAUSES, Attribution, CausePart
from scoring.stats.comparison import Comparison, PairedContrast

_WON: Final = {"only_b_correct": ("won", "correct"), "only_a_correct": ("lost", "incorrect")}
_PP: Final = 100


def side_by_side(view: View, comparison: Comparison) -> Iterator[Node]:
    """Yield the figures below the metrics in two columns: the parts of the difference, the categories."""
    parts, plot, squares = waterfall(view, comparison), forest(view, comparison), flips(view, comparison)
    # Without anything recorded there is no waterfall, and room for the 2x2 in its place.
    is_split = bool(comparison.recorded.n)
    left, right = ((parts,), (plot, squares)) if is_split else ((parts, squares), (plot,))
    yield el("div", *left, cls="fall")
    yield el("div", *right, cls="rest")


# --- the waterfall --------------------------------------------------------------------------------


def attribution_line(parts: Attribution) -> str:
    """Return the split in short: `recorded +4 = model +13, scorer −9`."""
    return f"recorded {signed(parts.recorded)} = model {signed(parts.model)}, scorer {signed(parts.scorer)}"


def waterfall(view: View, comparison: Comparison) -> Node:
    """Return the way from A as recorded to B as recorded, each step with its pairs, and the causes."""
    parts = comparison.attribution
    title = el("h3", "Where the difference comes from")
    if not comparison.recorded.n:
        return el("section", title, el("p", parts.sentence, cls="soft"), cls="card")
    line = attribution_line(parts)
    bars = build_waterfall(parts).bars
    steps = (_step(view, comparison, bar) for bar in bars)
    cut = " ⫽ Totals do not start at 0." if any(bar.is_cut for bar in bars) else ""
    return el(
        "section",
        title,
        el("p", line, cls="strong"),
        el("div", *steps, cls="waterfall", role="group", label=parts.sentence),
        el("p", f"Items, over {plural(parts.n, 'pair')}.{cut}", cls="hint"),
        _causes(view, parts.by_cause),
        cls="card",
    )


def _step(view: View, comparison: Comparison, bar: Bar) -> Node:
    is_total = bar.kind == "total"
    words = f"{bar.n:,}" if is_total else signed(bar.n)
    name = bar.name if is_total else f"{bar.name} {words}"
    colour = "total" if is_total else "gain" if bar.n > 0 else "loss" if bar.n < 0 else "none"
    level = bar.top if is_total or bar.n > 0 else bar.bottom
    inside = (
        el("span", cls="column", band=f"{bar.top:.4f} {bar.bottom:.4f}"),
        el("span", cls="break") if bar.is_cut else None,
        el("span", cls="level", band=f"{level:.4f}"),
        el("span", words if is_total else name, cls="value", band=f"{bar.top:.4f}"),
        el("span", bar.name if is_total else "", cls="name"),
    )
    label = f"{name}: {plural(bar.n, 'item')}" if is_total else f"{name} items"
    href = _step_href(view, comparison, bar)
    if href is None:
        return el("div", *inside, cls=f"step {colour}", label=label, role="img")
    return el(
        "a", *inside, cls=f"step {colour}", href=href, label=label, title=label, keep=f"step:{bar.name}"
    )


def _step_href(view: View, comparison: Comparison, bar: Bar) -> str | None:
    """Return where the items of a step are; None where they cannot be listed as such."""
    if bar.kind != "total":
        return list_href(view, cell="pairs", part=bar.kind)
    is_a = bar.name.startswith("A")
    everything = comparison.all_recorded.a if is_a else comparison.all_recorded.b
    if everything.correct != bar.n:
        return None
    return goto_items(view, only("recorded_verdict", "correct"), side="a" if is_a else "b")


def _causes(view: View, parts: tuple[CausePart, ...]) -> Node:
    heads = (("cause", ""), ("pairs", "num"), ("model", "num"), ("scorer", "num"))
    head = el("thead", el("tr", *(el("th", title, cls=cls) for title, cls in heads)))
    rows = (
        el(
            "tr",
            el("td", CAUSE_WORDS[one.cause], title=CAUSES[one.cause]),
            el(
                "td",
                to_list(view, f"{one.n:,}", cell="pairs", cause=one.cause, title=CAUSES[one.cause]),
                cls="num",
            ),
            *(el("td", signed(n), cls=f"num {tone(n)}") for n in (one.model, one.scorer)),
        )
        for one in parts
    )
    return el("table", head, el("tbody", *rows), cls="causes")


# --- the 2x2 --------------------------------------------------------------------------------------


def flips(view: View, comparison: Comparison) -> Node:
    """Return who got the pairs right, by our verdicts and by the recorded ones."""
    tables: list[Node] = [_flips(view, comparison.rescored, "rescored")]
    if comparison.recorded.n:
        tables.append(_flips(view, comparison.recorded, "recorded"))
    return el("section", *tables, cls="card squares")


def _flips(view: View, contrast: PairedContrast, basis: Basis) -> Node:
    right, wrong = build_two_by_two(contrast)
    head = el("thead", el("tr", el("th", ""), el("th", "B correct", cls="num"), el("th", "B not", cls="num")))
    body = (
        el("tr", el("td", name), *(_square(view, basis, cell) for cell in cells))
        for name, cells in (("A correct", right), ("A not", wrong))
    )
    left = contrast.not_compared
    words = f"{left:,} not compared: no verdict in a lane"
    more = el("p", to_list(view, words, cell="not_compared", basis=basis, cls="quiet")) if left else None
    return el(
        "div",
        el("h3", f"Flips, {basis}"),
        el("table", head, el("tbody", *body), cls="flips"),
        more,
        cls="square",
    )


def _square(view: View, basis: Basis, cell: SquareCell) -> Node:
    word, colour = _WON.get(cell.name, ("", ""))
    words = f"{cell.n:,} {word}".strip()
    inside = (
        to_list(view, words, cell=cell.name, basis=basis, title=f"List: {CELL_TITLES[cell.name]}")
        if cell.n
        else el("span", words, cls="soft")
    )
    churn = (
        el("span", to_list(view, f"{cell.churn:,} changed answer", cell="churn", basis=basis), cls="churn")
        if cell.churn
        else None
    )
    chosen = "chosen" if view.cell == cell.name and view.basis == basis else ""
    share = f"{cell.share * _PP:.1f} % of {basis} pairs"
    cls = " ".join(filter(None, ("num", "shaded", colour, chosen)))
    return el("td", inside, churn, cls=cls, bar=cell.share, title=share)
