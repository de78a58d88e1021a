"""What a report is made of: written once, rendered as Markdown and as HTML.

A `str` is a sentence of ours and may hold names of the run; a `Value` is run data to be shown as
such. Both are escaped by whoever renders them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A short piece of run data, shown in type of its own; None is shown as a dash.

    Attributes:
        sign: a verdict that colours the value; empty for none.
    """

    text: str | None
    sign: str = ""


Cell: TypeAlias = str | Value
"""What stands in a table or a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading of level 2 or 3; the title of the document is level 1."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Words and values, one after the other.

    Attributes:
        is_note: small print.
    """

    parts: tuple[Cell, ...]
    is_note: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """The sentence that the document is about, set apart, with its title."""

    title: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One number of a row of large numbers: what it is, the number, and what it was made of."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A row of large numbers."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Names with their values, one a line."""

    rows: tuple[tuple[str, Cell], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under a header.

    Attributes:
        right: columns that are aligned to the right, for numbers.
        caption: what the table shows; empty for none.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    right: tuple[int, ...] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A picture; what it shows stands in a table of the document, too, so that Markdown needs none.

    Attributes:
        svg: markup made by `scoring.report.charts`, every label escaped.
        caption: what the picture shows.
    """

    svg: str
    caption: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of a text, verbatim; `kind` says what is marked, empty for what is not."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Characters of a text that are left out."""

    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """What a model wrote, or the parts of it that matter.

    Attributes:
        title: which text it is.
        note: its size, and what is marked in it.
        pieces: in the order of the text.
    """

    title: str
    note: str
    pieces: tuple[Piece | Gap, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """Blocks about one item, under its name."""

    title: Value
    note: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Blocks side by side where there is room, else below each other."""

    columns: tuple[tuple[Block, ...], ...]


Block: TypeAlias = (
    "Heading | Paragraph | Conclusion | Figures | Facts | Table | Chart | Excerpt | Card | Columns"
)
"""A part of a document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A whole report.

    Attributes:
        title: what kind of report it is.
        subject: the run or runs that it is about, one a line.
        blocks: in the order of reading.
    """

    title: str
    subject: tuple[tuple[Cell, ...], ...]
    blocks: tuple[Block, ...]


def sentence(*parts: Cell) -> Paragraph:
    """Return a paragraph of words and values."""
    return Paragraph(parts=parts)


def note(*parts: Cell) -> Paragraph:
    """Return a paragraph in small print."""
    return Paragraph(parts=parts, is_note=True)
