"""Whether two lanes can be compared: what differs beyond their responses, and how each was made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from scoring.report.blocks import Block, Table, sentence
from scoring.report.lane_items import REASONS, list_pairs
from scoring.report.rates import count
from scoring.stats.comparability import Comparability, LaneSide

_FULL: Final = (
    "Nothing was found that limits the comparison: same questions, options and targets, same policy "
    "and scorer."
)


def describe_comparability(found: Comparability, n_pairs: int) -> Iterator[Block]:
    """Yield what limits the comparison, with the items behind it, and how both lanes were made."""
    judgement = _FULL if found.is_full else "The lanes are not fully comparable:"
    yield sentence(f"{count(n_pairs, 'pair')}. {judgement}")
    if found.reasons:
        yield Table(
            header=("what", "items", "in words"),
            rows=tuple(
                (REASONS[one.kind], f"{one.n:,}" if one.n else "", one.message) for one in found.reasons
            ),
            right=(1,),
        )
    for reason in found.reasons:
        yield from list_pairs(reason)
    yield Table(
        header=("", "A", "B"),
        rows=tuple((name, read(found.a), read(found.b)) for name, read in _SIDES.items()),
    )


def _attempts(fewest: int, most: int) -> str:
    return f"{fewest:,}" if fewest == most else f"{fewest:,} to {most:,}"


def _fallback(side: LaneSide) -> str:
    return {None: "as the policy says", True: "on", False: "off"}[side.lane_fallback]


_SIDES: Final[Mapping[str, Callable[[LaneSide], str]]] = {
    "items": lambda side: f"{side.n_items:,}",
    "of them paired": lambda side: f"{100 * side.coverage:.2f} %",
    "policy": lambda side: f"{side.policy}, version {side.policy_version}",
    "reasoning fallback": _fallback,
    "scorer version": lambda side: side.scorer_version,
    "recorded by": lambda side: ", ".join(side.recorded_scorers) or "nothing recorded",
    "attempts an item": lambda side: _attempts(side.fewest_attempts, side.most_attempts),
}
