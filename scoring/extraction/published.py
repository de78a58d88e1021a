"""Extraction rules published by other harnesses, written from their description.

They let an analyst see how another harness would have scored the same text. They read the raw
content: no think blocks removed, no run-on cut, no undecorating beyond what each rule says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from scoring.extraction.labels import Labels
from scoring.records import (
    AnswerKind,
    Candidate,
    CandidateState,
    Extraction,
    Response,
    Source,
    Status,
)


class Hit(NamedTuple):
    """A label found by a published rule, with the rule's step and its span in the raw content."""

    label: str
    rule: str
    start: int
    end: int


_ANSWER_IS = re.compile(r"answer is \(?([A-J])\)?")
_ANSWER_COLON = re.compile(r"[aA]nswer:\s*+([A-J])")
_LONE_CAPITAL = re.compile(r"\b[A-J]\b")
_ANSWER_IS_BRACKET = re.compile(r"answer is \(?([ABCDEFGHIJ])\)?")
_GPQA = re.compile(r"answer[ \t]*+:[ \t]*+\$?([A-D])\$?", re.IGNORECASE)
_INSPECT_LINE = re.compile(
    r"^[ \t]*+ANSWER\s*+:\s*+([A-Za-z\d](?:\s*+,\s*+[A-Za-z\d])*+)(?![^\W_])", re.IGNORECASE | re.MULTILINE
)
_INSPECT_ANY = re.compile(r"ANSWER\s*+:\s*+([A-Za-z\d](?:\s*+,\s*+[A-Za-z\d])*+)(?![^\W_])", re.IGNORECASE)


def _first(pattern: re.Pattern[str], rule: str, text: str) -> Hit | None:
    match = pattern.search(text)
    return Hit(match[match.re.groups], rule, match.start(), match.end()) if match else None


def _last(pattern: re.Pattern[str], rule: str, text: str) -> Hit | None:
    last = None
    for match in pattern.finditer(text):
        last = match
    return Hit(last[last.re.groups], rule, last.start(), last.end()) if last else None


def mmlu_pro_first(text: str) -> Hit | None:
    """Return the first `answer is X` or `answer is (X)`, A to J.

    Source: TIGER-AI-Lab/MMLU-Pro, evaluate_from_api.py, first step.
    """
    return _first(_ANSWER_IS, "answer_is", text)


def mmlu_pro(text: str) -> Hit | None:
    """Return the first `answer is X`, else a later `Answer: X`, else the last lone capital A to J.

    Source: TIGER-AI-Lab/MMLU-Pro, evaluate_from_api.py; its random guess is not made.
    """
    return mmlu_pro_first(text) or _mmlu_pro_colon(text) or _last(_LONE_CAPITAL, "last_capital", text)


def _mmlu_pro_colon(text: str) -> Hit | None:
    # The script's pattern begins with `.*`: on the first line that has a hit, its last one counts.
    first = _ANSWER_COLON.search(text)
    if first is None:
        return None
    line_end = text.find("\n", first.start())
    hit = None
    for match in _ANSWER_COLON.finditer(text, first.start()):
        if line_end >= 0 and match.start() > line_end:
            break
        hit = match
    return Hit(hit[1], "answer_colon", hit.start(), hit.end()) if hit else None


def lm_eval_mmlu_pro(text: str) -> Hit | None:
    """Return the first `answer is (X)`, brackets optional.

    Source: EleutherAI/lm-evaluation-harness, mmlu_pro, `custom-extract` filter.
    """
    return _first(_ANSWER_IS_BRACKET, "answer_is", text)


def simple_evals_gpqa(text: str) -> Hit | None:
    """Return the first `Answer: X` on one line, A to D; a lower-case letter is wrong there.

    Source: openai/simple-evals, gpqa_eval.py.
    """
    return _first(_GPQA, "answer_colon", text)


def inspect_choice(text: str) -> Hit | None:
    """Return the last `ANSWER: X` at a line start, else anywhere; two letters are no answer.

    Source: UKGovernmentBEIS/inspect_ai, solver/_multiple_choice.py.
    """
    hit = _last(_INSPECT_LINE, "answer_line", text) or _last(_INSPECT_ANY, "answer_anywhere", text)
    if hit is None or "," in hit.label:
        return None
    return hit._replace(label=hit.label.upper())


FINDERS: Mapping[str, Callable[[str], Hit | None]] = {
    "mmlu_pro": mmlu_pro,
    "mmlu_pro_first": mmlu_pro_first,
    "lm_eval_mmlu_pro": lm_eval_mmlu_pro,
    "simple_evals_gpqa": simple_evals_gpqa,
    "inspect_choice": inspect_choice,
}


def extract_published(response: Response, labels: Labels, rule: str, *, fallback: bool) -> Extraction:
    """Return what a published rule reads from the content; a label the item lacks stays an answer.

    The rules know no reasoning field: nothing is read from it, and nothing is listed from it.
    """
    content = response.content or ""
    hit = FINDERS[rule](content)
    if hit is None:
        blank = not content.strip()
        return Extraction(
            status=Status.NO_VISIBLE_CONTENT if blank else Status.NO_ANSWER,
            answer_kind=AnswerKind.NO_VISIBLE_CONTENT if blank else AnswerKind.NONE,
            reasoning_fallback=fallback,
        )
    label = labels.get(hit.label) if hit.label in labels.names or rule == "inspect_choice" else None
    answer = label or hit.label
    taken = Candidate(value=answer, rule=hit.rule, start=hit.start, end=hit.end, state=CandidateState.TAKEN)
    return Extraction(
        answer=answer,
        source=Source.CONTENT,
        rule=hit.rule,
        span=(hit.start, hit.end),
        status=Status.OK,
        answer_kind=AnswerKind.VISIBLE,
        reasoning_fallback=fallback,
        candidates=(taken,),
    )
