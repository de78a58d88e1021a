"""Where the difference comes from: waterfall and causes, the 2x2 of both scorers, forest plot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.compared import Basis
from app.components.counts import tone
from app.components.elements import Node, el
from app.components.figures import SIGNIFICANT, p_text
from app.components.lane_lists import CAUSE_WORDS, CELL_TITLES, list_href, to_list
from app.components.words import plural, points, signed, value_text
from app.figures.forest import Forest, ForestRow, build_forest
from app.figures.two_by_two import SquareCell, build_two_by_two
from app.figures.waterfall import Bar, build_waterfall
from app.state import View, goto_items, only
from scoring.stats.attribution import CAUSES, Attribution, CausePart
from scoring.stats.comparison import Comparison, PairedContrast

_MOST_LINES: Final = 200
"""Lines of the forest plot; the largest categories."""
_WON: Final = {"only_b_correct": ("won", "correct"), "only_a_correct": ("lost", "incorrect")}
_PP: Final = 100


# --- the waterfall --------------------------------------------------------------------------------


def attribution_line(parts: Attribution) -> str:
    """Return the split in short: `recorded +4 = model +13, scorer −9`."""
    return f"recorded {signed(parts.recorded)} = model {signed(parts.model)}, scorer {signed(parts.scorer)}"


def waterfall(view: View, comparison: Comparison) -> Node:
    """Return the way from A as recorded to B as recorded, each step with its pairs, and the causes."""
    parts = comparison.attribution
    title = el("h3", "Where the difference comes from")
    if not comparison.recorded.n:
        return el("section", title, el("p", parts.sentence, cls="soft"), cls="card half")
    line = attribution_line(parts)
    bars = build_waterfall(parts).bars
    steps = (_step(view, comparison, bar) for bar in bars)
    cut = " Bars of totals do not start at 0." if any(bar.is_cut for bar in bars) else ""
    return el(
        "section",
        title,
        el("p", line, cls="strong"),
        el("div", *steps, cls="waterfall", role="group", label=parts.sentence),
        el("p", f"Items, over {plural(parts.n, 'pair')}.{cut}", cls="hint"),
        _causes(view, parts.by_cause),
        cls="card half",
    )


def _step(view: View, comparison: Comparison, bar: Bar) -> Node:
    is_total = bar.kind == "total"
    words = f"{bar.n:,}" if is_total else signed(bar.n)
    name = bar.name if is_total else f"{bar.name} {words}"
    colour = "total" if is_total else "gain" if bar.n > 0 else "loss" if bar.n < 0 else "none"
    level = bar.top if is_total or bar.n > 0 else bar.bottom
    inside = (
        el("span", cls="column", band=f"{bar.top:.4f} {bar.bottom:.4f}"),
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
    return el("section", *tables, cls="card half")


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


# --- the forest plot ------------------------------------------------------------------------------


def forest(view: View, comparison: Comparison) -> Node | None:
    """Return the difference by category with intervals; None where there is but one category."""
    groups = comparison.by_category
    if len(groups) < 2:  # noqa: PLR2004 - one category is all pairs
        return None
    plot = build_forest(groups[:_MOST_LINES], recorded=comparison.recorded, rescored=comparison.rescored)
    titles = (("category", ""), ("pairs", "num"), ("A %", "num wide"), ("B %", "num wide"), ("", "plot"),
              ("B − A", "num"), ("95 %", "num wide"), ("p adj.", "num"))  # fmt: skip
    head = el("thead", el("tr", *(el("th", title, cls=cls) for title, cls in titles)))
    contrasts = [comparison.rescored, *(one.rescored for one in groups)]
    rows = (_line(view, plot, row, contrast) for row, contrast in zip(plot.rows, contrasts, strict=False))
    table = el("table", head, el("tbody", *rows), el("tfoot", _axis(plot)))
    return el(
        "section",
        el("h3", "By category, rescored B − A in percentage points"),
        el(
            "div", table, cls="scroll list tall", keep="forest", label="Difference by category", role="region"
        ),
        *_legend(comparison),
        cls="card full forest",
    )


def _line(view: View, plot: Forest, row: ForestRow, contrast: PairedContrast) -> Node:
    name = "all pairs" if row.value is None else value_text("category", row.value)
    is_clear = row.p is not None and row.p < SIGNIFICANT
    flipped = contrast.a_only + contrast.b_only
    words = f"{name}: {_said(row)}"
    link = to_list(
        view, name, cell="flipped" if flipped else "pairs", basis="rescored", group=row.value, title=words
    )
    caution = el("span", "!", cls="caution", title=row.caution, role="img", label=f"caution: {row.caution}")
    interval = (
        ""
        if row.low_pp is None or row.high_pp is None
        else f"{signed(row.low_pp, 1)} … {signed(row.high_pp, 1)}"
    )
    value = "–" if row.diff_pp is None else signed(row.diff_pp, 2)
    p = ("◆ " if is_clear and row.value else "") + p_text(row.p)
    return el(
        "tr",
        el("td", link, cls="cut"),
        el("td", f"{row.n:,}", cls="num soft"),
        el("td", _percent(contrast.accuracy_a.value), cls="num soft wide"),
        el("td", _percent(contrast.accuracy_b.value), cls="num soft wide"),
        el("td", _marks(plot, row, words), cls="plot"),
        el("td", value, cls=f"num {tone(row.diff_pp or 0.0)}"),
        el("td", interval, caution if row.caution else None, cls="num soft wide"),
        el("td", p, cls="num strong" if is_clear else "num soft"),
        cls="whole" if row.value is None else "",
    )  # fmt: skip


def _marks(plot: Forest, row: ForestRow, words: str) -> Node:
    parts = [el("span", cls="zero", band=f"{plot.zero:.4f}")]
    if row.ring is not None:
        parts.append(el("span", cls="ring", band=f"{row.ring:.4f}"))
    if row.start is not None and row.end is not None:
        parts.append(el("span", cls="whisker", band=f"{row.start:.4f} {row.end:.4f}"))
    if row.dot is not None:
        parts.append(el("span", cls="dot", band=f"{row.dot:.4f}"))
    return el("div", *parts, cls="marks", role="img", label=words, title=words)


def _axis(plot: Forest) -> Node:
    ticks = (el("span", signed(value), cls="tickname", band=f"{place:.4f}") for value, place in plot.ticks)
    blank = el("td", "")
    return el(
        "tr", blank, blank, el("td", "", cls="wide"), el("td", "", cls="wide"),
        el("td", el("div", *ticks, cls="marks axis"), cls="plot"), blank, el("td", "", cls="wide"), blank,
    )  # fmt: skip


def _legend(comparison: Comparison) -> Iterator[Node]:
    yield el(
        "p",
        el("span", "●", cls="ours"),
        " rescored, with its 95 % interval (Tango) · ",
        el("span", "○", cls="theirs"),
        " recorded · ◆ below 0.05 with p adjusted for the number of categories (Benjamini-Hochberg)",
        cls="hint",
    )
    left = len(comparison.by_category) - _MOST_LINES
    if left > 0:
        yield el("p", f"The largest {_MOST_LINES} categories; {left:,} more are not drawn.", cls="hint")


def _said(row: ForestRow) -> str:
    if row.diff_pp is None:
        return f"{plural(row.n, 'pair')}, nothing to compare"
    parts = [points(row.diff_pp / _PP)]
    if row.low_pp is not None and row.high_pp is not None:
        parts.append(f"95 % {signed(row.low_pp, 2)} to {signed(row.high_pp, 2)}")
    if row.recorded_pp is not None:
        parts.append(f"recorded {points(row.recorded_pp / _PP)}")
    return ", ".join((*parts, plural(row.n, "pair"), f"p {p_text(row.p)}"))


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share * _PP:.1f}"
