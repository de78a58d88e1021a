"""A normalised copy of a raw text, made for matching, with every offset mapped back.

Each character is mapped on its own and never composed with its neighbours, so the copy is made in
linear time and a span found in it names exact code points of the raw text. Superscripts,
subscripts and fractions stay as they are: `10²` is not 102.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

_DROPPED = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff"
"""Characters without a width of their own: soft hyphen, joiners, direction marks, selectors, BOM."""

_COMPATIBLE = (
    "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"  # blanks
    "\u2100-\u214f\u2460-\u24ff"  # letter-like symbols, circled letters and digits
    "\u2236\ua789\ufe13\ufe30-\ufe6b\uff01-\uff5e"  # colons, vertical, small and full-width forms
    "\U0001d400-\U0001d7ff\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189"
)
_LINE_ENDS = "\r\x85\u2028\u2029"

_MAPPED = re.compile(f"[{_DROPPED}{_COMPATIBLE}{_LINE_ENDS}]")
_ASCII = bytes(range(128))
_IS_DROPPED = re.compile(f"[{_DROPPED}]")
_SQUARED = ((0x1F130, 0x1F149), (0x1F150, 0x1F169), (0x1F170, 0x1F189))


class Text:
    r"""A normalised text and its way back to the raw one.

    Attributes:
        norm: the normalised text, `\n` as the only line end.
        lower: `norm` in lower case, same length.
    """

    __slots__ = ("_answers", "_norm_starts", "_nouns", "_raw_starts", "lower", "norm")

    def __init__(
        self,
        norm: str,
        norm_starts: list[int] | None = None,
        raw_starts: list[int] | None = None,
        lower: str | None = None,
    ) -> None:
        """Keep the text and the breakpoints where its offsets shift against the raw text.

        Args:
            norm: the normalised text.
            norm_starts: ascending offsets into `norm`, the first 0; None if offsets are equal.
            raw_starts: the raw offset of each of them.
            lower: `norm` in lower case, if known.
        """
        self.norm = norm
        if lower is None:
            lower = norm.lower() if norm.isascii() else lower_same_length(norm)
        self.lower = lower
        self._norm_starts = norm_starts
        self._raw_starts = raw_starts
        self._answers: list[int] | None = None
        self._nouns: list[int] | None = None

    @property
    def answers(self) -> list[int]:
        """Where the word `answer` stands in the text, ascending; looked up once, since several rules ask."""
        if self._answers is None:
            self._answers = find_all(self.lower, "answer")
        return self._answers

    @property
    def nouns(self) -> list[int]:
        """Where `answer`, `option` or `choice` stands in the text, ascending; six letters each."""
        if self._nouns is None:
            self._nouns = self.answers
            for word in ("option", "choice"):
                if word in self.lower:
                    self._nouns = sorted(self._nouns + find_all(self.lower, word))
        return self._nouns

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the code points [start, end) of the raw text that stand behind a span of `norm`."""
        if self._norm_starts is None:
            return start, end
        first = self._raw(start)
        return first, self._raw(end - 1) + 1 if end > start else first

    def part(self, start: int, end: int) -> Text:
        """Return the text [start, end) as a text of its own, its offsets mapped to the same raw text."""
        if start == 0:
            return Text(self.norm[:end], self._norm_starts, self._raw_starts, self.lower[:end])
        if self._norm_starts is None or self._raw_starts is None:
            return Text(self.norm[start:end], [0], [start], self.lower[start:end])
        first = bisect_right(self._norm_starts, start) - 1
        last = bisect_right(self._norm_starts, end)
        norm_starts = [max(0, offset - start) for offset in self._norm_starts[first:last]]
        raw_starts = [self._raw(start), *self._raw_starts[first + 1 : last]]
        return Text(self.norm[start:end], norm_starts, raw_starts, self.lower[start:end])

    def _raw(self, offset: int) -> int:
        if self._norm_starts is None or self._raw_starts is None:
            return offset
        piece = bisect_right(self._norm_starts, offset) - 1
        return self._raw_starts[piece] + offset - self._norm_starts[piece]


def find_all(text: str, word: str) -> list[int]:
    """Return the offsets of all occurrences of a word, ascending, not overlapping."""
    found = []
    find, step = text.find, len(word)
    at = find(word)
    while at >= 0:
        found.append(at)
        at = find(word, at + step)
    return found


def lower_same_length(text: str) -> str:
    """Return the text in lower case with every character in its place."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    # U+0130 is the one character whose lower case is longer.
    return text.replace("\u0130", "I").lower()


def normalise(raw: str, pieces: Sequence[tuple[int, int]] | None = None) -> Text:
    """Return the normalised copy of the given pieces of a raw text, joined by line ends.

    Args:
        raw: any text.
        pieces: ascending, disjoint [start, end) intervals of code points; None takes all of it.
            No piece gives an empty text.
    """
    if pieces is None or (len(pieces) == 1 and pieces[0] == (0, len(raw))):
        if not needs_mapping(raw):
            return Text(raw)
        pieces = ((0, len(raw)),)
    built = _Builder(raw)
    for start, end in pieces:
        built.add_piece(start, end)
    return built.text()


def needs_mapping(raw: str) -> bool:
    """Return whether any character of the text is mapped or dropped."""
    if raw.isascii():
        return "\r" in raw
    # Most characters are ASCII: without them the search among many characters costs a tenth.
    rest = raw.encode("utf-8", "surrogatepass").translate(None, _ASCII).decode("utf-8", "surrogatepass")
    return "\r" in raw or _MAPPED.search(rest) is not None


def plain(text: str) -> str:
    """Return the normalised text alone, for texts whose offsets nobody asks for."""
    return normalise(text).norm if needs_mapping(text) else text


class _Builder:
    """A normalised text in the making, piece by piece, with the breakpoints of its offsets."""

    def __init__(self, raw: str) -> None:
        self._raw = raw
        self._parts: list[str] = []
        self._length = 0
        self._norm_starts: list[int] = []
        self._raw_starts: list[int] = []

    def add_piece(self, start: int, end: int) -> None:
        """Append one piece of the raw text, on a line of its own."""
        raw = self._raw
        if self._parts:
            self._add("\n")
        self._break(start)
        done = start
        for match in _MAPPED.finditer(raw, start, end):
            at = match.start()
            if at > done:
                self._add(raw[done:at])
            done = at + 1
            mapped = "" if raw.startswith("\r\n", at) else _map(raw[at])
            if mapped:
                self._add(mapped)
            else:
                self._break(done)
        if end > done:
            self._add(raw[done:end])

    def text(self) -> Text:
        """Return what was built; nothing is an empty text at the start."""
        if not self._norm_starts:
            self._break(0)
        return Text("".join(self._parts), self._norm_starts, self._raw_starts)

    def _add(self, part: str) -> None:
        self._parts.append(part)
        self._length += len(part)

    def _break(self, raw_start: int) -> None:
        self._norm_starts.append(self._length)
        self._raw_starts.append(raw_start)


@lru_cache(maxsize=4096)
def _map(char: str) -> str:
    """Return the one character that stands for this one, or nothing."""
    if char in "\r\x85\u2028\u2029":
        return "\n"
    if char in "\u2236\ua789":
        return ":"
    if _IS_DROPPED.match(char):
        return ""
    code = ord(char)
    for first, last in _SQUARED:
        if first <= code <= last:
            return chr(ord("A") + code - first)
    if unicodedata.decomposition(char).startswith(("<super>", "<sub>", "<fraction>")):
        return char
    mapped = unicodedata.normalize("NFKC", char)
    return mapped if len(mapped) == 1 else char
