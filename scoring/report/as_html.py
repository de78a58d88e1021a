"""A document as one self-contained HTML file: no script, nothing fetched, everything escaped."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator, Mapping
from html import escape
from importlib.resources import files
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


def render_html(document: Document) -> str:
    """Return the document as an HTML page, with a line feed at its end."""
    css = files("scoring.report").joinpath("page.css").read_text(encoding="utf-8")
    body = "\n".join(_blocks(document.blocks))
    subject = "".join(f'<p class="subject">{_inline(line)}</p>' for line in document.subject)
    plain = ", ".join("".join(map(_plain, line)) for line in document.subject)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(css)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"{_description(document.blocks)}"
        f"<title>{_words(document.title)}: {_words(plain)}</title>\n<style>{css}</style>\n</head>\n<body>\n"
        f"<main>\n<header>\n<h1>{_words(document.title)}</h1>\n{subject}\n</header>\n"
        f"{body}\n</main>\n</body>\n</html>\n"
    )


def _policy(css: str) -> str:
    """Return what the page may do: show itself in its own style."""
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode("ascii")
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _description(blocks: tuple[Block, ...]) -> str:
    """Return the conclusion as the page describes itself to a reader of files; nothing without one."""
    sentences = [_words(block.sentence) for block in blocks if isinstance(block, Conclusion)]
    return "".join(f'<meta name="description" content="{one}">\n' for one in sentences)


def _words(text: str) -> str:
    return escape(one_line(text))


def _cell(cell: Cell) -> str:
    if not isinstance(cell, Value):
        return _words(cell)
    if cell.text is None:
        return f'<span class="none">{_DASH}</span>'
    if not cell.text.strip():
        return f'<span class="none">{"(blank)" if cell.text else "(empty)"}</span>'
    kind = f" {escape(cell.sign)}" if cell.sign else ""
    return f'<bdi class="value{kind}">{_words(cell.text)}</bdi>'


def _plain(cell: Cell) -> str:
    return cell if isinstance(cell, str) else cell.text or _DASH


def _inline(parts: tuple[Cell, ...]) -> str:
    return "".join(_cell(part) for part in parts)


def _blocks(blocks: tuple[Block, ...]) -> Iterator[str]:
    for block in blocks:
        yield from RENDERERS[type(block)](block)


def _heading(block: Heading) -> Iterator[str]:
    yield f"<h{block.level}>{_words(block.text)}</h{block.level}>"


def _paragraph(block: Paragraph) -> Iterator[str]:
    kind = ' class="note"' if block.is_note else ""
    yield f"<p{kind}>{_inline(block.parts)}</p>"


def _conclusion(block: Conclusion) -> Iterator[str]:
    # Lines break between clauses first, so that a rate stays whole.
    clauses = "; ".join(f"<span>{_words(clause)}" for clause in block.sentence.split("; "))
    clauses = clauses.replace("; <span>", ";</span> <span>") + "</span>"
    yield f'<section class="conclusion"><h2>{_words(block.title)}</h2><p>{clauses}</p></section>'


def _figures(block: Figures) -> Iterator[str]:
    cells = "".join(
        f"<div><dt>{_words(one.label)}</dt><dd><strong>{_words(one.value)}</strong>"
        f"<span>{_words(one.note)}</span></dd></div>"
        for one in block.figures
    )
    yield f'<dl class="figures">{cells}</dl>'


def _facts(block: Facts) -> Iterator[str]:
    rows = "".join(f"<div><dt>{_words(name)}</dt><dd>{_cell(value)}</dd></div>" for name, value in block.rows)
    yield f'<dl class="facts">{rows}</dl>'


def _table(block: Table) -> Iterator[str]:
    kinds = [' class="number"' if i in block.right else "" for i in range(len(block.header))]
    caption = f"<caption>{_words(block.caption)}</caption>" if block.caption else ""
    head = "".join(
        f'<th scope="col"{kind}>{_words(name)}</th>' for kind, name in zip(kinds, block.header, strict=True)
    )
    body = "\n".join(
        "<tr>"
        + "".join(f"<td{kind}>{_cell(cell)}</td>" for kind, cell in zip(kinds, row, strict=True))
        + "</tr>"
        for row in block.rows
    )
    yield (
        f'<div class="wide"><table>{caption}<thead><tr>{head}</tr></thead>'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def _chart(block: Chart) -> Iterator[str]:
    yield f"<figure>{block.svg}<figcaption>{_words(block.caption)}</figcaption></figure>"


def _excerpt(block: Excerpt) -> Iterator[str]:
    text = "".join(_part(part) for part in block.pieces)
    # A line feed right after <pre> is not a part of the text.
    yield (
        f'<div class="excerpt"><h4>{_words(block.title)} <small>{_words(block.note)}</small></h4>'
        f"<pre>\n{text}</pre></div>"
    )


def _part(part: Piece | Gap) -> str:
    if isinstance(part, Gap):
        return f'<span class="gap">… {part.n:,} characters left out …</span>'
    text = escape(passage(part.text))
    return f'<mark class="{escape(part.kind)}">{text}</mark>' if part.kind else text


def _card(block: Card) -> Iterator[str]:
    note = f" <small>{_words(block.note)}</small>" if block.note else ""
    yield f'<section class="card"><h3>{_cell(block.title)}{note}</h3>'
    yield from _blocks(block.blocks)
    yield "</section>"


def _columns(block: Columns) -> Iterator[str]:
    yield '<div class="columns">'
    for column in block.columns:
        yield "<div>"
        yield from _blocks(column)
        yield "</div>"
    yield "</div>"


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
"""How each block becomes elements."""
