"""Decisions on short-text items: the whole value against the whole target."""

from __future__ import annotations

import re

from scoring.extraction.extract import extract_answer
from scoring.extraction.found import Question
from scoring.extraction.text import plain
from scoring.extraction.values import read_short_text
from scoring.policy import Policy
from scoring.records import Decision, Item
from scoring.tasks.explain import unscorable, with_verdict

_RULES = frozenset(
    (
        "final_marker",
        "final_answer_marker",
        "answer_marker",
        "boxed",
        "answer_element",
        "json_answer",
        "one_line_reply",
    )
)
_QUESTION = Question(read_short_text, _RULES)
_ARTICLE = re.compile(r"(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_END_MARKS = " \t\r\n.,;:!?。！？"


def score_short_text(item: Item, policy: Policy, *, fallback: bool) -> Decision:
    """Return the decision on a short-text item: no containment either way, case and one article ignored."""
    extraction = extract_answer(item.response, _QUESTION, policy, fallback=fallback, prompt=item.prompt)
    targets = {canonical(text) for text in item.target} - {""}
    if not targets:
        return unscorable(item, "no_target", "expected a target, got none", extraction=extraction)
    correct = extraction.answer is not None and canonical(extraction.answer) in targets
    return with_verdict(extraction, correct=correct, target=" or ".join(item.target))


def canonical(text: str) -> str:
    """Return a short text as it is compared: one-space blanks, no end marks, no case, no leading article.

    A text that is nothing but an article keeps it: the target `A` never becomes empty.
    """
    words = " ".join(plain(text).split()).strip(_END_MARKS)
    without = _ARTICLE.sub("", words, count=1) if _ARTICLE.match(words) else words
    return (without.strip(_END_MARKS) or words).casefold()
