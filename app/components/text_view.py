"""The one text view: raw text cut into pieces, marked where the extraction looked.

Spans are code points of the raw text; the browser counts UTF-16 units. So the text is cut here, and
no offset ever reaches the browser. Joined again, the pieces are the raw text, to the last character.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from app.components.elements import Node, el
from scoring.records import Candidate, CandidateState

FOLD_FROM: Final = 3_000
"""Unmarked text longer than this is folded; characters."""
KEPT: Final = 600
"""Characters that stay readable on either side of a fold."""
SENT_LIMIT: Final = 400_000
"""Characters of one text that are sent to the browser; folds beyond it stay on the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """How a marked piece looks and reads; `rank` decides where marks overlap, lowest first."""

    name: str
    legend: str
    rank: int


TAKEN = Kind(name="taken", legend="taken", rank=0)
CONFLICT = Kind(name="conflict", legend="names several answers", rank=1)
OTHER = Kind(name="other", legend="other candidate", rank=2)
EXAMPLE = Kind(name="example", legend="in the reasoning, not scored", rank=3)
INVALID = Kind(name="invalid", legend="not an answer of this item", rank=4)
UNREAD = Kind(name="unread", legend="found where it is not read", rank=5)
FOUND = Kind(name="found", legend="required text found", rank=6)
THINKING = Kind(name="thinking", legend="thinking, not read", rank=8)
RUN_ON = Kind(name="runon", legend="after the reply's end, not read", rank=9)

KINDS: Final[Mapping[CandidateState, Kind]] = {
    CandidateState.TAKEN: TAKEN,
    CandidateState.EARLIER: OTHER,
    CandidateState.LATER: OTHER,
    CandidateState.LOWER_RULE: OTHER,
    CandidateState.CONFLICT: CONFLICT,
    CandidateState.INVALID: INVALID,
    CandidateState.PLACEHOLDER: INVALID,
    CandidateState.THINKING: UNREAD,
    CandidateState.RUN_ON: UNREAD,
    CandidateState.EXAMPLE: EXAMPLE,
}
"""What each candidate looks like."""

WHY: Final[Mapping[CandidateState, str]] = {
    CandidateState.TAKEN: "taken",
    CandidateState.EARLIER: "a later value of the same rule decides",
    CandidateState.LATER: "the policy takes the first value",
    CandidateState.LOWER_RULE: "a stronger rule found an answer",
    CandidateState.CONFLICT: "names several answers where one is asked",
    CandidateState.INVALID: "not an answer of this item",
    CandidateState.PLACEHOLDER: "a copy of the prompt's template",
    CandidateState.THINKING: "in a think block, never read",
    CandidateState.RUN_ON: "after the reply's end, never read",
    CandidateState.EXAMPLE: "in the reasoning, not scored",
}
"""Why each candidate was taken or not."""


_REGIONS: Final = (THINKING, RUN_ON)
"""Kinds that cover whole passages: set back rather than marked, and folded like other text."""

_SIGNS: Final = {"\n": "↵", "\r": "↵", "\t": "⇥"}
_SHOWN_BLANKS: Final = 40

