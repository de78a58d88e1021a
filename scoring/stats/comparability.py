"""Whether two lanes answered the same questions, scored the same way; what differs, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from scoring.audit.info import AuditInfo
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
    "duplicates_a",
    "duplicates_b",
    "unscorable",
    "not_recorded",
]

_LONGEST_ID: Final = 60
N_NAMED: Final = 10
"""A message names this many items; the reason holds them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One thing that limits the comparison.

    Attributes:
        n: number of items concerned; 0 where it concerns the run as a whole.
        message: one sentence for people, with the first items by id.
        items: the items concerned; None where it concerns the run as a whole.
    """

    kind: ReasonKind
    n: int
    message: str
    items: Rows[Pair] | Rows[Single] | None = None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What pairing found, ready to be judged.

    Attributes:
        info_a: header of lane A; `info_b` of lane B.
        differing: part of a question -> the pairs that differ in it.
        not_recorded: pairs without a recorded verdict in a lane that has others; empty without a scorer.
    """

    info_a: AuditInfo
    info_b: AuditInfo
    a: LaneSide
    b: LaneSide
    differing: Mapping[str, Rows[Pair]]
    only_a: Rows[Single]
    only_b: Rows[Single]
    duplicates_a: Rows[Single]
    duplicates_b: Rows[Single]
    unscorable: Rows[Pair]
    not_recorded: Rows[Pair]


_ITEM_REASONS: Final[Mapping[str, str]] = {
    "only_a": "Only in lane A",
    "only_b": "Only in lane B",
    "duplicates_a": "Not paired, because their task, id and attempt are not unique, in lane A",
    "duplicates_b": "Not paired, because their task, id and attempt are not unique, in lane B",
    "unscorable": "Pairs that cannot be scored in a lane",
    "not_recorded": "Pairs without a recorded verdict in a lane",
}
"""Field of `Found` -> what its items are, in order."""


def judge(found: Found) -> Comparability:
    """Return whether the lanes are fully comparable, and else why not."""
    reasons = (*_questions(found), *_settings(found), *_items(found))
    return Comparability(is_full=not reasons, reasons=reasons, a=found.a, b=found.b)


def _questions(found: Found) -> Iterator[Reason]:
    for part, pairs in found.differing.items():
        if pairs:
            message = f"Pairs that differ in their {part}: {_named(pairs)}."
            yield Reason(kind=_kind(part), n=len(pairs), message=message, items=pairs)


def _settings(found: Found) -> Iterator[Reason]:
    a, b = found.a, found.b
    if found.info_a.policy != found.info_b.policy:
        names = a.policy, b.policy
        if names[0] == names[1]:
            names = f"{a.policy} version {a.policy_version}", f"{b.policy} version {b.policy_version}"
        message = f"Lane A was rescored with {names[0]}, lane B with {names[1]}; their options differ."
        yield Reason(kind="policy", n=0, message=message)
    if a.lane_fallback != b.lane_fallback:
        message = "The lanes differ in their setting of the reasoning fallback."
        yield Reason(kind="fallback", n=0, message=message)
    if a.scorer_version != b.scorer_version:
        message = f"Lane A was rescored by scorer {a.scorer_version}, lane B by {b.scorer_version}."
        yield Reason(kind="scorer_version", n=0, message=message)
    if a.recorded_scorers != b.recorded_scorers:
        of_a, of_b = (", ".join(side.recorded_scorers) or "no scorer" for side in (a, b))
        message = f"Lane A was recorded by {of_a}, lane B by {of_b}."
        yield Reason(kind="recorded_scorer", n=0, message=message)
    attempts = _attempts(a), _attempts(b)
    if attempts[0] != attempts[1]:
        message = f"Lane A has {attempts[0]} an item, lane B {attempts[1]}."
        yield Reason(kind="attempts", n=0, message=message)


def _items(found: Found) -> Iterator[Reason]:
    for name, what in _ITEM_REASONS.items():
        items: Rows[Pair] | Rows[Single] = getattr(found, name)
        if items:
            yield Reason(kind=_kind(name), n=len(items), message=f"{what}: {_named(items)}.", items=items)


def _named(items: Rows[Pair] | Rows[Single]) -> str:
    """Return the number of items and the first of them by id."""
    first = items[:N_NAMED].table("item_id")["item_id"].to_pylist()
    names = ", ".join(dict.fromkeys(_short(name) for name in first))
    more = len(items) - N_NAMED
    return f"{len(items):,} ({names}{f' and {more:,} more' if more > 0 else ''})"


def _short(item_id: str) -> str:
    return item_id if len(item_id) <= _LONGEST_ID else f"{item_id[: _LONGEST_ID - 1]}…"


def _attempts(side: LaneSide) -> str:
    few, many = side.fewest_attempts, side.most_attempts
    return f"{few:,} attempt{'' if few == 1 else 's'}" if few == many else f"{few:,} to {many:,} attempts"


def _kind(name: str) -> ReasonKind:
    kind: ReasonKind = name  # type: ignore[assignment] # keys of our own tables
    return kind
