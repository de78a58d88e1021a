"""Colours, dashes and widths of what is drawn: one table for screen and PNG.

The colours are those of Okabe and Ito, which stay apart for most eyes; a dash, a symbol or a number
stands beside each of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

Side: TypeAlias = Literal["target", "pred", "other", "ghost", "pair"]

TARGET: Final = "#0072B2"
PRED: Final = "#D55E00"
OTHER: Final = "#CC79A7"
GHOST: Final = "#009E73"
GREY: Final = "#4D5563"
CHOSEN: Final = "#F0E442"
HALO: Final = "#FFFFFF"
INK: Final = "#1A2130"


class Style(NamedTuple):
    """How a side is drawn.

    Attributes:
        color: as `#RRGGBB`.
        dash: lengths of line and gap in line widths; empty for a solid line.
        width: of lines, in pixels of the screen.
        symbol: of points.
    """

    color: str
    dash: tuple[float, ...]
    width: float
    symbol: Literal["disc", "cross", "diamond", "square"]


STYLES: Final[Mapping[Side, Style]] = {
    "target": Style(TARGET, (), 2.0, "disc"),
    "pred": Style(PRED, (3.0, 2.0), 2.0, "cross"),
    "other": Style(OTHER, (1.0, 1.5), 2.0, "diamond"),
    "ghost": Style(GHOST, (5.0, 2.0, 1.0, 2.0), 1.5, "square"),
    "pair": Style(GREY, (), 1.2, "disc"),
}

_LOW: Final = (0xE6, 0x9F, 0x00)
_MIDDLE: Final = (0xF0, 0xE4, 0x42)
_HIGH: Final = (0x00, 0x9E, 0x73)


def similarity_color(similarity: float) -> str:
    """Return the colour of a similarity, 0..1, as `#RRGGBB`: orange at 0 over yellow to green at 1."""
    at = min(1.0, max(0.0, similarity)) * 2.0
    low, high, share = (_LOW, _MIDDLE, at) if at <= 1.0 else (_MIDDLE, _HIGH, at - 1.0)
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return f"#{red:02X}{green:02X}{blue:02X}"


def rgb(color: str) -> tuple[int, int, int]:
    """Return `#RRGGBB` as three numbers, 0..255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
