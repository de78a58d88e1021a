"""The recorded difference of two lanes, split into what the model did and what the recorded scorer did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoring.stats.rows import Cause

CAUSES: Final[dict[Cause, str]] = {
    "unscored": "missing or unscored: no verdict in a lane, recorded or ours",
    "answer_changed": "the answer changed",
    "other_score": "same answer, other score: another annotation, target or policy",
    "other_extraction": "same answer, taken from another source or by another rule",
    "other_recorded": "same answer, source and rule, but another recorded verdict",
    "same": "no difference",
}
"""Cause -> what it means; a pair has the first that holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CausePart:
    """The pairs of one cause, and what they add to the recorded difference, in items.

    Attributes:
        n: number of pairs.
        model: part of the model; `scorer` part of the recorded scorer.
    """

    cause: Cause
    n: int
    model: int
    scorer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneCredit:
    """Right answers of one lane among the pairs.

    Attributes:
        recorded: recorded as correct.
        rescored: correct by our scorer.
        taken: correct by ours, not recorded as correct.
        given: recorded as correct, not correct by ours.
    """

    recorded: int
    rescored: int
    taken: int
    given: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """Recorded B minus recorded A = model + scorer, over all pairs, in items; exact, item by item.

    A verdict that is missing counts as no credit; such pairs have the cause `unscored`, apart from the rest.

    Attributes:
        n: number of pairs.
        recorded: items recorded as correct in B minus those in A.
        model: items correct by ours in B minus those in A.
        scorer: the rest: what the recorded scorer gave and took in B minus what it gave and took in A.
        by_cause: the parts by cause, in the order of `CAUSES`; only causes that pairs have.
        a: credit of lane A; `b` of lane B.
        unpaired: items recorded as correct in B minus those in A among the items that are not paired.
            Recorded totals over all items differ by recorded + unpaired.
        sentence: the same in words.
    """

    n: int
    recorded: int
    model: int
    scorer: int
    by_cause: tuple[CausePart, ...]
    a: LaneCredit
    b: LaneCredit
    unpaired: int
    sentence: str
