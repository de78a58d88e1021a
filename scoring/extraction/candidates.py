"""Every value found, with what became of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.extraction.evaluate import Outcome
from scoring.extraction.found import Found, Question
from scoring.extraction.marked import find_marked
from scoring.extraction.reading import VALID, Kind
from scoring.extraction.reply import Reply
from scoring.extraction.text import Text, normalise
from scoring.policy import MARKER_RULES, Policy
from scoring.records import (
    Candidate,
    CandidateState,
)

_LONGEST_SHOWN = 120
_TAKEN = CandidateState.TAKEN
_STATES = {
    Kind.VALID: CandidateState.LOWER_RULE,
    Kind.CONFLICT: CandidateState.CONFLICT,
    Kind.PLACEHOLDER: CandidateState.PLACEHOLDER,
    Kind.INVALID: CandidateState.INVALID,
}


def all_candidates(
    outcome: Outcome, reply: Reply, question: Question, policy: Policy, cut: int | None
) -> tuple[Candidate, ...]:
    """Return what was found, where the reply was cut, and what is thinking, in the order of the text."""
    candidates = list(found_candidates(outcome, policy))
    if cut is not None:
        start, end = reply.text.raw_span(cut, len(reply.text.norm))
        cue = reply.raw[start : start + _LONGEST_SHOWN].partition("\n")[0].rstrip()
        candidates.append(
            Candidate(value=cue, rule="run_on", start=start, end=end, state=CandidateState.RUN_ON)
        )
    if reply.thinking:
        candidates.extend(thinking_candidates(reply, question, policy))
        candidates.sort(key=lambda one: one.start)
    return tuple(candidates)


def found_candidates(outcome: Outcome, policy: Policy) -> tuple[Candidate, ...]:
    """Return each value found with what became of it, in the order of the text."""
    text, taken = outcome.text, outcome.taken
    candidates = []
    for one in outcome.found:
        state = _TAKEN if one is taken else _untaken(one, taken, policy)
        candidates.append(as_candidate(text, one, state))
    return tuple(candidates)


def _untaken(one: Found, taken: Found | None, policy: Policy) -> CandidateState:
    if taken is None or one.rule != taken.rule or one.reading.kind is not VALID:
        return _STATES[one.reading.kind]
    return CandidateState.LATER if policy.pick == "first" else CandidateState.EARLIER


def as_candidate(text: Text, found: Found, state: CandidateState) -> Candidate:
    """Return a value found as a candidate: raw offsets, its text cut at 120 characters."""
    start, end = text.raw_span(found.start, found.end)
    value = found.reading.answer
    if len(value) > _LONGEST_SHOWN:
        value = value[: _LONGEST_SHOWN - 1] + "…"
    return Candidate(value=value, rule=found.rule, start=start, end=end, state=state)


def reasoning_examples(reasoning: str, question: Question, policy: Policy) -> tuple[Candidate, ...]:
    """Return every value after a marker of a reasoning that is not read, valid or not."""
    text = normalise(reasoning)
    found = find_marked(text, question, policy.languages)
    return tuple(as_candidate(text, one, example_state(one)) for one in found)


def example_state(found: Found) -> CandidateState:
    """Return the state of a value of a reasoning that is not read: an example, alone or joined by *or*."""
    if found.reading.kind in (Kind.VALID, Kind.CONFLICT):
        return CandidateState.EXAMPLE
    return _STATES[found.reading.kind]


def thinking_candidates(reply: Reply, question: Question, policy: Policy) -> tuple[Candidate, ...]:
    """Return every value after a marker in the think blocks of the content."""
    if not reply.thinking:
        return ()
    text = normalise(reply.raw, reply.thinking)
    found = find_marked(text, question, policy.languages)
    return tuple(as_candidate(text, one, CandidateState.THINKING) for one in found)


def earlier_answer(outcome: Outcome, taken: Found) -> str | None:
    """Return the last different valid value before the taken one, of any rule."""
    answer = taken.reading.answer
    for one in reversed(outcome.found):
        if one.start < taken.start and one.reading.kind is Kind.VALID and one.reading.answer != answer:
            return one.reading.answer
    return None


def marker_labels(candidates: Sequence[Candidate], labels: Mapping[str, object]) -> set[str]:
    """Return the different labels that marker values name, each label of a conflict counting."""
    named: set[str] = set()
    for one in candidates:
        if one.rule in MARKER_RULES:
            named.update(part for part in one.value.split(",") if part in labels)
    return named
