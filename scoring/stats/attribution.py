"""The recorded difference of two lanes, split into what the model did and what the recorded scorer did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from scoring.stats.rows import Cause

Mask: TypeAlias = npt.NDArray[np.bool_]

CAUSES: Final[dict[Cause, str]] = {
    "unscored": "missing or unscored: no verdict in a lane, recorded or ours",
    "other_target": "scored against another target in the other lane",
    "answer_changed": "the answer changed",
    "other_score": "same answer or none, but another score: another annotation or text",
    "other_extraction": "same answer, taken from another source or by another rule",
    "other_recorded": "same answer, source and rule, but another recorded verdict",
    "same": "no difference",
}
"""Cause -> what it means; a pair has the first that holds."""


_APART: Final[dict[Cause, str]] = {
    "unscored": "without a verdict in a lane",
    "other_target": "scored against another target in the other lane: not the model's doing alone",
}
"""Causes whose share the finding names."""


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
        taken: correct by ours, recorded with another verdict.
        given: recorded as correct, with another verdict by ours.
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
        was_recorded: some pair has a recorded verdict and one of ours in a lane; else there is no recorded
            difference, and `scorer` says nothing.
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
    was_recorded: bool
    sentence: str


class Credits(NamedTuple):
    """Which pairs one scorer finds correct, or judged at all, in either lane."""

    a: Mask
    b: Mask


def attribute(
    *,
    recorded: Credits,
    rescored: Credits,
    judged: Credits,
    causes: npt.NDArray[np.integer],
    unpaired: int = 0,
) -> Attribution:
    """Return the parts of the recorded difference, which sum to it pair by pair.

    recorded B - recorded A = (ours B - ours A) + ((recorded B - ours B) - (recorded A - ours A)).

    Args:
        judged: pairs with a recorded verdict and one of ours: only there a scorer takes or gives credit.
        causes: place of each pair's cause in `CAUSES`.
        unpaired: items recorded as correct in B minus those in A among the items that are not paired.
    """
    model = rescored.b.astype(np.int64) - rescored.a
    whole = recorded.b.astype(np.int64) - recorded.a
    scorer = whole - model
    a, b = (_credit(*lane) for lane in zip(recorded, rescored, judged, strict=True))
    counts = np.bincount(causes, minlength=len(CAUSES))
    parts = [np.bincount(causes, weights=part, minlength=len(CAUSES)) for part in (model, scorer)]
    by_cause = tuple(
        CausePart(cause=cause, n=int(n), model=round(of_model), scorer=round(of_scorer))
        for cause, n, of_model, of_scorer in zip(CAUSES, counts, *parts, strict=True)
        if n
    )
    total = CausePart(cause="same", n=len(causes), model=int(model.sum()), scorer=int(scorer.sum()))
    return Attribution(
        n=total.n,
        recorded=int(whole.sum()),
        model=total.model,
        scorer=total.scorer,
        by_cause=by_cause,
        a=a,
        b=b,
        unpaired=unpaired,
        was_recorded=bool(np.any(judged)),
        sentence=" ".join(_sentences(total, by_cause, a, b, was_judged=bool(np.any(judged)))),
    )


def _credit(recorded: Mask, rescored: Mask, judged: Mask) -> LaneCredit:
    return LaneCredit(
        recorded=int(recorded.sum()),
        rescored=int(rescored.sum()),
        taken=int((judged & rescored & ~recorded).sum()),
        given=int((judged & recorded & ~rescored).sum()),
    )


def _sentences(
    total: CausePart, by_cause: tuple[CausePart, ...], a: LaneCredit, b: LaneCredit, *, was_judged: bool
) -> Iterator[str]:
    """Yield the finding, and what missing verdicts add to it."""
    if not was_judged:
        yield (
            f"Nothing was recorded to split; by our scorer B − A is {_signed(total.model)} "
            f"({a.rescored:,} → {b.rescored:,})."
        )
        yield from _other_targets(by_cause)
        return
    yield _sentence(total.model + total.scorer, total.model, total.scorer, a, b)
    for part in by_cause:
        if part.cause in _APART and (part.model or part.scorer):
            yield (
                f"Of that, model {_signed(part.model)} and scorer {_signed(part.scorer)} are "
                f"{part.n:,} item{'' if part.n == 1 else 's'} {_APART[part.cause]}."
            )


def _other_targets(by_cause: tuple[CausePart, ...]) -> Iterator[str]:
    for part in by_cause:
        if part.cause == "other_target" and part.model:
            items = f"{part.n:,} item{'' if part.n == 1 else 's'}"
            yield f"Of that, {_signed(part.model)} are {items} {_APART[part.cause]}."


def _sentence(recorded: int, model: int, scorer: int, a: LaneCredit, b: LaneCredit) -> str:
    faults = (
        _fault("took", "right answer", "from", a.taken, b.taken),
        _fault("credited", "wrong answer", "to", a.given, b.given),
    )
    told = ", ".join(fault for fault in faults if fault)
    because = f" (the recorded scorer {told})" if told else ""
    return (
        f"B − A as recorded, {_signed(recorded)} = model {_signed(model)} "
        f"({a.rescored:,} → {b.rescored:,} rescored) and scorer {_signed(scorer)}{because}."
    )


def _fault(verb: str, what: str, preposition: str, n_a: int, n_b: int) -> str:
    """Return e.g. `took 9 right answers from B and none from A`; empty if none at all."""
    if not n_a + n_b:
        return ""
    (lane, n), (other, m) = (("A", n_a), ("B", n_b)) if n_a > n_b else (("B", n_b), ("A", n_a))
    return (
        f"{verb} {n:,} {what}{'' if n == 1 else 's'} {preposition} {lane} "
        f"and {f'{m:,}' if m else 'none'} {preposition} {other}"
    )


def _signed(n: int) -> str:
    return f"{n:+,}".replace("-", "−")
