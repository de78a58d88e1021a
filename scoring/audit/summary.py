"""The numbers of an audit: counts with their denominators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


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
