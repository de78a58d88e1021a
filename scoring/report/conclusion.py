"""What an audit comes to, in one sentence made of its numbers, by a rule that the reports state."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.audit.filter import NULL, Filter, decode_value
from scoring.audit.query import Audit
from scoring.audit.summary import Group, Summary
from scoring.records import TaskType
from scoring.report.item_facts import FACT_COLUMNS, read_facts
from scoring.report.rates import count, format_accuracy, plural

MATCHING: Final = "recorded_incorrect_though_matching"
DIFFERING: Final = "recorded_correct_though_differing"

N_CATEGORIES: Final = 3
"""Categories that the sentence names; the tables have them all."""


class Fault(StrEnum):
    """What can be said about the recorded scorer."""

    CONFIRMED = "confirmed"
    INDICATED = "indicated"
    OPEN = "open"
    NONE = "none"
    NOT_RECORDED = "not_recorded"


RULE: Final = (
    "A fault of the recorded scorer is confirmed by an item for which all of this holds: it was recorded "
    "as incorrect; the answer that the run file itself records meets the target; a valid final value in "
    "the visible text meets it, too; and the rescored verdict is correct. The record then contradicts "
    "itself, and the text bears out its answer, whatever one thinks of our rules. It is only indicated "
    "where an item was recorded as incorrect and our reading of the visible text meets the target, but "
    "the file records no answer to hold its verdict against. It is left open where the two scorers give "
    "credit differently and neither holds. Flags and answers in the reasoning alone confirm nothing."
)
"""When a fault is confirmed, indicated or open, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """The conclusion of an audit.

    Attributes:
        fault: by `RULE`; the strongest that an item gives ground for.
        n_matching: items recorded as incorrect though the answer matches.
        n_confirming: those of them that confirm a fault by themselves.
        n_changed: items that the two scorers give credit differently, any kind.
        sentence: all of it, with the totals, in words.
    """

    fault: Fault
    n_matching: int
    n_confirming: int
    n_changed: int
    sentence: str


def conclude(audit: Audit, summary: Summary) -> Conclusion:
    """Return the conclusion of an audit.

    Args:
        summary: of all its items.
    """
    n_matching, n_confirming = _count_matching(audit)
    n_changed = sum(
        flip.count
        for flip in summary.flips
        if flip.recorded is not None and (flip.recorded == "correct") != (flip.rescored == "correct")
    )
    fault = _fault(summary, n_matching, n_confirming, n_changed)
    parts = [
        *_opening(summary, fault, n_matching, n_confirming, n_changed),
        *_totals(summary),
        *_rest(audit, summary),
    ]
    return Conclusion(
        fault=fault,
        n_matching=n_matching,
        n_confirming=n_confirming,
        n_changed=n_changed,
        sentence="; ".join(parts),
    )


def changed_categories(summary: Summary) -> list[Group]:
    """Return the categories whose recorded and rescored totals differ, the greatest change first."""
    groups = [one for one in summary.by_category if _moved(one)]
    return sorted(groups, key=lambda one: (-abs(one.rescored.correct - one.recorded.correct), one.value))


def name_category(value: str) -> str:
    """Return a category of a summary as it is shown; an item may have none."""
    named = decode_value(value)
    return "(no category)" if named is None else named or "(empty)"


def _fault(summary: Summary, n_matching: int, n_confirming: int, n_changed: int) -> Fault:
    if summary.recorded.n == summary.recorded.not_recorded:
        return Fault.NOT_RECORDED
    if n_confirming:
        return Fault.CONFIRMED
    if n_matching:
        return Fault.INDICATED
    return Fault.OPEN if n_changed else Fault.NONE


def _count_matching(audit: Audit) -> tuple[int, int]:
    """Return the number of items with the finding, and of those that confirm a fault by themselves."""
    table = audit.table(Filter(findings=(MATCHING,)), FACT_COLUMNS)
    facts = [read_facts(row) for row in table.to_pylist()]
    confirming = [
        one
        for one in facts
        if one.recorded_answer is not None
        and one.task_type != TaskType.SUBSTRING
        and one.visible_content_has_expected_answer
    ]
    return len(facts), len(confirming)


def _opening(
    summary: Summary, fault: Fault, n_matching: int, n_confirming: int, n_changed: int
) -> Iterator[str]:
    if fault is Fault.NOT_RECORDED:
        yield "no verdict is recorded, so there is none to check" if summary.n else "the run has no items"
        return
    matching = count(n_matching, "item") if n_matching else "no item"
    yield f"{matching} recorded incorrect though the final answer matches"
    partly = "" if n_confirming == n_matching else f" on {n_confirming:,} of them"
    yield {
        Fault.CONFIRMED: f"scorer fault confirmed{partly}",
        Fault.INDICATED: "scorer fault indicated, not confirmed: "
        "no answer is recorded to hold the verdict against",
        Fault.OPEN: f"{count(n_changed, 'item')} credited differently for other reasons, "
        "which scorer is right is open",
        Fault.NONE: "no scorer fault found",
    }[fault]


def _totals(summary: Summary) -> Iterator[str]:
    yield _change(summary.recorded.not_recorded == summary.n, summary)
    categories = changed_categories(summary) if len(summary.by_category) > 1 else []
    for group in categories[:N_CATEGORIES]:
        yield f"{name_category(group.value)} {_change(group.recorded.scored == 0, group)}"
    more = len(categories) - N_CATEGORIES
    if more > 0:
        yield f"{more:,} more {plural(more, 'category')} changed"


def _change(only_rescored: bool, numbers: Summary | Group) -> str:  # noqa: FBT001 - private
    after = format_accuracy(numbers.rescored)
    if only_rescored:
        return f"rescored {after}"
    before = format_accuracy(numbers.recorded)
    return f"{before}, recorded and rescored" if before == after else f"{before} → {after}"


def _moved(group: Group) -> bool:
    before, after = group.recorded, group.rescored
    return before.scored > 0 and (before.correct, before.scored) != (after.correct, after.scored)


def _rest(audit: Audit, summary: Summary) -> Iterator[str]:
    differing = next((one.rescored.n for one in summary.by_finding if one.value == DIFFERING), 0)
    if differing:
        yield (
            f"{count(differing, 'item')} recorded correct though we find another answer or none, "
            "to be judged by their text"
        )
    unknown = summary.recorded.not_recorded
    if 0 < unknown < summary.n:
        yield f"no verdict recorded for {count(unknown, 'item')}, left out of the recorded totals"
    yield from _scores(audit)


def _scores(audit: Audit) -> Iterator[str]:
    """Yield the mean recorded and rescored score of items that have both and no recorded verdict."""
    table = audit.table(Filter(recorded_verdict=(NULL,)), ("recorded_score", "score"))
    pairs = [
        (one["recorded_score"], one["score"])
        for one in table.to_pylist()
        if one["recorded_score"] is not None and one["score"] is not None
    ]
    if not pairs:
        return
    before, after = (math.fsum(column) / len(pairs) for column in zip(*pairs, strict=True))
    n_different = sum(not math.isclose(a, b, abs_tol=1e-6) for a, b in pairs)
    yield (
        f"mean score {before:.4f} recorded → {after:.4f} rescored over {count(len(pairs), 'item')}, "
        f"{n_different:,} of them differ"
    )
