"""Findings: named inconsistencies of the recorded scoring, item by item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from scoring.records import (
    Ambiguity,
    AnswerKind,
    Candidate,
    CandidateState,
    Decision,
    Item,
    JsonValue,
    Source,
    TaskType,
    Verdict,
)


class Finding(NamedTuple):
    """One kind of inconsistency.

    Attributes:
        sentence: what it says about an item, for people.
        applies: whether an item has it.
    """

    sentence: str
    applies: Callable[[Item, Decision], bool]


def item_findings(item: Item, decision: Decision) -> tuple[str, ...]:
    """Return the names of the findings of one item, in the order of `FINDINGS`.

    They compare what the run file says with what our scorer decided under its policy. An item without
    anything recorded has none but `answer_only_in_reasoning`.
    """
    return tuple(name for name, finding in FINDINGS.items() if finding.applies(item, decision))


def recorded_incorrect_though_matching(item: Item, decision: Decision) -> bool:
    """Return whether a right answer was recorded as incorrect.

    All of this holds: the recorded verdict is incorrect; our verdict is correct; and the recorded
    answer meets the target too. Where no answer was recorded, or the item asks for required strings,
    our own reading of the visible text stands for it. A recorded answer that misses the target is a
    fault of the recorded extraction, not of the verdict: see `recorded_answer_misread`.
    """
    recorded = item.recorded[0] if item.recorded else None
    if recorded is None or recorded.verdict is not Verdict.INCORRECT:
        return False
    if decision.verdict is not Verdict.CORRECT:
        return False
    if recorded.answer is None or item.task_type is TaskType.SUBSTRING:
        return decision.extraction.source is not Source.REASONING
    return _is_same_answer(recorded.answer, _right_answers(item, decision))


def recorded_answer_misread(item: Item, decision: Decision) -> bool:
    """Return whether a right answer earned no credit because it was read otherwise, or not at all.

    The recorded verdict is incorrect or no_answer, ours is correct, and it is not the verdict that is to
    blame: together with `recorded_incorrect_though_matching` this is all credit that was not recorded.
    """
    return (
        bool(item.recorded)
        and item.recorded[0].verdict in (Verdict.INCORRECT, Verdict.NO_ANSWER)
        and decision.verdict is Verdict.CORRECT
        and not recorded_incorrect_though_matching(item, decision)
    )


def recorded_correct_though_differing(item: Item, decision: Decision) -> bool:
    """Return whether the recorded verdict is correct and ours is incorrect or no_answer."""
    return (
        bool(item.recorded)
        and item.recorded[0].verdict is Verdict.CORRECT
        and decision.verdict in (Verdict.INCORRECT, Verdict.NO_ANSWER)
    )


def recorded_answer_not_found(item: Item, decision: Decision) -> bool:
    """Return whether an answer was recorded although our rules find none in the visible text.

    Where the visible text names several answers, or only the reasoning holds one, there is something that
    may have been read: no finding. Items that are scored without reading an answer have none either.
    """
    return (
        bool(item.recorded)
        and item.recorded[0].answer is not None
        and decision.extraction.answer is None
        and decision.extraction.answer_kind in (AnswerKind.NONE, AnswerKind.NO_VISIBLE_CONTENT)
    )


def flag_only_from_reasoning(item: Item, decision: Decision) -> bool:
    """Return whether only the reasoning can explain the recorded ambiguity flag.

    All of this holds: the recorded flag is true; we find the final region clear-cut; the visible text
    names at most one answer and was not cut; and the values in the reasoning (the separate field, or
    think blocks of the content) name an answer that differs from it, or two that differ.
    """
    found = decision.extraction
    if not item.recorded or item.recorded[0].ambiguity is not True:
        return False
    if found.ambiguity is not Ambiguity.NONE or found.run_on:
        return False
    labels = item.options
    visible = _named(found.candidates, _VISIBLE, labels)
    hidden = _named(found.reasoning_candidates, _HIDDEN, labels)
    hidden |= _named(found.candidates, _THINKING, labels)
    return len(visible) <= 1 < len(visible | hidden)


def answer_only_in_reasoning(item: Item, decision: Decision) -> bool:
    """Return whether there is no visible text and the reasoning holds an answer."""
    del item
    return decision.extraction.answer_kind is AnswerKind.REASONING_ONLY


def recorded_fields_disagree(item: Item, decision: Decision) -> bool:
    """Return whether the record says both correct and not correct about the same response.

    Looked at are the fields named `correct` of the main scorer's record and of the objects directly
    inside it; only true and false count.
    """
    del decision
    return bool(item.recorded) and len(set(_credits(item.recorded[0].raw))) > 1


FINDINGS: Mapping[str, Finding] = {
    "recorded_incorrect_though_matching": Finding(
        "Recorded as incorrect, although the answer meets the target.",
        recorded_incorrect_though_matching,
    ),
    "recorded_answer_misread": Finding(
        "Recorded as not correct with another answer or none, although what we find is the target.",
        recorded_answer_misread,
    ),
    "recorded_correct_though_differing": Finding(
        "Recorded as correct, although we find no answer or another one than the target.",
        recorded_correct_though_differing,
    ),
    "recorded_answer_not_found": Finding(
        "An answer is recorded, but our rules find none in the visible text.",
        recorded_answer_not_found,
    ),
    "flag_only_from_reasoning": Finding(
        "Recorded as ambiguous, although the visible text is clear: only the reasoning names other answers.",
        flag_only_from_reasoning,
    ),
    "answer_only_in_reasoning": Finding(
        "There is no visible text; only the reasoning holds an answer.",
        answer_only_in_reasoning,
    ),
    "recorded_fields_disagree": Finding(
        "The record contradicts itself: its fields named “correct” disagree.",
        recorded_fields_disagree,
    ),
}
"""Every finding by name, in the order in which an item lists them. `docs/scoring.md` explains each."""

_VISIBLE = frozenset(
    {
        CandidateState.TAKEN,
        CandidateState.EARLIER,
        CandidateState.LATER,
        CandidateState.LOWER_RULE,
        CandidateState.CONFLICT,
    }
)
_HIDDEN = _VISIBLE | {CandidateState.EXAMPLE}
_THINKING = frozenset({CandidateState.THINKING})
_EDGES = " \t\r\n()[]{}\"'`*.,;:!?$"


def _named(
    candidates: Iterable[Candidate], states: frozenset[CandidateState], labels: Mapping[str, object]
) -> set[str]:
    """Return the answers that values name; each label of a conflict counts.

    Values in think blocks carry no state of their own: without labels to know them by, none counts.
    """
    values = {one.value for one in candidates if one.state in states}
    if labels:
        return {part for value in values for part in value.split(",") if part in labels}
    return set() if states is _THINKING else values


def _right_answers(item: Item, decision: Decision) -> Iterator[str]:
    """Return the texts that a recorded answer may have when it is right; ours was found to be."""
    if decision.extraction.answer is not None:
        yield decision.extraction.answer
    if item.target_mode == "any":
        yield from item.target
        yield from (text for label in item.target if (text := item.options.get(label)))


def _is_same_answer(answer: str, right: Iterable[str]) -> bool:
    plain, number = _plain(answer), _number(answer)
    return any(plain == _plain(other) or (number is not None and number == _number(other)) for other in right)


def _plain(answer: str) -> str:
    """Return an answer without case, blanks around its parts, brackets and end marks."""
    return ",".join(part.strip(_EDGES).casefold() for part in answer.split(","))


def _number(answer: str) -> Decimal | None:
    try:
        number = Decimal(answer.replace(",", "").strip(_EDGES))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _credits(raw: JsonValue) -> Iterator[bool]:
    if not isinstance(raw, dict):
        return
    for record in (raw, *raw.values()):
        if isinstance(record, dict) and isinstance(correct := record.get("correct"), bool):
            yield correct
