"""Charts as small SVG: labels escaped, colours by class, so that the page's style decides on them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from scoring.report.text import one_line

WIDTH: Final = 720
"""Units of a chart's width; the page scales it."""
_LEFT: Final = 170
_RIGHT: Final = 128
_ROW: Final = 26
_TOP: Final = 8
_AXIS: Final = 34
_LABEL: Final = 26
_BARS_HEIGHT: Final = 190
_MOST_TICKS: Final = 6
_RING, _DISC = 7, 5

TOTAL, UP, DOWN = "total", "up", "down"


class Change(NamedTuple):
    """One line of `draw_changes`: shares of 0..1 before and after (None where there is none), and a note."""

    label: str
    before: float | None
    after: float | None
    note: str


class Range(NamedTuple):
    """One line of `draw_ranges`: a value with its interval, all None where there is nothing to show."""

    label: str
    value: float | None
    low: float | None
    high: float | None
    note: str


class Step(NamedTuple):
    """One bar of `draw_steps`: where it starts and ends, what stands above it; `TOTAL`, `UP` or `DOWN`."""

    label: str
    start: float
    end: float
    note: str
    kind: str


def draw_changes(rows: Sequence[Change]) -> str:
    """Return recorded (ring) against rescored (disc) accuracy, one line a row, on a scale in percent."""
    known = [100 * v for row in rows for v in (row.before, row.after) if v is not None]
    low, high = _span(known, least=0.0, most=100.0)
    parts = _grid(low, high, len(rows), "%")
    for i, row in enumerate(rows):
        y = _middle(i)
        parts += [_label(row.label, y), _text(WIDTH - _RIGHT + 12, y + 4, row.note, "note")]
        before, after = (None if v is None else _x(100 * v, low, high) for v in (row.before, row.after))
        if before is not None and after is not None and before != after:
            edge = _RING if after > before else -_RING
            parts.append(_line(before + edge, y, after, y, "change"))
        if after is not None:
            parts.append(_circle(after, y, _DISC, "rescored"))
        if before is not None:
            parts.append(_circle(before, y, _RING, "recorded"))
    return _svg(_height(len(rows)), "Recorded and rescored accuracy", parts)


def draw_ranges(rows: Sequence[Range], title: str) -> str:
    """Return values with their intervals around zero, one line a row, in percentage points."""
    known = [v for row in rows for v in (row.value, row.low, row.high) if v is not None]
    low, high = _span([*known, 0.0])
    parts = _grid(low, high, len(rows), "")
    zero = _x(0.0, low, high)
    parts.append(_line(zero, _TOP, zero, _TOP + len(rows) * _ROW, "zero"))
    for i, row in enumerate(rows):
        y = _middle(i)
        parts += [_label(row.label, y), _text(WIDTH - _RIGHT + 12, y + 4, row.note, "note")]
        if row.low is not None and row.high is not None:
            parts.append(_line(_x(row.low, low, high), y, _x(row.high, low, high), y, "interval"))
        if row.value is not None:
            parts.append(_circle(_x(row.value, low, high), y, _DISC, "rescored"))
    return _svg(_height(len(rows)), title, parts)


def draw_steps(steps: Sequence[Step], title: str) -> str:
    """Return bars from one total to another; the scale leaves out what all of them share."""
    ends = [v for step in steps for v in (step.start, step.end)]
    moved = [v for step in steps if step.kind != TOTAL for v in (step.start, step.end)]
    low, high = _floor(ends, moved), max(ends)
    scale = _BARS_HEIGHT / ((high - low) or 1)
    width = WIDTH / len(steps)
    parts = []
    for i, step in enumerate(steps):
        top, bottom = max(step.start, step.end), max(min(step.start, step.end), low)
        y, height = _TOP + 22 + (high - top) * scale, max((top - bottom) * scale, 1.5)
        x = i * width + width * 0.14
        parts.append(
            f'<rect class="{escape(step.kind)}" x="{x:.1f}" y="{y:.1f}" '
            f'width="{width * 0.72:.1f}" height="{height:.1f}"/>'
        )
        middle = (i + 0.5) * width
        parts.append(_text(middle, y - 7, step.note, "value", anchor="middle"))
        parts.append(_text(middle, _TOP + 22 + _BARS_HEIGHT + 22, step.label, "label", anchor="middle"))
        if i + 1 < len(steps):
            level = _TOP + 22 + (high - step.end) * scale
            parts.append(_line(x + width * 0.72, level, x + width, level, "link"))
    return _svg(_TOP + 22 + _BARS_HEIGHT + 36, title, parts)


def _floor(ends: Sequence[float], moved: Sequence[float]) -> float:
    """Return where the scale of bars starts: a round number well below what moves, or 0."""
    if not moved:
        return 0.0
    spread = (max(ends) - min(moved)) or 1.0
    floor = min(moved) - 2 * spread
    return max(0.0, floor - floor % 5)


def _span(
    values: Sequence[float], least: float | None = None, most: float | None = None
) -> tuple[float, float]:
    """Return the ends of a scale around the values, at ticks."""
    if not values:
        return 0.0, 100.0
    low, high = min(values), max(values)
    step = _tick_step(low, high)
    low, high = step * (low // step), -step * (-high // step)
    if low == high:
        low, high = low - step, high + step
    return (
        low if least is None else max(least, low),
        high if most is None else min(most, high),
    )


def _tick_step(low: float, high: float) -> float:
    """Return a round distance of ticks, so that there are a handful."""
    wide = (high - low) or 1.0
    steps = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 25, 50, 100)
    return next((step for step in steps if wide / step < _MOST_TICKS), 100.0)


def _grid(low: float, high: float, n_rows: int, unit: str) -> list[str]:
    step = _tick_step(low, high)
    bottom = _TOP + n_rows * _ROW
    parts = []
    for i in range(round((high - low) / step) + 1):
        value = min(low + i * step, high)
        x = _x(value, low, high)
        name = f"{value:+g}" if not unit and value else f"{value:g}"
        parts += [
            _line(x, _TOP, x, bottom, "grid"),
            _text(x, bottom + 18, f"{name} {unit}".strip(), "tick", anchor="middle"),
        ]
    return parts


def _x(value: float, low: float, high: float) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * (value - low) / (high - low)


def _middle(row: int) -> float:
    return _TOP + (row + 0.5) * _ROW


def _height(n_rows: int) -> float:
    return _TOP + n_rows * _ROW + _AXIS


def _label(text: str, y: float) -> str:
    short = text if len(text) <= _LABEL else f"{text[: _LABEL - 1]}…"
    return _text(_LEFT - 14, y + 4, short, "label", anchor="end")


def _text(x: float, y: float, text: str, kind: str, *, anchor: str = "start") -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(one_line(text))}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _circle(x: float, y: float, r: float, kind: str) -> str:
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{r:g}"/>'


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(one_line(title))}">'
        f"{''.join(parts)}</svg>"
    )
