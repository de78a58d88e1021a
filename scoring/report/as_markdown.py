"""A document as Markdown: run data in code spans and fences that it cannot break out of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.report.blocks import (
    Block,
    Card,
    Cell,
    Chart,
    Columns,
    Conclusion,
    Document,
    Excerpt,
    Facts,
    Figures,
    Gap,
    Heading,
    Paragraph,
    Piece,
    Table,
    Value,
)
from scoring.report.text import one_line, passage

_DASH = "–"
_MARKUP = re.compile(r"[\\`*\[\]<>|~&@$^]|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<=www)\.", re.IGNORECASE)
"""What could start markup inside a line, an address that is made a link among it."""
_LINE_START = re.compile(r"(?=[#+\-=>])|(?<=\d)(?=[.)])")
_TICKS = re.compile("`+")
_SHORTEST_FENCE = 3


def render_markdown(document: Document) -> str:
    """Return the document as Markdown, with a line feed at its end."""
    head = [f"# {_words(document.title)}", *(_inline(line) for line in document.subject)]
    return "\n\n".join([*head, *_blocks(document.blocks)]) + "\n"


def escape_words(text: str) -> str:
    """Return a text as Markdown that shows exactly its characters, on one line."""
    return _words(text)


def code_span(text: str) -> str:
    """Return a text as a code span, its fence longer than any run of backticks inside."""
    inside = one_line(text).replace("|", "\\|")
    if not inside.strip():
        return "(blank)" if text else "(empty)"
    ticks = "`" * (1 + max((len(run) for run in _TICKS.findall(inside)), default=0))
    blank = " " if inside.startswith(("`", " ")) or inside.endswith(("`", " ")) else ""
    return f"{ticks}{blank}{inside}{blank}{ticks}"


def fence(text: str) -> str:
    """Return a text of several lines in a fence longer than any run of backticks inside."""
    inside = passage(text)
    longest = max((len(run) for run in _TICKS.findall(inside)), default=0)
    ticks = "`" * max(_SHORTEST_FENCE, longest + 1)
    return f"{ticks}text\n{inside}\n{ticks}"


def _words(text: str) -> str:
    return _MARKUP.sub(lambda match: "\\" + match.group(), one_line(text))


def _cell(cell: Cell) -> str:
    if isinstance(cell, Value):
        return _DASH if cell.text is None else code_span(cell.text)
    return _words(cell)


def _inline(parts: tuple[Cell, ...]) -> str:
    """Return words and values as one line that starts no list, heading or quotation."""
    line = "".join(_cell(part) for part in parts)
    start, rest = line[:12], line[12:]
    match = _LINE_START.search(start)
    if match is None or (match.start() and not start[: match.start()].isdigit()):
        return line
    return f"{start[: match.start()]}\\{start[match.start() :]}{rest}"


def _blocks(blocks: tuple[Block, ...]) -> Iterator[str]:
    for block in blocks:
        yield from RENDERERS[type(block)](block)


def _heading(block: Heading) -> Iterator[str]:
    yield f"{'#' * block.level} {_words(block.text)}"


def _paragraph(block: Paragraph) -> Iterator[str]:
    yield _inline(block.parts)


def _conclusion(block: Conclusion) -> Iterator[str]:
    yield f"> **{_words(block.title)}**\n>\n> {_inline((block.sentence,))}"


def _figures(block: Figures) -> Iterator[str]:
    yield from _table(
        Table(
            header=("", "value", "of"),
            rows=tuple((one.label, one.value, one.note) for one in block.figures),
            right=(1,),
        )
    )


def _facts(block: Facts) -> Iterator[str]:
    yield "\n".join(f"- {_words(name)}: {_cell(value)}" for name, value in block.rows)


def _table(block: Table) -> Iterator[str]:
    if block.caption:
        yield f"**{_words(block.caption)}**"
    rule = ["---:" if i in block.right else "---" for i in range(len(block.header))]
    lines = [[_words(name) for name in block.header], rule, *([_cell(c) for c in row] for row in block.rows)]
    yield "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _chart(block: Chart) -> Iterator[str]:
    del block  # its numbers stand in a table beside it
    yield from ()


def _excerpt(block: Excerpt) -> Iterator[str]:
    yield f"**{_words(block.title)}** ({_words(block.note)})"
    whole = ""
    for part in block.pieces:
        if isinstance(part, Piece):
            whole += part.text
            continue
        if whole:
            yield fence(whole)
        yield _gap(part)
        whole = ""
    if whole:
        yield fence(whole)


def _gap(gap: Gap) -> str:
    return f"*… {gap.n:,} characters left out …*"


def _card(block: Card) -> Iterator[str]:
    yield f"### {_cell(block.title)}"
    if block.note:
        yield _inline((block.note,))
    yield from _blocks(block.blocks)


def _columns(block: Columns) -> Iterator[str]:
    for column in block.columns:
        yield from _blocks(column)


RENDERERS: Mapping[type, Callable[[Any], Iterator[str]]] = {
    Heading: _heading,
    Paragraph: _paragraph,
    Conclusion: _conclusion,
    Figures: _figures,
    Facts: _facts,
    Table: _table,
    Chart: _chart,
    Excerpt: _excerpt,
    Card: _card,
    Columns: _columns,
}
"""How each block becomes paragraphs, which blank lines separate."""
