"""Response to extraction: the one way through the policy `final-answer-v1` (docs/scoring.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from scoring.extraction.found import Finder, Found, Question
from scoring.extraction.rules import PLACED, WHOLE, find_marked
from scoring.extraction.run_on import find_question_lines
from scoring.extraction.text import Text, normalise
from scoring.extraction.values import Kind
from scoring.extraction.visible import find_visible
from scoring.policy import MARKER_RULES, Policy
from scoring.records import (
    Ambiguity,
    AnswerKind,
    Candidate,
    CandidateState,
    Extraction,
    Response,
    Source,
    Status,
)

_LONGEST_SHOWN = 120
_UNDECIDED_READINGS = 8
_CONFLICTING = (Ambiguity.CONFLICTING_FINALS, Ambiguity.CONFLICTING_VALUE)
# Bound once: looking up a member of an enum costs as much as a search through a short text.
_VALID = Kind.VALID
_TAKEN = CandidateState.TAKEN
_UNAMBIGUOUS = Ambiguity.NONE
_CONTENT = Source.CONTENT
_OK, _NO_ANSWER = Status.OK, Status.NO_ANSWER
_VISIBLE = AnswerKind.VISIBLE
_STATES = {
    Kind.VALID: CandidateState.LOWER_RULE,
    Kind.CONFLICT: CandidateState.CONFLICT,
    Kind.PLACEHOLDER: CandidateState.PLACEHOLDER,
    Kind.INVALID: CandidateState.INVALID,
}


@dataclass(slots=True)
class _Outcome:
    """What the rules found in one text.

    Attributes:
        taken: the value that decides; None without one.
        ambiguity: of the final region.
        conflict: the final region holds only conflicting values.
        found: every value found.
        text: the text they were found in.
    """

    taken: Found | None
    ambiguity: Ambiguity
    conflict: bool
    found: list[Found]
    text: Text

    @property
    def decided(self) -> bool:
        return self.taken is not None or self.conflict


@dataclass(slots=True)
class Reply:
    """A message prepared for the rules: its visible text, normalised.

    Attributes:
        raw: the message as it is.
        text: the visible text, normalised.
        thinking: ascending [start, end) intervals of thinking in the raw text.
        unclosed: the message is thinking that never closes.
    """

    raw: str
    text: Text
    thinking: tuple[tuple[int, int], ...] = ()
    unclosed: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether there is no visible text."""
        norm = self.text.norm
        return not norm or norm.isspace()


def read_reply(content: str | None) -> Reply:
    """Return the message with its visible text found and normalised; None is an empty message."""
    raw = content or ""
    if raw.isascii() and not ("<" in raw or "[" in raw or "\r" in raw):
        # Most replies: no tag can hide a part of them, no character is mapped.
        return Reply(raw, Text(raw))
    visible = find_visible(raw)
    return Reply(raw, normalise(raw, visible.pieces), visible.thinking, visible.unclosed)


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
    outcome, cut = _read_until_run_on(reply.text, question, policy, prompt)
    whole = cut is None and not reply.thinking
    return _extraction(
        outcome,
        _CONTENT,
        status=_NO_ANSWER,
        kind=_kind(outcome),
        fallback=fallback,
        cut=cut is not None,
        candidates=_found_candidates(outcome, policy) if whole else _candidates(outcome, reply, question, policy, cut),
        reasoning_candidates=_reasoning_examples(reasoning, question, policy) if reasoning else (),
    )


def _extraction(
    outcome: _Outcome,
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
        earlier_answer=_earlier(outcome, taken) if len(outcome.found) > 1 else None,
        reasoning_fallback=fallback,
        run_on=cut,
        candidates=candidates,
        reasoning_candidates=reasoning_candidates,
    )


