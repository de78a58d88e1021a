"""What of a message a reader would take as the reply: without thinking, of harmony only the final channel."""

from __future__ import annotations

import re
from typing import NamedTuple

_TAGS = (
    ("<", re.compile(r"<(/?)(think|thinking|thought|reasoning)\s*>", re.IGNORECASE)),
    ("[", re.compile(r"\[(/?)(think)\]", re.IGNORECASE)),
)
"""First character -> tag; one pattern each, since a search for one literal character costs a tenth."""
_CHANNEL = re.compile(r"<\|channel\|>\s*(\w+)[^<]*<\|message\|>|<\|(?:end|return|start|call)\|>")
_FINAL_ELEMENT = re.compile(r"<(/?)final\s*>", re.IGNORECASE)
_QUOTES = "`\"'“”‘’"


class Visible(NamedTuple):
    """The visible part of a message, in code points of the raw text.

    Attributes:
        pieces: ascending [start, end) intervals that a reader would take as the reply.
        thinking: ascending [start, end) intervals of thinking, tags included.
        unclosed: the message is thinking that never closes.
    """

    pieces: tuple[tuple[int, int], ...]
    thinking: tuple[tuple[int, int], ...] = ()
    unclosed: bool = False


class _Tag(NamedTuple):
    start: int
    end: int
    closing: bool
    name: str


def find_visible(raw: str) -> Visible:
    """Return which parts of a message are visible and which are thinking.

    Balanced think blocks are thinking, nested ones too. A closing tag without an opening one makes
    everything up to the last such tag thinking. An unclosed opening tag at the very start leaves
    nothing visible (but a well-formed `<final>` element after it). Any other lone tag is a tag
    named in prose and stays. Linear in the length of the text.
    """
    if "<" not in raw and "[" not in raw:
        return Visible(((0, len(raw)),))
    if "<|channel|>" in raw:
        return _final_channel(raw)
    tags = _find_tags(raw)
    if not tags:
        return Visible(((0, len(raw)),))
    blocks, unclosed_start = _match_tags(raw, tags)
    if unclosed_start is not None:
        return _inside_final_element(raw)
    return Visible(_complement(blocks, len(raw)), tuple(blocks))


def _final_channel(raw: str) -> Visible:
    marks = list(_CHANNEL.finditer(raw))
    ends = [*(m.start() for m in marks[1:]), len(raw)] if marks else []
    # What stands before the first channel was written outside any channel: visible.
    first = marks[0].start() if marks else len(raw)
    pieces = [(0, first)] if raw[:first].strip() else []
    thinking: list[tuple[int, int]] = []
    for mark, end in zip(marks, ends, strict=True):
        if mark[1] is None:
            continue
        (pieces if mark[1].lower() == "final" else thinking).append((mark.end(), end))
    return Visible(tuple(pieces), tuple(thinking), unclosed=not pieces and bool(thinking))


def _find_tags(raw: str) -> list[_Tag]:
    tags = []
    for first, pattern in _TAGS:
        for match in pattern.finditer(raw) if first in raw else ():
            start, end = match.span()
            quoted = start > 0 and raw[start - 1] in _QUOTES and raw[end : end + 1] in tuple(_QUOTES)
            if not quoted:
                tags.append(_Tag(start, end, bool(match[1]), match[2].lower()))
    return sorted(tags)


def _match_tags(raw: str, tags: list[_Tag]) -> tuple[list[tuple[int, int]], int | None]:
    """Return the outermost blocks of thinking, and the start of an unclosed block at the very start."""
    starts_open = not tags[0].closing and not raw[: tags[0].start].strip()
    blocks, stack, orphan = _walk(raw, tags, starts_open=starts_open)
    if stack and stack[0] is tags[0] and starts_open:
        # A template and the model may both have written the opening tag: `<think><think>…</think>`.
        doubled = len(tags) > 1 and not tags[1].closing and not raw[tags[0].end : tags[1].start].strip()
        if not doubled:
            return [], tags[0].start
        blocks, stack, orphan = _walk(raw, tags[1:], starts_open=True)
        if stack and stack[0] is tags[1]:
            return [], tags[0].start
        blocks = [(tags[0].start, blocks[0][1]), *blocks[1:]]
    if orphan is not None:
        blocks = [(0, orphan), *((s, e) for s, e in blocks if s >= orphan)]
    # Where the thinking before it is closed, the reply itself may open with a block that never closes.
    left_open = next((tag for tag in stack if tag.start >= (orphan or 0)), None)
    if blocks and left_open is not None and _is_blank_before(raw, blocks, left_open.start):
        return [], left_open.start
    return blocks, None


def _is_blank_before(raw: str, blocks: list[tuple[int, int]], at: int) -> bool:
    """Return whether nothing but blocks and blanks stands before an offset."""
    done = 0
    for start, end in blocks:
        if start >= at:
            break
        if raw[done:start].strip():
            return False
        done = max(done, end)
    return not raw[done:at].strip()


def _walk(
    raw: str, tags: list[_Tag], *, starts_open: bool
) -> tuple[list[tuple[int, int]], list[_Tag], int | None]:
    """Return (outermost balanced blocks, tags left open, end of the last closing tag never opened)."""
    blocks: list[tuple[int, int]] = []
    stack: list[_Tag] = []
    orphan: int | None = None
    for tag in tags:
        if not tag.closing:
            stack.append(tag)
            continue
        if stack:
            opened = _pop(stack, tag.name)
            while blocks and blocks[-1][0] >= opened.start:
                blocks.pop()
            blocks.append((opened.start, tag.end))
        elif not starts_open or _alone_on_line(raw, tag):
            orphan = tag.end
    return blocks, stack, orphan


def _pop(stack: list[_Tag], name: str) -> _Tag:
    """Return the tag that this closing tag closes: the nearest of its name, else the nearest."""
    for position in range(len(stack) - 1, max(-1, len(stack) - 9), -1):
        if stack[position].name == name:
            opened = stack[position]
            del stack[position:]
            return opened
    return stack.pop()


def _alone_on_line(raw: str, tag: _Tag) -> bool:
    before = raw[max(0, tag.start - 200) : tag.start].rpartition("\n")[2]
    after = raw[tag.end : tag.end + 200].partition("\n")[0]
    return not before.strip() and not after.strip()


def _inside_final_element(raw: str) -> Visible:
    opened: re.Match[str] | None = None
    inside: tuple[int, int] | None = None
    for match in _FINAL_ELEMENT.finditer(raw):
        if not match[1]:
            opened = match
        elif opened is not None:
            inside = (opened.end(), match.start())
            opened = None
    if inside is None:
        return Visible((), ((0, len(raw)),), unclosed=True)
    return Visible((inside,), _complement([inside], len(raw)), unclosed=True)


def _complement(blocks: list[tuple[int, int]], length: int) -> tuple[tuple[int, int], ...]:
    pieces = []
    done = 0
    for start, end in blocks:
        if start > done:
            pieces.append((done, start))
        done = max(done, end)
    if done < length:
        pieces.append((done, length))
    return tuple(pieces)
