"""Response to extraction: the one way through the policy `final-answer-v1` (docs/scoring.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from scoring.extraction.rules import PLACED, WHOLE, Found, Question, find_marked
from scoring.extraction.run_on import find_question_lines
from scoring.extraction.text import Text, normalise
from scoring.extraction.values import Kind
from scoring.extraction.visible import Visible, find_visible
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
_STATES = {
    Kind.VALID: CandidateState.LOWER_RULE,
    Kind.CONFLICT: CandidateState.CONFLICT,
    Kind.PLACEHOLDER: CandidateState.PLACEHOLDER,
    Kind.INVALID: CandidateState.INVALID,
}


class _Outcome(NamedTuple):
    """What the rules found in one text.

    Attributes:
        taken: the value that decides; None without one.
        ambiguity: of the final region.
        conflict: the final region holds only conflicting values.
        deciding: the rule that decided, with an answer or a conflict.
        found: every value found.
        text: the text they were found in.
    """

    taken: Found | None
    ambiguity: Ambiguity
    conflict: bool
    deciding: str | None
    found: list[Found]
    text: Text

    @property
    def decided(self) -> bool:
        return self.taken is not None or self.conflict


@dataclass(frozen=True, slots=True)
class Reply:
    """A message prepared for the rules: its visible text, normalised.

    Attributes:
        raw: the message as it is.
        visible: which parts are visible, which are thinking.
        text: the visible text, normalised.
    """

    raw: str
    visible: Visible
    text: Text = field(repr=False)

    @property
    def is_blank(self) -> bool:
        """Whether there is no visible text."""
        return not self.text.norm or self.text.norm.isspace()


def read_reply(content: str | None) -> Reply:
    """Return the message with its visible text found and normalised; None is an empty message."""
    raw = content or ""
    visible = find_visible(raw)
    return Reply(raw, visible, normalise(raw, visible.pieces))


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
    candidates = _candidates(outcome, reply, question, policy, cut)
    examples = _reasoning_examples(reasoning, question, policy) if reasoning else ()
    base = Extraction(
        status=Status.CONFLICT if outcome.conflict else Status.NO_ANSWER,
        ambiguity=outcome.ambiguity,
        answer_kind=_kind(outcome),
        reasoning_fallback=fallback,
        run_on=cut is not None,
        candidates=candidates,
        reasoning_candidates=examples,
    )
    if outcome.taken is None:
        return base
    return _with_answer(base, outcome, Source.CONTENT)


def _with_answer(base: Extraction, outcome: _Outcome, source: Source) -> Extraction:
    taken = outcome.taken
    if taken is None:
        return base
    return Extraction(
        answer=taken.reading.answer,
        source=source,
        rule=taken.rule,
        span=outcome.text.raw_span(taken.start, taken.end),
        status=Status.OK,
        ambiguity=outcome.ambiguity,
        answer_kind=base.answer_kind,
        earlier_answer=_earlier(outcome, taken),
        reasoning_fallback=base.reasoning_fallback,
        run_on=base.run_on,
        candidates=base.candidates,
        reasoning_candidates=base.reasoning_candidates,
    )


def _kind(outcome: _Outcome) -> AnswerKind:
    if outcome.ambiguity in (Ambiguity.CONFLICTING_FINALS, Ambiguity.CONFLICTING_VALUE):
        return AnswerKind.CONFLICTING
    return AnswerKind.VISIBLE if outcome.taken is not None else AnswerKind.NONE


def _from_reasoning(
    reply: Reply, reasoning: str | None, question: Question, policy: Policy, *, fallback: bool
) -> Extraction:
    """Rule 4: there is no visible text; read the reasoning if allowed, and always tell what it holds."""
    base = Extraction(
        status=Status.UNCLOSED_THINKING if reply.visible.unclosed else Status.NO_VISIBLE_CONTENT,
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
    states = _states(outcome, policy)
    read = tuple(_as_candidate(outcome.text, f, s) for f, s in zip(outcome.found, states, strict=True))
    ambiguous = outcome.ambiguity in (Ambiguity.CONFLICTING_FINALS, Ambiguity.CONFLICTING_VALUE)
    base = replace(
        base,
        status=Status.CONFLICT if outcome.conflict else base.status,
        ambiguity=outcome.ambiguity,
        answer_kind=AnswerKind.CONFLICTING if ambiguous else kind,
        reasoning_candidates=read,
    )
    return _with_answer(base, outcome, Source.REASONING)


# --- the rules over one text ----------------------------------------------------------------------


def evaluate(text: Text, question: Question, policy: Policy) -> _Outcome:
    """Return what the rules of the policy find in one text (rules 5 to 11)."""
    enabled = policy.rules
    found = find_marked(text, question, policy.languages)
    for rule, find in PLACED.items():
        if rule in enabled:
            found += find(text, question)
    by_rule: dict[str, list[int]] = {}
    for position, one in enumerate(found):
        by_rule.setdefault(one.rule, []).append(position)
    for rule in enabled:
        if rule in WHOLE:
            found += WHOLE[rule](text, question)
            by_rule[rule] = [p for p in range(len(found)) if found[p].rule == rule]
        if rule in by_rule:
            outcome = _decide(rule, by_rule[rule], found, text, policy)
            if outcome is not None:
                return outcome
    found.sort(key=lambda one: one.start)
    return _Outcome(None, Ambiguity.NONE, conflict=False, deciding=None, found=found, text=text)


def _decide(
    rule: str, positions: list[int], found: list[Found], text: Text, policy: Policy
) -> _Outcome | None:
    """Rule 9: the last valid value of the rule decides; None lets the next rule try."""
    valid = [found[p] for p in positions if found[p].reading.kind is Kind.VALID]
    conflicts = [found[p] for p in positions if found[p].reading.kind is Kind.CONFLICT]
    ordered = sorted(found, key=lambda one: one.start)
    if valid:
        taken = valid[0] if policy.pick == "first" else valid[-1]
        ambiguity = _ambiguity(taken, valid, conflicts)
        return _Outcome(taken, ambiguity, conflict=False, deciding=rule, found=ordered, text=text)
    if not conflicts:
        return None
    last = conflicts[-1].start
    for later in reversed(ordered):
        if later.start > last and later.rule == "stated_answer" and later.reading.kind is Kind.VALID:
            return _Outcome(later, Ambiguity.NONE, conflict=False, deciding=rule, found=ordered, text=text)
    return _Outcome(None, Ambiguity.CONFLICTING_VALUE, conflict=True, deciding=rule, found=ordered, text=text)


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
    lines = find_question_lines(text, prompt) if policy.cut_run_on else []
    start = 0
    for line in lines:
        segment = text.norm[start:line]
        if segment and not segment.isspace():
            # Each stretch between two question lines is read once, so that many lines take linear time.
            outcome = evaluate(text.part(start, line), question, policy)
            if outcome.decided:
                whole = outcome if start == 0 else evaluate(text.part(0, line), question, policy)
                if whole.decided:
                    return whole, line
        start = line
    return evaluate(text, question, policy), None


# --- candidates -----------------------------------------------------------------------------------


def _candidates(
    outcome: _Outcome, reply: Reply, question: Question, policy: Policy, cut: int | None
) -> tuple[Candidate, ...]:
    states = _states(outcome, policy)
    candidates = [_as_candidate(outcome.text, f, s) for f, s in zip(outcome.found, states, strict=True)]
    if cut is not None:
        start, end = reply.text.raw_span(cut, len(reply.text.norm))
        cue = reply.raw[start : start + _LONGEST_SHOWN].partition("\n")[0]
        candidates.append(
            Candidate(value=cue, rule="run_on", start=start, end=end, state=CandidateState.RUN_ON)
        )
    if reply.visible.thinking:
        candidates.extend(_thinking(reply, question, policy))
        candidates.sort(key=lambda one: one.start)
    return tuple(candidates)


def _states(outcome: _Outcome, policy: Policy) -> list[CandidateState]:
    """Return what became of each value found, in the same order."""
    if len(outcome.found) == 1 and outcome.taken is outcome.found[0]:
        return [CandidateState.TAKEN]
    superseded = CandidateState.LATER if policy.pick == "first" else CandidateState.EARLIER
    states = []
    for one in outcome.found:
        if one is outcome.taken:
            states.append(CandidateState.TAKEN)
        elif one.reading.kind is Kind.VALID and outcome.taken is not None and one.rule == outcome.taken.rule:
            states.append(superseded)
        else:
            states.append(_STATES[one.reading.kind])
    return states


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
    if not reply.visible.thinking:
        return ()
    text = normalise(reply.raw, reply.visible.thinking)
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
