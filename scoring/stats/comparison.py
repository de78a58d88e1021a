"""What a comparison of two lanes says. Every difference is B minus A."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scoring.audit.summary import Tally
from scoring.stats.attempts import LaneAttempts
from scoring.stats.attribution import Attribution
from scoring.stats.comparability import Comparability
from scoring.stats.estimates import Clustered, Equivalence, Estimate, PValue
from scoring.stats.rows import Pair, Rows, Single
from scoring.stats.scores import ScoreContrast

__all__ = [
    "CELLS",
    "CategoryContrast",
    "Comparison",
    "Contrast",
    "FlipTable",
    "Pair",
    "PairedContrast",
    "Pairs",
    "Rows",
    "Single",
    "Singles",
]

Pairs: TypeAlias = Rows[Pair]
Singles: TypeAlias = Rows[Single]

CELLS = ("both_correct", "only_a_correct", "only_b_correct", "neither_correct", "not_compared")
"""The cells of a `FlipTable`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """The decisions of one scorer on both lanes, each with its own denominator."""

    a: Tally
    b: Tally

    @property
    def difference_pp(self) -> float | None:
        """Return accuracy of B minus accuracy of A in percentage points; None where one is missing."""
        if self.a.accuracy is None or self.b.accuracy is None:
            return None
        if self.a.scored == self.b.scored:
            # One division: the same digits as every other route to this number.
            return 100 * (self.b.correct - self.a.correct) / self.a.scored
        return 100 * (self.b.accuracy - self.a.accuracy)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedContrast(Contrast):
    """The decisions of one scorer on the pairs that have a verdict in both lanes: one denominator, `n`.

    Attributes:
        both: pairs that both lanes got right; ties are `both` + `neither`.
        a_only: right in A only: losses, harmful flips.
        b_only: right in B only: wins, beneficial flips.
        neither: right in no lane.
        churn: those of `neither` whose two answers differ: wrong, then differently wrong.
        not_compared: pairs without a verdict, or unscorable, in a lane; not in `n`.
        accuracy_a: accuracy of A, 0..1, with its interval; `accuracy_b` likewise.
        diff_pp: the difference with its paired interval, in percentage points.
        mcnemar: the exact McNemar test.
        detectable_pp: the least difference that such a sample (this n, this share of discordant pairs)
            would show with a power of 80 %, in percentage points; no interval.
        equivalence: the statement for the margin asked for; None if none was.
        clustered: the difference by clusters, in percentage points; None without clusters.
    """

    both: int
    a_only: int
    b_only: int
    neither: int
    churn: int
    not_compared: int
    accuracy_a: Estimate
    accuracy_b: Estimate
    diff_pp: Estimate
    mcnemar: PValue
    detectable_pp: Estimate
    equivalence: Equivalence | None = None
    clustered: Clustered | None = None

    @property
    def n(self) -> int:
        """Return the number of pairs compared."""
        return self.both + self.a_only + self.b_only + self.neither

    @property
    def decisive(self) -> tuple[Estimate, PValue]:
        """Return the interval and the test to go by: by clusters where pairs share any, else by pairs."""
        if self.clustered is not None and self.clustered.decides:
            return self.clustered.robust, self.clustered.test
        return self.diff_pp, self.mcnemar


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryContrast:
    """The pairs of one category (as lane A has it), largest n first; p adjusted over the categories.

    Attributes:
        value: the category as a filter takes it.
        n: number of pairs, compared or not.
    """

    value: str
    n: int
    recorded: PairedContrast
    rescored: PairedContrast


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipTable:
    """The pairs by who got them right: the 2x2 and what cannot stand in it. Sums to all pairs.

    Right means the verdict `correct`; wrong means `incorrect` or `no_answer`.

    Attributes:
        not_compared: unscorable, or without a verdict, in at least one lane.
        churn: those of `neither_correct` whose answers differ; not a cell of its own.
    """

    both_correct: Pairs
    only_a_correct: Pairs
    only_b_correct: Pairs
    neither_correct: Pairs
    not_compared: Pairs
    churn: Pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Lane B against lane A; every difference is B minus A.

    Every list is a `Rows`: a sequence of records over columns, cheap to count, slice and filter.

    Attributes:
        pairs: the items of both lanes, in the order of lane A.
        recorded: what the run files say, over the pairs with a recorded verdict in both lanes.
        rescored: what our scorer decides, over the pairs scorable in both lanes.
        all_recorded: what the run files say, over all items of each lane.
        all_rescored: what our scorer decides, over all items of each lane.
        attribution: the recorded difference as a part of the model and a part of the scorer.
        by_category: the pairs of every category, largest first.
        scores: rewards and other scores between 0 and 1; empty where every score is a verdict.
        recorded_flips: the pairs by recorded verdicts.
        rescored_flips: the pairs by our verdicts.
        only_a: items whose key lane B does not have.
        only_b: items whose key lane A does not have.
        duplicates_a: items of lane A whose key is not unique in both lanes; never paired.
        duplicates_b: the same of lane B.
        comparability: what limits the comparison, with the items behind it.
        attempts_a: several attempts an item in lane A; None if it has one each. `attempts_b` likewise.
    """

    pairs: Pairs
    recorded: PairedContrast
    rescored: PairedContrast
    all_recorded: Contrast
    all_rescored: Contrast
    attribution: Attribution
    by_category: tuple[CategoryContrast, ...]
    scores: tuple[ScoreContrast, ...]
    recorded_flips: FlipTable
    rescored_flips: FlipTable
    only_a: Singles
    only_b: Singles
    duplicates_a: Singles
    duplicates_b: Singles
    comparability: Comparability
    attempts_a: LaneAttempts | None = None
    attempts_b: LaneAttempts | None = None

    @property
    def different_questions(self) -> Pairs:
        """Return the pairs whose prompt, options, target or images differ."""
        return self.pairs.where(same_question=False)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return sentences on what limits the comparison; empty if nothing does."""
        return tuple(reason.message for reason in self.comparability.reasons)
