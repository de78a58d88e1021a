"""The envelope of a response: which object is scored, and whether the response ends as it should.

Every path is linear in the length of the response. Where this reads more than the reference does
(an odd quote or an open brace in the prose, several code blocks), docs/scoring.md says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from scoring.trace.values import UNREAD, read_json, read_json_tail, read_value

Span: TypeAlias = tuple[int, int]

FENCE = "```"
KEYS = ("answer", "annotation")

_BRACES = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|\{\{*+|\}\}*+', re.DOTALL)
"""A run of braces, or a whole quoted string, whose braces do not count; the last may be unclosed."""

_QUOTES_AND_BRACES = re.compile(r'["{}]')
_OPEN_TAG = re.compile(r"<answer", re.IGNORECASE)
_CLOSE_TAG = re.compile(r"</answer>", re.IGNORECASE)
_WINDOW = 2048


class Envelope(NamedTuple):
    """What was read from a response.

    Attributes:
        found: the object that is scored, or None.
        span: [start, end) of the text that `found` was read from; (0, 0) where there is none.
        final: the object that the response ends with, or None.
        structure_ok: the response ends with a code block or a balanced `{...}`.
    """

    found: Mapping[object, object] | None
    span: Span
    final: Mapping[object, object] | None
    structure_ok: bool


NOTHING = Envelope(None, (0, 0), None, False)


def read_envelope(response: str) -> Envelope:
    """Return the object that a response answers with.

    It is the final object or the final code block where that has an `answer` or an `annotation`;
    else the last such object among, in this order, `<answer>` tags, code blocks, balanced objects
    and the whole text.
    """
    text = response.rstrip()
    if text.endswith("}"):
        quick = _final_object(text)
    elif text.endswith(FENCE):
        quick = _final_block(text)
    else:
        quick = None
    return quick or _search(text)


def _is_answer(value: object) -> bool:
    return isinstance(value, dict) and ("answer" in value or "annotation" in value)


def _final_object(text: str) -> Envelope | None:
    """Return the envelope of a text that ends with one JSON object of ours, whatever comes before."""
    start = text.rfind('{"answer"')
    value = read_json_tail(text, start) if start >= 0 else UNREAD
    if value is UNREAD:
        start = open_brace_of_end(text) if _names_a_key(text) else -1
        value = read_json_tail(text, start) if start >= 0 else UNREAD
    if isinstance(value, dict) and _is_answer(value):
        return Envelope(value, (start, len(text)), value, True)
    return None


def _names_a_key(text: str) -> bool:
    return '"answer"' in text or '"annotation"' in text


def _final_block(text: str) -> Envelope | None:
    """Return the envelope of a text that ends with a code block holding one JSON object of ours."""
    span = final_block(text)
    value = read_json(text[span[0] : span[1]])
    if isinstance(value, dict) and _is_answer(value):
        return Envelope(value, span, value, True)
    return None


def _search(text: str) -> Envelope:
    """Return the envelope of a text that does not simply end with one JSON object of ours."""
    objects, is_level = balanced_objects(text, 0, len(text))
    if not is_level and _names_a_key(text):
        objects = _with_objects_from_the_end(text, objects)
    structure_ok, final_span = _final_span(text, objects)
    value = read_value(text[final_span[0] : final_span[1]]) if structure_ok else None
    final = value if isinstance(value, dict) else None
    if _is_answer(final):
        return Envelope(final, final_span, final, structure_ok)
    if structure_ok and text.endswith(FENCE):
        found = _first_object(text, final_span)
        if found is not None:
            return Envelope(found[0], found[1], final, structure_ok)
    found = _last_candidate(text, objects)
    if found is None:
        return Envelope(None, (0, 0), final, structure_ok)
    return Envelope(found[0], found[1], final, structure_ok)


def _final_span(text: str, objects: list[Span]) -> tuple[bool, Span]:
    """Return whether the text ends with a code block or a balanced object, and where its inside is."""
    if text.endswith(FENCE):
        span = final_block(text)
        return span[0] < span[1], span
    if objects and objects[-1][1] == len(text):
        return True, objects[-1]
    return False, (0, 0)


def _last_candidate(text: str, objects: list[Span]) -> tuple[dict[object, object], Span] | None:
    """Return the last object of ours among tags, code blocks, balanced objects and the whole text."""
    whole = (0, len(text))
    for span in (whole, *reversed(objects)):
        value = read_value(text[span[0] : span[1]])
        if isinstance(value, dict) and _is_answer(value):
            return value, span
    for spans in (code_blocks(text), answer_tags(text)):
        for span in reversed(list(spans)):
            found = _first_object(text, span)
            if found is not None:
                return found
    return None


def _first_object(text: str, span: Span) -> tuple[dict[object, object], Span] | None:
    """Return the first object inside a tag or a code block, where it is one of ours."""
    value = read_value(text[span[0] : span[1]])
    if isinstance(value, dict):
        return (value, span) if _is_answer(value) else None
    for inner in balanced_objects(text, *span)[0]:
        value = read_value(text[inner[0] : inner[1]])
        if isinstance(value, dict):
            return (value, inner) if _is_answer(value) else None
    return None


def balanced_objects(text: str, start: int, end: int) -> tuple[list[Span], bool]:
    """Return the outermost `{...}` of a stretch of text, and whether it ends level.

    Braces inside double quotes do not count, in prose neither; a stray `}` is harmless. The text
    ends level where no brace and no quote is left open.
    """
    spans: list[Span] = []
    # Prose without quotes and braces, the usual case, is stepped over at the speed of memory.
    firsts = [at for at in (text.find("{", start, end), text.find('"', start, end)) if at >= 0]
    if not firsts:
        return spans, True
    start = min(firsts)
    depth = opened = 0
    token = ""
    for match in _BRACES.finditer(text, start, end):
        token = match.group()
        if token[0] == "{":
            opened = opened if depth else match.start()
            depth += len(token)
        elif token[0] == "}" and depth:
            if depth <= len(token):
                spans.append((opened, match.start() + depth))
            depth = max(0, depth - len(token))
    return spans, depth == 0 and not _leaves_quote_open(token)


def _leaves_quote_open(token: str) -> bool:
    """Return whether the last token is a quoted string without its closing quote."""
    if not token.startswith('"'):
        return False
    return len(token) == 1 or not token.endswith('"') or _is_escaped(token, len(token) - 1)


def _is_escaped(text: str, at: int) -> bool:
    """Return whether an odd number of backslashes stands before a character."""
    before = at
    while before and text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1


def _with_objects_from_the_end(text: str, objects: list[Span]) -> list[Span]:
    """Return the objects together with those of ours that only reading from the end can see.

    An odd quote or an open brace in the prose hides everything behind it from a reader that starts
    at the beginning. Read from the end, what stands behind is seen first.
    """
    seen = set(objects)
    for span in _objects_from_the_end(text):
        if span not in seen and _is_answer(read_json(text[span[0] : span[1]])):
            seen.add(span)
    return sorted(seen, key=lambda span: (span[1], -span[0]))


def open_brace_of_end(text: str) -> int:
    """Return where the object starts whose `}` ends the text, or -1; quotes are told from the end."""
    for span in _objects_from_the_end(text):
        return span[0] if span[1] == len(text) else -1
    return -1


def _objects_from_the_end(text: str) -> Iterator[Span]:
    """Yield the outermost `{...}`, the last first; braces inside double quotes do not count."""
    depth = closed = 0
    in_quotes = False
    for at in _marks_from_the_end(text):
        char = text[at]
        if char == '"':
            if not _is_escaped(text, at):
                in_quotes = not in_quotes
        elif in_quotes:
            continue
        elif char == "}":
            if depth == 0:
                closed = at + 1
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                yield at, closed


def _marks_from_the_end(text: str) -> Iterator[int]:
    """Yield the positions of quotes and braces, the last first, window by growing window."""
    end, size = len(text), _WINDOW
    while end > 0:
        start = max(0, end - size)
        yield from reversed([match.start() for match in _QUOTES_AND_BRACES.finditer(text, start, end)])
        end, size = start, size * 2


def final_block(text: str) -> Span:
    """Return where the inside of the code block is that ends the text; empty where there is none."""
    end = len(text) - len(FENCE)
    start = text.rfind(FENCE, 0, end)
    return _inside(text, start + len(FENCE), end) if start >= 0 else (0, 0)


def code_blocks(text: str) -> Iterator[Span]:
    """Yield the inside of every code block, without language `json` and white space."""
    opened = text.find(FENCE)
    while opened >= 0:
        start = opened + len(FENCE)
        end = text.find(FENCE, start)
        if end < 0:
            return
        yield _inside(text, start, end)
        opened = text.find(FENCE, end + len(FENCE))


def answer_tags(text: str) -> Iterator[Span]:
    """Yield the inside of every `<answer ...>...</answer>`, in any case."""
    at = 0
    while True:
        opened = _OPEN_TAG.search(text, at)
        start = text.find(">", opened.end()) + 1 if opened else 0
        closed = _CLOSE_TAG.search(text, start) if start else None
        if closed is None:
            return
        yield _stripped(text, start, closed.start())
        at = closed.end()


def _inside(text: str, start: int, end: int) -> Span:
    if text[start : start + 4].lower() == "json":
        start += 4
    return _stripped(text, min(start, end), end)


def _stripped(text: str, start: int, end: int) -> Span:
    inside = text[start:end]
    start += len(inside) - len(inside.lstrip())
    return start, max(start, start + len(inside.strip()))
