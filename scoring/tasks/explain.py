"""Decisions put together, each with one plain sentence that explains it."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.records import (
    Ambiguity,
    AnswerKind,
    Decision,
    Extraction,
    Item,
    JsonValue,
    Problem,
    Source,
    Status,
    Verdict,
)

_WHY_NONE = {
    Status.CONFLICT: "No answer: the final answer names several options",
    Status.NO_ANSWER: "No answer: nothing in the visible content can be read as one",
    Status.NO_VISIBLE_CONTENT: "No answer: there is no visible content",
    Status.UNCLOSED_THINKING: "No answer: the content is thinking that never closes",
}
# Bound once: looking up a member of an enum costs as much as the sentence.
_UNAMBIGUOUS = Ambiguity.NONE
_CONTENT, _REASONING = Source.CONTENT, Source.REASONING
_CORRECT, _INCORRECT = Verdict.CORRECT, Verdict.INCORRECT

_AMBIGUITY = {
    Ambiguity.CONFLICTING_FINALS: "other final answers stand before it",
    Ambiguity.CONFLICTING_VALUE: "a later value names several options",
    Ambiguity.LABEL_TEXT_MISMATCH: "the text beside the label is another option's",
}

_LONGEST_SHOWN = 60
_SMALLEST = 0.0001


def figure_text(value: float) -> str:
    """Return a reward with four digits; what is above nothing never reads as nothing, nor as a power."""
    return f"< {_SMALLEST}" if 0.0 < value < _SMALLEST else f"{value:.4g}"


def with_verdict(
    extraction: Extraction,
    *,
    correct: bool,
    target: str,
    flagged: bool = False,
    problems: tuple[Problem, ...] = (),
    details: Mapping[str, JsonValue] | None = None,
) -> Decision:
    """Return the decision on an item that has a target.

    Args:
        extraction: what was found; without an answer the verdict is `no_answer`.
        correct: the answer equals the target.
        target: the target as people read it.
        flagged: the policy fails the item for its ambiguity flag.
        problems: what was noticed about the item.
        details: facts of the task type.
    """
    if extraction.answer is None and not flagged:
        verdict = Verdict.NO_ANSWER
    else:
        verdict = _CORRECT if correct else _INCORRECT
    sentence = explain(extraction)
    if flagged:
        sentence += "; failed by the policy's ambiguity flag"
    elif extraction.answer is not None and not correct:
        sentence += f"; the target is {_shortened(target)}"
    return Decision(
        verdict=verdict,
        score=1.0 if verdict is _CORRECT else 0.0,
        extraction=extraction,
        explanation=sentence + ".",
        details=details or {},
        problems=problems,
    )


def unscorable(
    item: Item, kind: str, message: str, *, extraction: Extraction | None = None, fallback: bool = False
) -> Decision:
    """Return the decision on an item that cannot be scored, with the Problem that says why."""
    problem = Problem(
        kind=kind,
        message=message,
        cure="Check the item in its file; it is left out of the accuracy.",
        item_id=item.item_id,
    )
    empty = Extraction(answer_kind=AnswerKind.NOT_APPLICABLE, reasoning_fallback=fallback)
    return Decision(
        verdict=Verdict.UNSCORABLE,
        score=None,
        extraction=extraction or empty,
        explanation=f"Not scored: {message}.",
        problems=(problem,),
    )


def explain(extraction: Extraction) -> str:
    """Return what was taken from where, or why nothing was, as one sentence without its full stop."""
    sentence = _taken(extraction)
    if extraction.ambiguity is not _UNAMBIGUOUS and extraction.answer is not None:
        sentence += "; " + _AMBIGUITY[extraction.ambiguity]
    elif extraction.earlier_answer is not None:
        sentence += f"; {_shortened(extraction.earlier_answer)} was named earlier"
    if extraction.run_on:
        sentence += "; text after the reply's end was cut off"
    if extraction.reasoning_candidates and extraction.source is not _REASONING:
        unread = len(extraction.reasoning_candidates)
        value, was = ("value", "was") if unread == 1 else ("values", "were")
        sentence += f"; {unread} {value} in the reasoning {was} not read"
    return sentence


def _taken(extraction: Extraction) -> str:
    if extraction.answer is None or extraction.source is None or extraction.span is None:
        sentence = _WHY_NONE.get(extraction.status, "No answer")
        if extraction.answer_kind is AnswerKind.REASONING_ONLY:
            sentence += ", only the reasoning holds one and the policy does not read it"
        return sentence
    start, end = extraction.span
    where = "visible content" if extraction.source is _CONTENT else "the reasoning"
    return (
        f"Took {_shortened(extraction.answer)} from {where}, "
        f"rule `{extraction.rule}`, characters {start}-{end}"
    )


def _shortened(text: str) -> str:
    one_line = text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
    return one_line.replace("\n", " ")
