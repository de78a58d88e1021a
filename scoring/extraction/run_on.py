"""Where a reply may end: lines on which a completion model goes on into the next question."""

from __future__ import annotations

import re

from scoring.extraction.text import Text, lower_same_length

_ALWAYS = ("question", "q:", "问题", "題目", "题目")
"""Words that open a question in a few-shot prompt."""

_WITH_PROMPT = ("problem", "exercise", "query", "input", "passage", "context", "premise", "sentence", "task")
"""Words that open one only if the item's own prompt uses them so."""

_OPENING = re.compile(
    rf"(?:{'|'.join(w.rstrip(':') for w in _ALWAYS + _WITH_PROMPT)})s?[^\S\n]?(?:#?\d{{1,4}})?[*_`\])]*+[^\S\n]?(?::|(?<=\d)[*_]*(?:[.)]|(?=\n)))"
)
_BEFORE = re.compile(r"[^\S\n]*(?:[#>*_`\[(\-]++[^\S\n]*)*")

RECAP_CUES = (
    "now, combining all the answers",
    "combining all the answers",
    "combining the answers",
    "summary of the answers",
    "summary of answers",
    "summarizing the answers",
    "总结以上问题的答案",
    "總結以上問題的答案",
    "综合以上问题的答案",
)
"""Lines that open a recap of several answers."""


def find_question_lines(text: Text, prompt: str | None) -> list[int]:
    """Return the offsets of the lines that open a question or a recap, ascending; usually empty.

    Args:
        text: the visible text.
        prompt: the item's prompt, whose own template words open a question, too.
    """
    lower = text.lower
    found: set[int] = set()
    for word in _ALWAYS:
        _collect(lower, word, found)
    if prompt is not None:
        for word in _WITH_PROMPT:
            if word in lower and _opens_line(lower_same_length(prompt), word):
                _collect(lower, word, found)
    for cue in RECAP_CUES:
        at = lower.find(cue)
        while at >= 0:
            start = _line_start(lower, at)
            if start is not None:
                found.add(start)
            at = lower.find(cue, at + len(cue))
    return sorted(found)


def _collect(lower: str, word: str, found: set[int]) -> None:
    at = lower.find(word)
    while at >= 0:
        start = _line_start(lower, at)
        if start is not None and _OPENING.match(lower, at):
            found.add(start)
        at = lower.find(word, at + len(word))


def _opens_line(prompt: str, word: str) -> bool:
    starts: set[int] = set()
    _collect(prompt, word, starts)
    return bool(starts)


def _line_start(lower: str, at: int) -> int | None:
    """Return the start of the line if nothing but decoration stands before this offset, else None."""
    start = lower.rfind("\n", max(0, at - 24), at) + 1
    if not start and at > 24:
        return None
    return start if _BEFORE.fullmatch(lower, start, at) else None
