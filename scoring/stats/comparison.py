"""What a comparison of two lanes says, and the same as JSON values."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from scoring.audit.summary import Tally
from scoring.records import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One item of both lanes.

    Attributes:
        category: as lane A has it.
        a: ordinal in lane A.
        b: ordinal in lane B.
    """

    task: str | None
    item_id: str
    attempt: int
    category: str | None
    a: int
    b: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Single:
    """One item of one lane that could not be paired."""

    task: str | None
    item_id: str
    attempt: int
    ordinal: int


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
        return 100 * (self.b.accuracy - self.a.accuracy)


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryContrast:
    """One category in both lanes, over all the items that each lane has in it.

    Attributes:
        value: the category as a filter takes it.
    """

    value: str
    recorded: Contrast
    rescored: Contrast


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipTable:
    """The pairs by who got them right: the 2x2 and what cannot stand in it. Sums to all pairs.

    Right means the verdict `correct`; wrong means `incorrect` or `no_answer`.

    Attributes:
        not_compared: unscorable, or without a verdict, in at least one lane.
    """

    both_correct: tuple[Pair, ...] = ()
    only_a_correct: tuple[Pair, ...] = ()
    only_b_correct: tuple[Pair, ...] = ()
    neither_correct: tuple[Pair, ...] = ()
    not_compared: tuple[Pair, ...] = ()


CELLS = ("both_correct", "only_a_correct", "only_b_correct", "neither_correct", "not_compared")
"""The cells of a `FlipTable`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Lane B against lane A; every difference is B minus A.

    Attributes:
        pairs: the items of both lanes, in the order of lane A.
        recorded: what the run files say, over all items of each lane.
        rescored: what our scorer decides, over all items of each lane.
        paired_recorded: the same over the pairs only.
        paired_rescored: the same over the pairs only.
        by_category: every category of either lane, largest first.
        recorded_flips: the pairs by recorded verdicts.
        rescored_flips: the pairs by our verdicts.
        only_a: items whose key lane B does not have.
        only_b: items whose key lane A does not have.
        duplicates_a: items of lane A whose key is not unique in both lanes; never paired.
        duplicates_b: the same of lane B.
        different_questions: pairs whose prompt, options, target or images differ.
        notes: sentences on what limits the comparison; empty if nothing does.
    """

    pairs: tuple[Pair, ...]
    recorded: Contrast
    rescored: Contrast
    paired_recorded: Contrast
    paired_rescored: Contrast
    by_category: tuple[CategoryContrast, ...]
    recorded_flips: FlipTable
    rescored_flips: FlipTable
    only_a: tuple[Single, ...]
    only_b: tuple[Single, ...]
    duplicates_a: tuple[Single, ...]
    duplicates_b: tuple[Single, ...]
    different_questions: tuple[Pair, ...]
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the comparison as JSON values: every number, and every list but that of all pairs."""
        return {
            "n_pairs": len(self.pairs),
            "recorded": _contrast(self.recorded),
            "rescored": _contrast(self.rescored),
            "paired_recorded": _contrast(self.paired_recorded),
            "paired_rescored": _contrast(self.paired_rescored),
            "by_category": [
                {
                    "value": one.value,
                    "recorded": _contrast(one.recorded),
                    "rescored": _contrast(one.rescored),
                }
                for one in self.by_category
            ],
            "recorded_flips": _flips(self.recorded_flips),
            "rescored_flips": _flips(self.rescored_flips),
            "only_a": [asdict(one) for one in self.only_a],
            "only_b": [asdict(one) for one in self.only_b],
            "duplicates_a": [asdict(one) for one in self.duplicates_a],
            "duplicates_b": [asdict(one) for one in self.duplicates_b],
            "different_questions": [asdict(one) for one in self.different_questions],
            "notes": list(self.notes),
        }


# --- as JSON --------------------------------------------------------------------------------------


def _contrast(contrast: Contrast) -> dict[str, JsonValue]:
    return {
        "a": _tally(contrast.a),
        "b": _tally(contrast.b),
        "difference_pp": contrast.difference_pp,
    }


def _tally(counts: Tally) -> dict[str, JsonValue]:
    return {**asdict(counts), "n": counts.n, "scored": counts.scored, "accuracy": counts.accuracy}


def _flips(flips: FlipTable) -> dict[str, JsonValue]:
    return {
        name: {"n": len(members), "items": [asdict(pair) for pair in members]}
        for name in CELLS
        for members in (getattr(flips, name),)
    }
