"""The forest plot: B minus A by category, each with its interval and its pairs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.components.counts import tone
from app.components.elements import Node, el
from app.components.figures import SIGNIFICANT, p_text
from app.components.lane_lists import to_list
from app.components.words import plural, points, signed, value_text
from app.figures.forest import Forest, ForestRow, build_forest
from app.state import View
from scoring.stats.comparison import Comparison, PairedContrast

_MOST_LINES: Final = 200
"""Lines of the forest plot; the largest categories."""
_NOT_ADJUSTED: Final = "The p of all pairs stands in the table above; there is nothing to adjust it for"
_PP: Final = 100


def forest(view: View, comparison: Comparison) -> Node | None:
    """Return the difference by category with intervals; None where there is but one category."""
    groups = comparison.by_category
    if len(groups) < 2:  # noqa: PLR2004 - one category is all pairs
        return None
    plot = build_forest(groups[:_MOST_LINES], recorded=comparison.recorded, rescored=comparison.rescored)
    titles = (("category", ""), ("A %", "num wide"), ("B %", "num wide"), ("", "plot"), ("B − A", "num"),
              ("p adj.", "num"))  # fmt: skip
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
        cls="card forest",
    )


def _line(view: View, plot: Forest, row: ForestRow, contrast: PairedContrast) -> Node:
    name = "all pairs" if row.value is None else value_text("category", row.value)
    # One test is not adjusted for many; the table above has its p.
    adjusted = None if row.value is None else row.p
    is_clear = adjusted is not None and adjusted < SIGNIFICANT
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
    p = "" if row.value is None else ("◆ " if is_clear else "") + p_text(adjusted)
    return el(
        "tr",
        el("td", link, el("span", plural(row.n, "pair"), cls="interval"), cls="cut"),
        el("td", _percent(contrast.accuracy_a.value), cls="num soft wide"),
        el("td", _percent(contrast.accuracy_b.value), cls="num soft wide"),
        el("td", _marks(plot, row, words), cls="plot"),
        el("td", el("span", value, cls=tone(row.diff_pp or 0.0)), caution if row.caution else None,
           el("span", interval, cls="interval"), cls="num"),
        el("td", p, cls="num strong" if is_clear else "num soft", title=None if row.value else _NOT_ADJUSTED),
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
        "tr", blank, el("td", "", cls="wide"), el("td", "", cls="wide"),
        el("td", el("div", *ticks, cls="marks axis"), cls="plot"), blank, blank,
    )  # fmt: skip


def _legend(comparison: Comparison) -> Iterator[Node]:
    yield el(
        "p",
        el("span", "●", cls="ours"),
        " rescored, 95 % · ",
        el("span", "○", cls="theirs"),
        " recorded · ◆ p adj. (Benjamini-Hochberg) < 0.05",
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
    return ", ".join(
        (
            *parts,
            plural(row.n, "pair"),
            f"p {p_text(row.p)} {'not adjusted' if row.value is None else 'adjusted'}",
        )
    )


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share * _PP:.1f}"
