"""A message prepared for the rules: its visible text, normalised."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.extraction.end_mark import without_end_marks
from scoring.extraction.text import Text, normalise
from scoring.extraction.visible import find_visible


@dataclass(slots=True)
class Reply:
    """A message prepared for the rules: its visible text, normalised.

    Attributes:
        raw: the message as it is.
        text: the visible text, normalised.
        thinking: ascending [start, end) intervals of thinking in the raw text.
        unclosed: the message is thinking that never closes.
    """

    raw: str
    text: Text
    thinking: tuple[tuple[int, int], ...] = ()
    unclosed: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether there is no visible text."""
        norm = self.text.norm
        return not norm or norm.isspace()


def read_reply(content: str | None) -> Reply:
    """Return the message with its visible text found and normalised; None is an empty message."""
    raw = content or ""
    if raw.isascii() and not ("<" in raw or "[" in raw or "\r" in raw):
        # Most replies: no tag can hide a part of them, no character is mapped.
        return Reply(raw, Text(raw))
    visible = find_visible(raw)
    return Reply(
        raw, normalise(raw, _without_end_marks(raw, visible.pieces)), visible.thinking, visible.unclosed
    )


def _without_end_marks(raw: str, pieces: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Return the pieces without the marks that end the turn at the end of the last one."""
    if not pieces or "<" not in raw:
        return pieces
    start, end = pieces[-1]
    shorter = max(start, without_end_marks(raw, end))
    return pieces if shorter == end else (*pieces[:-1], (start, shorter))
