"""Response to extraction: the one way through the policy `final-answer-v1` (docs/scoring.md)."""

from __future__ import annotations

from dataclasses import replace

from scoring.extraction.candidates import (
    all_candidates,
    as_candidate,
    earlier_answer,
    example_state,
    found_candidates,
    reasoning_examples,
    thinking_candidates,
)
from scoring.extraction.evaluate import UNAMBIGUOUS, Outcome, evaluate, read_until_run_on
from scoring.extraction.found import Question
from scoring.extraction.reply import Reply, read_reply
from scoring.extraction.text import normalise
from scoring.policy import Policy
from scoring.records import (
    Ambiguity,
    AnswerKind,
    Candidate,
    Extraction,
    Response,
    Source,
    Status,
)

_CONFLICTING = (Ambiguity.CONFLICTING_FINALS, Ambiguity.CONFLICTING_VALUE)
_CONTENT = Source.CONTENT
_OK, _NO_ANSWER = Status.OK, Status.NO_ANSWER
_VISIBLE = AnswerKind.VISIBLE


def extract_answer(
    response: Response, question: Question, policy: Policy, *, fallback: bool, prompt: str | None = None
) -> Extraction:
    """Return the answer of a response with source, rule, span, ambiguity and every other value found.

    Args:
        response: any texts, of any size; either may be None.
        question: reader, labels and option texts of the item.
        policy: which rules may decide.
        fallback: the effective setting of the reasoning fallback for this item.
        prompt: the item's prompt, for template words on which a reply may run on.
    """
    reply = read_reply(response.content)
    reasoning = response.reasoning
    if reply.is_blank:
        return _from_reasoning(reply, reasoning, question, policy, fallback=fallback)
    outcome, cut = read_until_run_on(reply.text, question, policy, prompt)
    whole = cut is None and not reply.thinking
    return _extraction(
        outcome,
        _CONTENT,
        status=_NO_ANSWER,
        kind=_kind(outcome),
        fallback=fallback,
        cut=cut is not None,
        candidates=found_candidates(outcome, policy)
        if whole
        else all_candidates(outcome, reply, question, policy, cut),
        reasoning_candidates=reasoning_examples(reasoning, question, policy) if reasoning else (),
    )


def _extraction(
    outcome: Outcome,
    source: Source,
    *,
    status: Status,
    kind: AnswerKind,
    fallback: bool,
    cut: bool = False,
    candidates: tuple[Candidate, ...] = (),
    reasoning_candidates: tuple[Candidate, ...] = (),
) -> Extraction:
    """Return the outcome as an extraction; `status` is what holds without answer and conflict."""
    taken = outcome.taken
    if taken is None:
        return Extraction(
            status=Status.CONFLICT if outcome.conflict else status,
            ambiguity=outcome.ambiguity,
            answer_kind=kind,
            reasoning_fallback=fallback,
            run_on=cut,
            candidates=candidates,
            reasoning_candidates=reasoning_candidates,
        )
    return Extraction(
        answer=taken.reading.answer,
        source=source,
        rule=taken.rule,
        span=outcome.text.raw_span(taken.start, taken.end),
        status=_OK,
        ambiguity=outcome.ambiguity,
        answer_kind=kind,
        earlier_answer=earlier_answer(outcome, taken) if len(outcome.found) > 1 else None,
        reasoning_fallback=fallback,
        run_on=cut,
        candidates=candidates,
        reasoning_candidates=reasoning_candidates,
    )


def _kind(outcome: Outcome) -> AnswerKind:
    if outcome.ambiguity is not UNAMBIGUOUS and outcome.ambiguity in _CONFLICTING:
        return AnswerKind.CONFLICTING
    return _VISIBLE if outcome.taken is not None else AnswerKind.NONE


def _from_reasoning(
    reply: Reply, reasoning: str | None, question: Question, policy: Policy, *, fallback: bool
) -> Extraction:
    """Rule 4: there is no visible text; read the reasoning if allowed, and always tell what it holds."""
    base = Extraction(
        status=Status.UNCLOSED_THINKING if reply.unclosed else Status.NO_VISIBLE_CONTENT,
        answer_kind=AnswerKind.NO_VISIBLE_CONTENT,
        reasoning_fallback=fallback,
        candidates=thinking_candidates(reply, question, policy),
    )
    if not reasoning or reasoning.isspace():
        return base
    outcome = evaluate(normalise(reasoning), question, policy)
    kind = AnswerKind.REASONING_ONLY if outcome.decided else AnswerKind.NO_VISIBLE_CONTENT
    if not fallback:
        examples = tuple(as_candidate(outcome.text, f, example_state(f)) for f in outcome.found)
        return replace(base, answer_kind=kind, reasoning_candidates=examples)
    ambiguous = outcome.ambiguity in _CONFLICTING
    return _extraction(
        outcome,
        Source.REASONING,
        status=base.status,
        kind=AnswerKind.CONFLICTING if ambiguous else kind,
        fallback=True,
        candidates=base.candidates,
        reasoning_candidates=found_candidates(outcome, policy),
    )
