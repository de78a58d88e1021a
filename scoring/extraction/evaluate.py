"""The rules over one text: what they find, and which value decides (rule 9 of the policy)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scoring.extraction.found import Finder, Found, Question
from scoring.extraction.marked import find_marked
from scoring.extraction.reading import VALID, Kind
from scoring.extraction.rules import PLACED, WHOLE
from scoring.extraction.run_on import find_question_lines
from scoring.extraction.text import Text
from scoring.policy import MARKER_RULES, Policy
from scoring.records import (
    Ambiguity,
)

_UNDECIDED_READINGS = 8
UNAMBIGUOUS = Ambiguity.NONE


@dataclass(slots=True)
class Outcome:
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
        """Whether the search ends here, with an answer or a conflict."""
        return self.taken is not None or self.conflict


def evaluate(text: Text, question: Question, policy: Policy) -> Outcome:
    """Return what the rules of the policy find in one text (rules 5 to 11)."""
    plan = _plan(policy.rules, question.rules)
    found = find_marked(text, question, policy.languages)
    for character, find in plan.placed:
        if character in text.norm:
            found += find(text, question)
    if found and (outcome := _strongest(plan.order, found, text, policy)):
        return outcome
    for find in plan.whole:
        if last := find(text, question):
            found = sorted(found + last, key=_start)
            return _decide(last, found, text, policy) or _nothing(found, text)
    return _nothing(found, text)


def _strongest(order: Sequence[str], found: list[Found], text: Text, policy: Policy) -> Outcome | None:
    """Return what the strongest rule with values decides; None if none of them does."""
    if len(found) == 1:
        return _decide(found, found, text, policy) if found[0].rule in order else None
    found.sort(key=_start)
    rules = {one.rule for one in found}
    for rule in order:
        if rule in rules:
            own = [one for one in found if one.rule == rule] if len(rules) > 1 else found
            if outcome := _decide(own, found, text, policy):
                return outcome
    return None


class _Plan(NamedTuple):
    """The rules that may decide, strongest first, and those that must be asked for values."""

    order: tuple[str, ...]
    placed: tuple[tuple[str, Finder], ...]
    whole: tuple[Finder, ...]


@lru_cache(maxsize=256)
def _plan(enabled: tuple[str, ...], applicable: frozenset[str]) -> _Plan:
    order = tuple(rule for rule in enabled if rule in applicable)
    return _Plan(
        order,
        tuple(placed for rule, placed in PLACED.items() if rule in order),
        tuple(find for rule, find in WHOLE.items() if rule in order),
    )


def _start(found: Found) -> int:
    return found.start


def _nothing(found: list[Found], text: Text) -> Outcome:
    return Outcome(None, UNAMBIGUOUS, conflict=False, found=found, text=text)


def _decide(own: Sequence[Found], found: list[Found], text: Text, policy: Policy) -> Outcome | None:
    """Rule 9: the last valid value of the rule decides; None lets the next rule try.

    Args:
        own: the values of the rule whose turn it is, in order.
        found: the values of all rules, in order.
        text: where they were found.
        policy: which of several valid values decides.
    """
    if len(own) == 1 and (reading := own[0].reading).kind is VALID:
        ambiguity = Ambiguity.LABEL_TEXT_MISMATCH if reading.mismatch else UNAMBIGUOUS
        return Outcome(own[0], ambiguity, conflict=False, found=found, text=text)
    valid = [one for one in own if one.reading.kind is VALID]
    conflicts = [one for one in own if one.reading.kind is Kind.CONFLICT]
    if valid:
        taken = valid[0] if policy.pick == "first" else valid[-1]
        return Outcome(taken, _ambiguity(taken, valid, conflicts), conflict=False, found=found, text=text)
    if not conflicts:
        return None
    last = conflicts[-1].start
    for later in reversed(found):
        if later.start > last and later.rule == "stated_answer" and later.reading.kind is Kind.VALID:
            return Outcome(later, Ambiguity.NONE, conflict=False, found=found, text=text)
    return Outcome(None, Ambiguity.CONFLICTING_VALUE, conflict=True, found=found, text=text)


def _ambiguity(taken: Found, valid: Sequence[Found], conflicts: Sequence[Found]) -> Ambiguity:
    answer = taken.reading.answer
    if any(one.reading.answer != answer for one in valid):
        return Ambiguity.CONFLICTING_FINALS
    if any(one.start > taken.start for one in conflicts):
        return Ambiguity.CONFLICTING_VALUE
    return Ambiguity.LABEL_TEXT_MISMATCH if taken.reading.mismatch else Ambiguity.NONE


def read_until_run_on(
    text: Text, question: Question, policy: Policy, prompt: str | None
) -> tuple[Outcome, int | None]:
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


def _has_marked(outcome: Outcome) -> bool:
    answers = (Kind.VALID, Kind.CONFLICT)
    return any(one.rule in MARKER_RULES and one.reading.kind in answers for one in outcome.found)
