"""The numbers of an audit: counts with their denominators."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scoring.audit.filter import encode_value


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetValue:
    """How many items have one value.

    Attributes:
        value: the value as a filter takes it; `NULL` for no value.
        count: number of items.
    """

    value: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How one scorer decided on some items; the five counts sum to their number.

    Attributes:
        not_recorded: items without a verdict; always 0 for our own scorer.
    """

    correct: int = 0
    incorrect: int = 0
    no_answer: int = 0
    unscorable: int = 0
    not_recorded: int = 0

    @property
    def n(self) -> int:
        """Return the number of items."""
        return self.scored + self.unscorable + self.not_recorded

    @property
    def scored(self) -> int:
        """Return the denominator of the accuracy: correct + incorrect + no_answer."""
        return self.correct + self.incorrect + self.no_answer

    @property
    def accuracy(self) -> float | None:
        """Return correct / scored, 0..1; None where nothing was scored."""
        return self.correct / self.scored if self.scored else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The items that share one value of a facet, as recorded and as rescored.

    Attributes:
        value: the value as a filter takes it; `NULL` for no value.
    """

    value: str
    recorded: Tally
    rescored: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """How many items moved from a recorded to a rescored verdict.

    Attributes:
        recorded: the recorded verdict; None if there is none.
        rescored: our verdict.
        count: number of items.
    """

    recorded: str | None
    rescored: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The numbers of the items behind a filter; every table but the findings sums to `n`.

    Attributes:
        n: number of items.
        recorded: what the run file says.
        rescored: what our scorer decides.
        flips: recorded x rescored; only cells that hold an item.
        by_category: one group a category, largest first.
        by_finding: one group a finding, largest first; an item with two findings is in both, an item
            without any in none.
        counts: facet name -> its values, most frequent first, for every facet of `SUMMARY_FACETS`.
    """

    n: int
    recorded: Tally
    rescored: Tally
    flips: tuple[Flip, ...]
    by_category: tuple[Group, ...]
    by_finding: tuple[Group, ...]
    counts: Mapping[str, tuple[FacetValue, ...]]


SUMMARY_FACETS = (
    "task_type",
    "verdict",
    "recorded_verdict",
    "answer_kind",
    "extraction_source",
    "extraction_rule",
    "extraction_status",
    "ambiguity",
    "recorded_method",
    "recorded_ambiguity",
    "has_reasoning_examples",
    "run_on",
)
"""Facets that a summary counts."""

VerdictCount: TypeAlias = tuple[str | None, str | None, str, int]
"""Value of a facet, recorded verdict, our verdict, number of items."""


def tally(counts: Iterable[tuple[str | None, int]]) -> Tally:
    """Return the tally of some (verdict, number of items); None is no verdict."""
    totals: dict[str, int] = defaultdict(int)
    for verdict, n in counts:
        totals["not_recorded" if verdict is None else verdict] += n
    return Tally(**totals)


def build_summary(
    *,
    by_category: Sequence[VerdictCount],
    by_finding: Sequence[VerdictCount],
    counts: Mapping[str, Sequence[FacetValue]],
) -> Summary:
    """Return the summary of counted items.

    Args:
        by_category: every item once.
        by_finding: an item once for each of its findings, or once with None.
        counts: every facet of `SUMMARY_FACETS`.
    """
    flips: dict[tuple[str | None, str], int] = defaultdict(int)
    for _, recorded, rescored, n in by_category:
        flips[recorded, rescored] += n
    return Summary(
        n=sum(flips.values()),
        recorded=tally((recorded, n) for (recorded, _), n in flips.items()),
        rescored=tally((rescored, n) for (_, rescored), n in flips.items()),
        flips=tuple(
            Flip(recorded=recorded, rescored=rescored, count=n)
            for (recorded, rescored), n in sorted(flips.items(), key=lambda flip: (-flip[1], str(flip[0])))
        ),
        by_category=_groups(by_category),
        by_finding=_groups([row for row in by_finding if row[0] is not None]),
        counts={name: tuple(values) for name, values in counts.items()},
    )


def _groups(rows: Sequence[VerdictCount]) -> tuple[Group, ...]:
    """Return one group a value, largest first."""
    grouped: dict[str | None, list[VerdictCount]] = defaultdict(list)
    for row in rows:
        grouped[row[0]].append(row)
    groups = [
        Group(
            value=encode_value(value),
            recorded=tally((recorded, n) for _, recorded, _, n in members),
            rescored=tally((rescored, n) for _, _, rescored, n in members),
        )
        for value, members in grouped.items()
    ]
    return tuple(sorted(groups, key=lambda group: (-group.rescored.n, group.value)))
