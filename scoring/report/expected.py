"""Whether the visible text names the expected answer, whichever value was taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from scoring.extraction.labels import compile_labels
from scoring.extraction.number_values import equal, parse_number
from scoring.extraction.text import plain
from scoring.records import CandidateState, Item, TaskType, Verdict
from scoring.tasks.choice import read_targets
from scoring.tasks.short_text import canonical

VALID: Final = frozenset(
    {CandidateState.TAKEN, CandidateState.EARLIER, CandidateState.LATER, CandidateState.LOWER_RULE}
)
"""States of a value that is an answer of the item, taken or not."""


class Asked(NamedTuple):
    """What an item asks for, and what came of it.

    Attributes:
        target: the expected answers as the file has them.
        options: label -> text; empty without options.
        verdict: ours.
        answer_reward: of a Trace item; None for others.
        source: where our answer was found.
    """

    task_type: TaskType
    target: tuple[str, ...]
    options: Mapping[str, str | None]
    verdict: str
    answer_reward: float | None
    source: str | None


def has_expected_answer(asked: Asked, values: Sequence[str]) -> bool | None:
    """Return whether a valid value of the visible text equals the target; None where there is none to equal.

    Values are compared as the item's own scorer does. For required strings it is whether all that are
    required stand in the visible text, for a Trace item whether its visible answer is right.

    Args:
        values: the values found in the content in a state of `VALID`.
    """
    if asked.verdict == Verdict.UNSCORABLE:
        return None
    compare = _COMPARE.get(asked.task_type)
    return None if compare is None else compare(asked, values)


def _choice(asked: Asked, values: Iterable[str]) -> bool | None:
    return _labels(asked, values, multi=False)


def _multi_choice(asked: Asked, values: Iterable[str]) -> bool | None:
    return _labels(asked, values, multi=True)


def _labels(asked: Asked, values: Iterable[str], *, multi: bool) -> bool | None:
    item = Item(item_id="", task_type=asked.task_type, options=asked.options, target=asked.target)
    accepted, _ = read_targets(item, compile_labels(tuple(asked.options)), multi=multi)
    return None if accepted is None else any(value in accepted for value in values)


def _number(asked: Asked, values: Iterable[str]) -> bool:
    targets = [number for text in asked.target if (number := parse_number(plain(text))) is not None]
    numbers = [number for value in values if (number := parse_number(value)) is not None]
    return any(equal(target=target, pred=pred) for target in targets for pred in numbers)


def _short_text(asked: Asked, values: Iterable[str]) -> bool:
    targets = {canonical(text) for text in asked.target} - {""}
    return any(canonical(value) in targets for value in values)


def _substring(asked: Asked, values: Iterable[str]) -> bool:
    del values  # a required string is no answer; all of them together are
    return asked.verdict == Verdict.CORRECT


def _trace(asked: Asked, values: Iterable[str]) -> bool:
    del values  # the verifier reads one object, and no candidates
    return asked.source == "content" and (asked.answer_reward or 0.0) > 0.0


_COMPARE: Final[Mapping[str, Callable[[Asked, Sequence[str]], bool | None]]] = {
    TaskType.CHOICE: _choice,
    TaskType.MULTI_CHOICE: _multi_choice,
    TaskType.NUMBER: _number,
    TaskType.SHORT_TEXT: _short_text,
    TaskType.SUBSTRING: _substring,
    TaskType.TRACE: _trace,
}
"""How the values of each type of item are compared; a type without scorer has none."""
