"""Where a reply may end: lines on which a completion model goes on into the next question."""

from __future__ import annotations

import re

from scoring.extraction.text import Text, find_all, lower_same_length

_ALWAYS = ("question", "q:")
_ALWAYS_CHINESE = ("问题", "題目", "题目")
"""Words that open a question in a few-shot prompt."""

_WITH_PROMPT = ("problem", "exercise", "query", "input", "passage", "context", "premise", "sentence", "task")
"""Words that open one only if the item's own prompt uses them so."""

_OPENING = re.compile(
    rf"(?:{'|'.join(w.rstrip(':') for w in _ALWAYS + _ALWAYS_CHINESE + _WITH_PROMPT)})s?[^\S\n]?(?:#?\d{{1,4}})?[*_`\])]*+[^\S\n]?(?::|(?<=\d)[*_]*(?:[.)]|(?=\n)))"
)
_BEFORE = re.compile(r"[^\S\n]*(?:[#>*_`\[(\-]++[^\S\n]*)*")

RECAP_CUES = {
    "combining": ("now, combining all the answers", "combining all the answers", "combining the answers"),
    "summar": ("summary of the answers", "summary of answers", "summarizing the answers"),
    "答案": ("总结以上问题的答案", "總結以上問題的答案", "综合以上问题的答案"),
}
"""A word -> the lines holding it that open a recap of several answers."""


def find_question_lines(text: Text, prompt: str | None) -> list[int]:
    """Return the offsets of the lines that open a question or a recap, ascending; usually empty.

    Args:
        text: the visible text.
        prompt: the item's prompt, whose own template words open a question, too.
    """
    lower = text.lower
    found: set[int] = set()
    for word in _ALWAYS if lower.isascii() else _ALWAYS + _ALWAYS_CHINESE:
        if word in lower:
            _collect(lower, word, found)
    if prompt is not None and ":" in prompt:
        template = lower_same_length(prompt)
        for word in _WITH_PROMPT:
            if word in template and word in lower and _opens_line(template, word):
                _collect(lower, word, found)
    for word, cues in RECAP_CUES.items():
        if word in lower:
            for cue in cues:
                _collect_cue(lower, cue, found)
    return sorted(found) if found else []


def _collect_cue(lower: str, cue: str, found: set[int]) -> None:
    for at in find_all(lower, cue):
        start = _line_start(lower, at)
        if start is not None:
            found.add(start)


def _collect(lower: str, word: str, found: set[int]) -> None:
    for at in find_all(lower, word):
        start = _line_start(lower, at)
        if start is not None and _OPENING.match(lower, at):
            found.add(start)


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