def _kind(outcome: _Outcome) -> AnswerKind:
    if outcome.ambiguity is not _UNAMBIGUOUS and outcome.ambiguity in _CONFLICTING:
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
        candidates=_thinking(reply, question, policy),
    )
    if not reasoning or reasoning.isspace():
        return base
    outcome = evaluate(normalise(reasoning), question, policy)
    kind = AnswerKind.REASONING_ONLY if outcome.decided else AnswerKind.NO_VISIBLE_CONTENT
    if not fallback:
        examples = tuple(_as_candidate(outcome.text, f, _example_state(f)) for f in outcome.found)
        return replace(base, answer_kind=kind, reasoning_candidates=examples)
    ambiguous = outcome.ambiguity in _CONFLICTING
    return _extraction(
        outcome,
        Source.REASONING,
        status=base.status,
        kind=AnswerKind.CONFLICTING if ambiguous else kind,
        fallback=True,
        candidates=base.candidates,
        reasoning_candidates=_found_candidates(outcome, policy),
    )


# --- the rules over one text ----------------------------------------------------------------------


def evaluate(text: Text, question: Question, policy: Policy) -> _Outcome:
    """Return what the rules of the policy find in one text (rules 5 to 11)."""
    plan = _plan(policy.rules, question.rules)
    found = find_marked(text, question, policy.languages)
    for character, find in plan.placed:
        if character in text.norm:
            found += find(text, question)
    if len(found) == 1:
        rule = found[0].rule
        if rule in plan.order and (outcome := _decide(rule, found, found, text, policy)):
            return outcome
    elif found:
        found.sort(key=_start)
        rules = {one.rule for one in found}
        for rule in plan.order:
            if rule in rules:
                own = [one for one in found if one.rule == rule] if len(rules) > 1 else found
                if outcome := _decide(rule, own, found, text, policy):
                    return outcome
    for rule, find in plan.whole:
        if last := find(text, question):
            found = sorted(found + last, key=_start)
            return _decide(rule, last, found, text, policy) or _nothing(found, text)
    return _nothing(found, text)


class _Plan(NamedTuple):
    """The rules that may decide, strongest first, and those that must be asked for values."""

    order: tuple[str, ...]
    placed: tuple[tuple[str, Finder], ...]
    whole: tuple[tuple[str, Finder], ...]


@lru_cache(maxsize=256)
def _plan(enabled: tuple[str, ...], applicable: frozenset[str]) -> _Plan:
    order = tuple(rule for rule in enabled if rule in applicable)
    return _Plan(
        order,
        tuple(placed for rule, placed in PLACED.items() if rule in order),
        tuple((rule, find) for rule, find in WHOLE.items() if rule in order),
    )


def _start(found: Found) -> int:
    return found.start


def _nothing(found: list[Found], text: Text) -> _Outcome:
    return _Outcome(None, _UNAMBIGUOUS, False, found, text)


def _decide(
    rule: str, own: Sequence[Found], found: list[Found], text: Text, policy: Policy
) -> _Outcome | None:
    """Rule 9: the last valid value of the rule decides; None lets the next rule try.

    Args:
        rule: the rule whose turn it is.
        own: its values, in order.
        found: the values of all rules, in order.
        text: where they were found.
        policy: which of several valid values decides.
    """
    if len(own) == 1 and (reading := own[0].reading).kind is _VALID:
        ambiguity = Ambiguity.LABEL_TEXT_MISMATCH if reading.mismatch else _UNAMBIGUOUS
        return _Outcome(own[0], ambiguity, False, found, text)
    valid = [one for one in own if one.reading.kind is _VALID]
    conflicts = [one for one in own if one.reading.kind is Kind.CONFLICT]
    if valid:
        taken = valid[0] if policy.pick == "first" else valid[-1]
        return _Outcome(taken, _ambiguity(taken, valid, conflicts), conflict=False, found=found, text=text)
    if not conflicts:
        return None
    last = conflicts[-1].start
    for later in reversed(found):
        if later.start > last and later.rule == "stated_answer" and later.reading.kind is Kind.VALID:
            return _Outcome(later, Ambiguity.NONE, conflict=False, found=found, text=text)
    return _Outcome(None, Ambiguity.CONFLICTING_VALUE, conflict=True, found=found, text=text)


def _ambiguity(taken: Found, valid: Sequence[Found], conflicts: Sequence[Found]) -> Ambiguity:
    answer = taken.reading.answer
    if any(one.reading.answer != answer for one in valid):
        return Ambiguity.CONFLICTING_FINALS
    if any(one.start > taken.start for one in conflicts):
        return Ambiguity.CONFLICTING_VALUE
    return Ambiguity.LABEL_TEXT_MISMATCH if taken.reading.mismatch else Ambiguity.NONE


