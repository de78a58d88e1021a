"""B minus A by category, recorded and rescored, as a dot plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import plotly.graph_objects as go

from app.figures.plain import plain_text

_ROW_PX: Final = 26
_FRAME_PX: Final = 80
_LABEL: Final = 28
_COLORS_LIGHT: Final = ("#c2410c", "#1b4fb5")
_COLORS_DARK: Final = ("#f0824a", "#6f9df5")
"""Recorded and rescored, as in the theme."""
_INK_LIGHT: Final = "#566073"
_INK_DARK: Final = "#a3aec0"
"""Of labels, as in the theme."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryDifference:
    """One line of the plot.

    Attributes:
        label: name of the category, shown as it is.
        n: items that lane A has in it.
        recorded_pp: B minus A in percentage points; None where a lane has no scored item.
        rescored_pp: the same by our scorer.
    """

    label: str
    n: int
    recorded_pp: float | None
    rescored_pp: float | None


def build_category_differences(rows: Sequence[CategoryDifference], *, is_dark: bool = False) -> go.Figure:
    """Return a dot plot of percentage points, one line a category, the first on top; empty without rows.

    Recorded differences are rings, rescored ones are discs, so that colour is never alone.
    """
    recorded, rescored = _COLORS_DARK if is_dark else _COLORS_LIGHT
    ink = {"color": _INK_DARK if is_dark else _INK_LIGHT}
    labels = [f"{plain_text(row.label, _LABEL)} · {row.n:,}" for row in rows]
    figure = go.Figure()
    # The ring is wider than the disc, so that it is seen around one of the same value.
    for name, color, symbol, size, values in (
        ("recorded", recorded, "circle-open", 15, [row.recorded_pp for row in rows]),
        ("rescored", rescored, "circle", 7, [row.rescored_pp for row in rows]),
    ):
        figure.add_scatter(
            x=values,
            y=labels,
            mode="markers",
            name=name,
            marker={"color": color, "symbol": symbol, "size": size, "line": {"width": 2, "color": color}},
            hovertemplate="%{y}: %{x:+.2f} pp " + name + "<extra></extra>",
        )
    figure.add_vline(x=0, line={"width": 1, "dash": "dot", "color": "gray"})
    figure.update_layout(
        height=_FRAME_PX + _ROW_PX * max(1, len(rows)),
        margin={"l": 8, "r": 24, "t": 30, "b": 36},
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0},
        xaxis={"title": None, "ticksuffix": " pp", "zeroline": False, "tickfont": ink},
        yaxis={"autorange": "reversed", "title": None, "type": "category", "tickfont": ink},
    )
    return figure
