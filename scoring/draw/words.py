"""What is said of a witness beside it and when one points at it."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from scoring.draw.scene import Scene
from scoring.tasks.explain import figure_text
from scoring.trace.ledger import PAIR_STATES, LedgerRow

LONGEST_KEY: Final = 28
_LARGE: Final = 1e6


def one_line(text: str, longest: int) -> str:
    """Return text in one line: control characters and line breaks become blanks, the rest is cut."""
    clean = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text[: longest * 2])
    return clean if len(clean) <= longest else f"{clean[: longest - 1]}…"


def number_text(value: float) -> str:
    """Return a reward or length with four digits; what is above nothing never reads as nothing."""
    return figure_text(value)


def coordinate_text(value: float) -> str:
    """Return a coordinate with one decimal where it has one."""
    return f"{value:.1f}".removesuffix(".0") if abs(value) < _LARGE else f"{value:.4g}"


def name_of(row: LedgerRow, side: str) -> str:
    """Return what a witness is called: its key, else T or P and its number; both where a key has several."""
    index = row.target_index if side == "target" else row.pred_index
    number = f"{'T' if side == 'target' else 'P'}{(index or 0) + 1}"
    if row.key is None:
        return number
    key = one_line(row.key, LONGEST_KEY)
    return f"{key} {number}" if index else key


def label_of(row: LedgerRow, side: str, scene: Scene) -> str:
    """Return the label beside a witness: its name and what became of it."""
    name = name_of(row, side)
    if side == "pred" and scene.confidence is not None and row.pred_index is not None:
        confidence = scene.confidence.get((row.key, row.pred_index))
        name = name if confidence is None else f"{name} {confidence:.2f}"
    if not scene.is_scored:
        return name
    if row.state in PAIR_STATES:
        return f"{name} · {row.similarity:.2f}" if side == "pred" else name
    return f"{name} {row.state}"


def hover_of(row: LedgerRow, side: str, scene: Scene) -> str:
    """Return what is said when one points at a witness: names, similarity, distance, share."""
    if not scene.is_scored:
        return f"{label_of(row, side, scene)} · not scored"
    if row.state not in PAIR_STATES:
        whose = "no prediction is like it" if row.state == "missing" else "no target is like it"
        return f"{label_of(row, side, scene)} · {whose}"
    parts = [
        f"{name_of(row, 'target')} – {name_of(row, 'pred')}",
        f"{'IoU' if row.iou is not None else 'similarity'} {number_text(row.similarity)}",
        f"distance {number_text(row.distance_px)} px" if row.distance_px is not None else "",
        f"share {number_text(row.share)}",
    ]
    return " · ".join(part for part in parts if part)


def file_name(item_id: str) -> str:
    """Return an id as part of a file name: letters, digits and a few signs, at most 80; never empty."""
    return re.sub(r"[^A-Za-z0-9._-]+", "_", item_id).strip("._")[:80] or "item"