def _read_until_run_on(
    text: Text, question: Question, policy: Policy, prompt: str | None
) -> tuple[_Outcome, int | None]:
    """Return the outcome of the reply, and the offset at which it was cut (None: it was not)."""
    lines = find_question_lines(text, prompt) if policy.cut_run_on else ()
    start = undecided = last = 0
    for line in lines:
        segment = text.norm[start:line]
        if segment and not segment.isspace():
            # Each stretch between two question lines is read once, so that many lines take linear time.
            outcome = evaluate(text.part(start, line), question, policy)
            # A marker decides all up to its stretch, too. Where other rules do not, reading all is
            # tried ever more rarely.
            rare = undecided >= _UNDECIDED_READINGS and line < 2 * last
            if outcome.decided and (not rare or _has_marked(outcome)):
                whole = outcome if start == 0 else evaluate(text.part(0, line), question, policy)
                if whole.decided:
                    return whole, line
                undecided, last = undecided + 1, line
        start = line
    return evaluate(text, question, policy), None


def _has_marked(outcome: _Outcome) -> bool:
    answers = (Kind.VALID, Kind.CONFLICT)
    return any(one.rule in MARKER_RULES and one.reading.kind in answers for one in outcome.found)


# --- candidates -----------------------------------------------------------------------------------


def _candidates(
    outcome: _Outcome, reply: Reply, question: Question, policy: Policy, cut: int | None
) -> tuple[Candidate, ...]:
    """Return what was found, where the reply was cut, and what is thinking, in the order of the text."""
    candidates = list(_found_candidates(outcome, policy))
    if cut is not None:
        start, end = reply.text.raw_span(cut, len(reply.text.norm))
        cue = reply.raw[start : start + _LONGEST_SHOWN].partition("\n")[0].rstrip()
        candidates.append(
            Candidate(value=cue, rule="run_on", start=start, end=end, state=CandidateState.RUN_ON)
        )
    if reply.thinking:
        candidates.extend(_thinking(reply, question, policy))
        candidates.sort(key=lambda one: one.start)
    return tuple(candidates)


def _found_candidates(outcome: _Outcome, policy: Policy) -> tuple[Candidate, ...]:
    """Return each value found with what became of it, in the order of the text."""
    text, taken = outcome.text, outcome.taken
    candidates = []
    for one in outcome.found:
        state = _TAKEN if one is taken else _untaken(one, taken, policy)
        candidates.append(_as_candidate(text, one, state))
    return tuple(candidates)


def _untaken(one: Found, taken: Found | None, policy: Policy) -> CandidateState:
    if taken is None or one.rule != taken.rule or one.reading.kind is not _VALID:
        return _STATES[one.reading.kind]
    return CandidateState.LATER if policy.pick == "first" else CandidateState.EARLIER


def _as_candidate(text: Text, found: Found, state: CandidateState) -> Candidate:
    start, end = text.raw_span(found.start, found.end)
    value = found.reading.answer
    if len(value) > _LONGEST_SHOWN:
        value = value[: _LONGEST_SHOWN - 1] + "…"
    return Candidate(value=value, rule=found.rule, start=start, end=end, state=state)


def _reasoning_examples(
    reasoning: str, question: Question, policy: Policy
) -> tuple[Candidate, ...]:
    text = normalise(reasoning)
    found = find_marked(text, question, policy.languages)
    return tuple(_as_candidate(text, one, _example_state(one)) for one in found)


def _example_state(found: Found) -> CandidateState:
    """Values of the reasoning are never scored, alone or joined by *or*: examples."""
    if found.reading.kind in (Kind.VALID, Kind.CONFLICT):
        return CandidateState.EXAMPLE
    return _STATES[found.reading.kind]


def _thinking(reply: Reply, question: Question, policy: Policy) -> tuple[Candidate, ...]:
    if not reply.thinking:
        return ()
    text = normalise(reply.raw, reply.thinking)
    found = find_marked(text, question, policy.languages)
    return tuple(_as_candidate(text, one, CandidateState.THINKING) for one in found)


def _earlier(outcome: _Outcome, taken: Found) -> str | None:
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
