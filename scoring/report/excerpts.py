"""A long text cut around its evidence; how much is left out is counted, never hidden."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from scoring.records import Candidate, CandidateState
from scoring.report.blocks import Excerpt, Gap, Piece

WHOLE: Final = 1_200
"""Texts up to this many characters are shown whole."""
AROUND: Final = 240
"""Characters shown on either side of a mark in longer ones."""
N_WINDOWS: Final = 4
"""Marks of a long text that are shown; the taken one first, the others from the start."""
LONGEST_MARK: Final = 300
"""Characters of one mark that are marked and shown."""

_WORD: Final = 30
_BLANK: Final = re.compile(r"\s+")

TAKEN, OTHER, UNREAD = "taken", "other", "unread"

KINDS: Final[Mapping[CandidateState, str]] = {
    CandidateState.TAKEN: TAKEN,
    CandidateState.EARLIER: OTHER,
    CandidateState.LATER: OTHER,
    CandidateState.LOWER_RULE: OTHER,
    CandidateState.CONFLICT: OTHER,
    CandidateState.EXAMPLE: UNREAD,
    CandidateState.THINKING: UNREAD,
}
"""What a candidate is marked as; those of other states are no values, and not marked."""

_LEGEND: Final = {TAKEN: "taken as the answer", OTHER: "another value", UNREAD: "a value that was not read"}


class Mark(NamedTuple):
    """A span of the raw text, [start, end) in code points, and what it is marked as."""

    start: int
    end: int
    kind: str


def candidate_marks(candidates: Iterable[Candidate]) -> list[Mark]:
    """Return the marks of the values that the extraction found in one text."""
    return [Mark(one.start, one.end, KINDS[one.state]) for one in candidates if one.state in KINDS]


def build_excerpt(title: str, text: str | None, marks: Sequence[Mark]) -> Excerpt:
    """Return the parts of a text that matter: all of a short one, else what surrounds its marks.

    A long text without marks is shown by its beginning and its end, where answers are given.

    Args:
        text: None if the file has no such field, which is said.
        marks: spans outside the text are clipped, overlapping ones give way to the taken one.
    """
    if not text:
        return Excerpt(title=title, note="no such field in the file" if text is None else "empty", pieces=())
    kept = _apart(marks, len(text))
    shown = kept if len(text) <= WHOLE else _chosen(kept)
    windows = [(0, len(text))] if len(text) <= WHOLE else _windows(shown, text)
    pieces = tuple(_cut(text, kept, windows))
    return Excerpt(title=title, note=_note(text, kept, windows), pieces=pieces)


def _apart(marks: Sequence[Mark], length: int) -> list[Mark]:
    """Return the marks that lie inside the text and do not overlap, in its order."""
    inside = [Mark(max(m.start, 0), min(m.end, length, m.start + LONGEST_MARK), m.kind) for m in marks]
    ordered = sorted((m for m in inside if m.start < m.end), key=lambda m: (m.kind != TAKEN, m.start))
    taken = [m for m in ordered if m.kind == TAKEN]
    others: list[Mark] = []
    for mark in ordered[len(taken) :]:
        is_free = not others or others[-1].end <= mark.start
        if is_free and not any(m.start < mark.end and mark.start < m.end for m in taken):
            others.append(mark)
    return sorted(_disjoint(taken) + others)


def _disjoint(marks: Sequence[Mark]) -> list[Mark]:
    kept: list[Mark] = []
    for mark in marks:
        if not kept or kept[-1].end <= mark.start:
            kept.append(mark)
    return kept


def _chosen(marks: Sequence[Mark]) -> list[Mark]:
    first = sorted(marks, key=lambda m: (m.kind != TAKEN, m.start))[:N_WINDOWS]
    return sorted(first)


def _windows(marks: Sequence[Mark], text: str) -> list[tuple[int, int]]:
    """Return the ranges to show, in order, apart from each other, cut between words where there are any."""
    length = len(text)
    ranges = [(max(0, m.start - AROUND), min(length, m.end + AROUND)) for m in marks]
    merged: list[tuple[int, int]] = []
    for start, end in ranges or [(0, AROUND), (length - 2 * AROUND, length)]:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return [(_word_start(text, start), _word_end(text, end)) for start, end in merged]


def _word_start(text: str, at: int) -> int:
    """Return where the next word starts, if near; the text's own start stays."""
    blank = _BLANK.search(text, at, at + _WORD) if at else None
    return blank.end() if blank else at


def _word_end(text: str, at: int) -> int:
    """Return where the word before ends, if near; the text's own end stays."""
    if at == len(text):
        return at
    cut = max(text.rfind(blank, at - _WORD, at) for blank in (" ", "\n"))
    return at if cut < 0 else cut


def _cut(text: str, marks: Sequence[Mark], windows: Sequence[tuple[int, int]]) -> Iterator[Piece | Gap]:
    at = 0
    for start, end in windows:
        if start > at:
            yield Gap(n=start - at)
        at = start
        for mark in (m for m in marks if start <= m.start and m.end <= end):
            if mark.start > at:
                yield Piece(text=text[at : mark.start])
            yield Piece(text=text[mark.start : mark.end], kind=mark.kind)
            at = mark.end
        if end > at:
            yield Piece(text=text[at:end])
        at = end
    if at < len(text):
        yield Gap(n=len(text) - at)


def _note(text: str, marks: Sequence[Mark], windows: Sequence[tuple[int, int]]) -> str:
    size = f"{len(text):,} character{'' if len(text) == 1 else 's'}"
    seen = [m for m in marks if any(start <= m.start and m.end <= end for start, end in windows)]
    kinds = [what for kind, what in _LEGEND.items() if any(m.kind == kind for m in seen)]
    marked = f"; marked: {', '.join(kinds)}" if kinds else ""
    hidden = len(marks) - len(seen)
    return size + marked + (f"; {hidden:,} more marked in what is left out" if hidden else "")