RUN_ON_RULE: Final = "run_on"
"""The rule under which an extraction lists what it cut off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A span of the raw text, [start, end) in code points.

    Attributes:
        id: what a link to this place names; empty for a region that nothing links to.
        label: what is said when the reader points at it.
    """

    start: int
    end: int
    kind: Kind
    id: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of the raw text under one mark or none; `folded` pieces are behind a button."""

    text: str
    mark: Mark | None = None
    folded: bool = False


def candidate_marks(candidates: Iterable[Candidate], *, box: str) -> list[Mark]:
    """Return a mark for every candidate; its id is `box:index`, which the decision links to."""
    return [
        Mark(
            start=c.start,
            end=c.end,
            kind=RUN_ON if c.rule == RUN_ON_RULE else KINDS[c.state],
            id=f"{box}:{index}",
            label=f"{c.value} · {c.rule} · {WHY[c.state]}",
        )
        for index, c in enumerate(candidates)
    ]


def cut(text: str, marks: Sequence[Mark]) -> list[Piece]:
    """Return the text in pieces, in order; joined they are the text.

    Where marks overlap, the piece belongs to the strongest kind, then to the shortest mark. Spans
    outside the text are clipped; empty ones vanish. Long unmarked stretches are folded around what
    is marked.
    """
    return [part for piece in _split(text, marks) for part in _fold(piece)]


def text_box(
    title: str,
    text: str | None,
    marks: Sequence[Mark],
    *,
    box: str,
    identity: str,
    note: str,
    hotkey: str | None = None,
) -> Node:
    """Return the view of one text: title, size, copy button, the text and a legend of its marks.

    Args:
        text: None if the file has none, which is said and not the same as an empty text.
        box: name of the text inside the panel (`content`, `reasoning`, ...).
        identity: what the scroll position is remembered by; another item opens at its own answer.
        note: what else is said beside the size.
        hotkey: a key that folds and opens the text; without one it always is open.
    """
    if not text or not text.strip():
        absent = "the file has no such field" if text is None else _blank(text)
        return el("section", el("h3", title), el("span", absent, cls="absent"), cls="textbox none")
    facts = " · ".join(filter(None, (_size(text), note)))
    place = f"{box}:text"
    head = el(
        "header" if hotkey is None else "summary",
        el("h3", title),
        el("span", facts, cls="facts"),
        # What is not in the browser cannot be copied from there; the page offers a download.
        None if is_cut(text) else el("button", "copy", copy=box, cls="quiet", label=f"Copy the {title}"),
        cls="boxhead",
        hotkey=hotkey,
    )
    pieces = cut(text, marks)
    body = el(
        "div", *_nodes(pieces), cls="text", box=box, keep=f"{identity}:{box}", label=title, role="region"
    )
    # Filled by a click on a mark: what became of that value, and why.
    why = el("p", cls="whyline", role="status") if any(mark.id for mark in marks) else None
    inside = (head, body, why, _legend(pieces))
    if hotkey is None:
        return el("section", *inside, cls="textbox", mark=place)
    return el("details", *inside, cls="textbox", mark=place, open=True, keep=f"fold:{title}")


def _blank(text: str) -> str:
    """Return what a text without a visible character holds, the first characters as signs."""
    if not text:
        return "empty"
    signs = "".join(_SIGNS.get(char, "␣") for char in text[:_SHOWN_BLANKS])
    more = " …" if len(text) > _SHOWN_BLANKS else ""
    return f"{len(text):,} blank character{'' if len(text) == 1 else 's'}: {signs}{more}"


def is_cut(text: str | None) -> bool:
    """Return whether a text is longer than what is sent to the browser."""
    return text is not None and len(text) > SENT_LIMIT


def _split(text: str, marks: Sequence[Mark]) -> Iterator[Piece]:
    inside = [replace(m, start=max(m.start, 0), end=min(m.end, len(text))) for m in marks]
    inside = sorted((m for m in inside if m.start < m.end), key=lambda m: m.start)
    edges = sorted({0, len(text), *(m.start for m in inside), *(m.end for m in inside)})
    active: list[Mark] = []
    upcoming = iter(inside)
    following = next(upcoming, None)
    last: Piece | None = None
    for start, end in pairwise(edges):
        active = [m for m in active if m.end > start]
        while following is not None and following.start <= start:
            active.append(following)
            following = next(upcoming, None)
        owner = min(active, key=lambda m: (m.kind.rank, m.end - m.start), default=None)
        piece = Piece(text=text[start:end], mark=owner)
        if last is not None and last.mark is owner:
            last = replace(last, text=last.text + piece.text)
            continue
        if last is not None:
            yield last
        last = piece
    if last is not None:
        yield last


def _fold(piece: Piece) -> Iterator[Piece]:
    is_value = piece.mark is not None and piece.mark.kind not in _REGIONS
    if len(piece.text) <= FOLD_FROM or is_value:
        yield piece
        return
    head = _line_end(piece.text, KEPT)
    tail = _line_start(piece.text, len(piece.text) - KEPT)
    yield replace(piece, text=piece.text[:head])
    yield replace(piece, text=piece.text[head:tail], folded=True)
    yield replace(piece, text=piece.text[tail:])


def _line_end(text: str, near: int) -> int:
    """Return a place to cut at or before `near`: after a line or a word, if one ends nearby."""
    for separator in ("\n", " "):
        at = text.rfind(separator, near - 200, near)
        if at >= 0:
            return at + 1
    return near


def _line_start(text: str, near: int) -> int:
    """Return a place to cut at or after `near`: where a line or a word begins, if one does nearby."""
    for separator in ("\n", " "):
        at = text.find(separator, near, near + 200)
        if at >= 0:
            return at + 1
    return near


def _nodes(pieces: Sequence[Piece]) -> Iterator[Node | str]:
    budget = SENT_LIMIT - sum(len(p.text) for p in pieces if not p.folded)
    for piece in pieces:
        if piece.folded:
            n = f"{len(piece.text):,}"
            if len(piece.text) > budget:
                yield el(
                    "span",
                    f"… {n} characters left out here: download the text to read them …",
                    cls="withheld",
                )
                continue
            budget -= len(piece.text)
            yield el("button", f"show {n} hidden characters", fold=piece.text, cls="fold")
        elif piece.mark is None:
            yield piece.text
        else:
            mark = piece.mark
            is_region = mark.kind in _REGIONS
            yield el(
                "span" if is_region else "mark",
                piece.text,
                cls=mark.kind.name,
                mark=mark.id or None,
                title=mark.label or None,
                why=None if is_region else mark.label or None,
            )


def _legend(pieces: Sequence[Piece]) -> Node | None:
    kinds = {p.mark.kind.name: p.mark.kind for p in pieces if p.mark is not None}
    if not kinds:
        return None
    ordered = sorted(kinds.values(), key=lambda kind: kind.rank)
    return el("p", *(el("span", kind.legend, cls=f"key {kind.name}") for kind in ordered), cls="legend")


def _size(text: str) -> str:
    return f"{len(text):,} character" + ("" if len(text) == 1 else "s")
