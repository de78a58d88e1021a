"""Answers in a place of their own: boxes, elements, JSON keys."""

from __future__ import annotations

import re

from scoring.extraction.found import Found, Question
from scoring.extraction.reading import Kind
from scoring.extraction.text import Text, find_all

_MOST_NESTED_BOXES = 8
_BRACES = re.compile(r"\\(?:boxed|fbox)\s*\{|\\[{}]|[{}]")


def find_boxed(text: Text, question: Question) -> list[Found]:
    r"""Return the values of every closed `\boxed{}`; none of them if the last box is cut off."""
    first = min((at for at in (text.norm.find("\\boxed"), text.norm.find("\\fbox")) if at >= 0), default=-1)
    if first < 0:
        return []
    boxes, cut_off = _closed_boxes(text.norm, first)
    if cut_off:
        return []
    found: list[Found] = []
    for start, inner, end in boxes:
        # A box inside a box says the same thing twice.
        if found and start < found[-1].end:
            continue
        reading = question.read(text.norm[inner:end])
        if reading.kind in (Kind.VALID, Kind.CONFLICT):
            found.append(Found("boxed", start, end + 1, reading))
    return found


def _closed_boxes(norm: str, first: int) -> tuple[list[tuple[int, int, int]], bool]:
    """Return (start, start of value, end of value) of every closed box, and whether the last is cut off.

    A box around many boxes inside each other is left out: reading each anew would take quadratic time.
    """
    opened: list[tuple[int, int, bool]] = []
    heights = [0]
    closed: list[tuple[int, int, int]] = []
    last_closed = last_opened = -1
    for match in _BRACES.finditer(norm, first):
        written = match.group()
        if written[-1] == "{" and written[:2] != "\\{":
            is_box = len(written) > 1
            opened.append((match.start(), match.end(), is_box))
            heights.append(0)
            last_opened = match.start() if is_box else last_opened
        elif written == "}" and opened:
            start, inner, is_box = opened.pop()
            height = heights.pop() + is_box
            heights[-1] = max(heights[-1], height)
            if is_box:
                last_closed = max(last_closed, start)
                if height <= _MOST_NESTED_BOXES:
                    closed.append((start, inner, match.start()))
    return sorted(closed), last_opened > last_closed


_ELEMENT = re.compile(r"<(/?)(answer|final|final_answer)\s*>")


def find_elements(text: Text, question: Question) -> list[Found]:
    """Return the value of every closed `<answer>` or `<final>` element."""
    if "<answer" not in text.lower and "<final" not in text.lower:
        return []
    found: list[Found] = []
    opened: re.Match[str] | None = None
    for match in _ELEMENT.finditer(text.lower):
        if not match[1]:
            opened = match
        elif opened is not None:
            reading = question.read(" ".join(text.norm[opened.end() : match.start()].split()))
            if reading.kind in (Kind.VALID, Kind.CONFLICT):
                found.append(Found("answer_element", opened.start(), match.end(), reading))
            opened = None
    return found


_KEY = re.compile(
    r"([\"'])(?:final[_ ]?answer|final|answer|answer[_ ]?(?:label|letter|choice)|choice)\1\s{0,8}+:\s{0,8}+"
    r"(?:\"(?P<double>[^\"\n]{0,400})\"|'(?P<single>[^'\n]{0,400})'|\[(?P<list>[^\]\n]{0,400})\]"
    r"|(?P<bare>[^\s,}\]\[{\"'][^,}\]\n]{0,60}))"
)


def find_json_answers(text: Text, question: Question) -> list[Found]:
    """Return the value of every JSON key `answer`, `final` or `final_answer`."""
    lower = text.lower
    found = []
    done = 0
    for at in sorted(find_all(lower, "final") + text.nouns):
        # Looked at only behind a quote: braces are common in formulas, and such keys are rare.
        match = _KEY.match(lower, at - 1) if at > done and lower[at - 1] in "\"'" else None
        if match is None:
            continue
        done = match.end()
        start, end = next(match.span(name) for name in _KEY.groupindex if match[name] is not None)
        reading = question.read(text.norm[start:end])
        if reading.kind in (Kind.VALID, Kind.CONFLICT):
            found.append(Found("json_answer", match.start(), match.end(), reading))
    return found
