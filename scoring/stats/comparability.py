"""Whether two lanes answered the same questions, scored the same way; what differs, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from scoring.stats.rows import Pair, Rows, Single

ReasonKind: TypeAlias = Literal[
    "target",
    "options",
    "prompt",
    "images",
    "policy",
    "fallback",
    "scorer_version",
    "recorded_scorer",
    "attempts",
    "only_a",
    "only_b",
    "duplicates",
    "unscorable",
    "not_recorded",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One thing that limits the comparison.

    Attributes:
        n: number of items concerned; 0 where it concerns the run as a whole.
        message: one sentence for people.
        items: the items concerned (of lane A, for duplicates of both lanes).
    """

    kind: ReasonKind
    n: int
    message: str
    items: Rows[Pair] | Rows[Single] | Sequence[Pair] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneSide:
    """What one lane is, as far as the comparison depends on it.

    Attributes:
        n_items: rows of its audit.
        coverage: share of its items that are paired, 0..1.
        policy: name of the policy, `policy_version` its version.
        recorded_scorers: main scorers of the file, sorted.
        fewest_attempts: attempts of the item that has fewest; `most_attempts` likewise.
    """

    n_items: int
    coverage: float
    policy: str
    policy_version: int
    lane_fallback: bool | None
    scorer_version: str
    recorded_scorers: tuple[str, ...]
    fewest_attempts: int
    most_attempts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparability:
    """Whether the lanes differ in nothing but their responses.

    Attributes:
        is_full: nothing limits the comparison: `reasons` is empty.
        reasons: what does, most serious first.
        a: lane A; `b` lane B.
    """

    is_full: bool
    reasons: tuple[Reason, ...]
    a: LaneSide
    b: LaneSide
