"""Where a reply may end: at the next question of a completion model, or at a mark that ends a turn."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from heapq import merge
from itertools import chain

from scoring.extraction.end_mark import find_end_marks
from scoring.extraction.text import Text, lower_same_length

_ALWAYS = ("question", "q:")
_ALWAYS_CHINESE = ("问题", "題目", "题目")
"""Words that open a question in a few-shot prompt."""

_WITH_PROMPT = ("problem", "exercise", "query", "input", "passage", "context", "premise", "sentence", "task")
"""Words that open one only if the item's own prompt uses them so."""

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

_WORDS = (*_ALWAYS, *_ALWAYS_CHINESE, *_WITH_PROMPT)
_LINE = rf"[^\S\n]*+(?:[#>*_`\[(\-]++[^\S\n]*+)*+(?P<cue>{'|'.join((*_WORDS, *RECAP_CUES))})"
_FIRST_LINE = re.compile(_LINE)
_LATER_LINE = re.compile(rf"\n{_LINE}")
_LONGEST_DECORATION = 24

_AFTER_WORD = re.compile(
    r"(?<=:)|s?[^\S\n]?(?:#?\d{1,4})?[*_`\])]*+[^\S\n]?(?::|(?<=\d)[*_]*(?:[.)]|(?=\n)))"
)


def find_question_lines(text: Text, prompt: str | None) -> Iterable[int]:
    """Return the offsets of the lines that open a question or a recap, and of marks that end a turn.

    Ascending, one by one; usually none.

    Args:
        text: the visible text.
        prompt: the item's prompt, whose own template words open a question, too.
    """
    lower = text.lower
    marks = find_end_marks(lower) if "<" in lower else []
    if _LATER_LINE.search(lower) is None and _FIRST_LINE.match(lower) is None:
        return marks
    lines = _question_lines(lower, prompt)
    return merge(lines, marks) if marks else lines


def _question_lines(lower: str, prompt: str | None) -> Iterator[int]:
    words: Collection[str] | None = None
    for start, word in _openings(lower):
        if word in _WITH_PROMPT:
            if words is None:
                words = _template_words(prompt)
            if word not in words:
                continue
        yield start


def _template_words(prompt: str | None) -> Collection[str]:
    """Return the words that open a line of the prompt."""
    if prompt is None or ":" not in prompt:
        return ()
    return {word for _, word in _openings(lower_same_length(prompt))}


def _openings(lower: str) -> Iterator[tuple[int, str]]:
    """Yield (start of the line, word or cue) of every line that opens with one, behind little decoration."""
    first = _FIRST_LINE.match(lower)
    for match in chain((first,) if first else (), _LATER_LINE.finditer(lower)):
        cue, at = match["cue"], match.start("cue")
        start = match.start() + (match is not first)
        if at - start < _LONGEST_DECORATION and (cue in RECAP_CUES or _AFTER_WORD.match(lower, match.end())):
            yield start, cue
