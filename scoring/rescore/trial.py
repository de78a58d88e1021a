"""A policy tried on the items of an audit: verdicts and answers, without writing another audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.audit.filter import Filter
from scoring.audit.query import Audit
from scoring.audit.summary import Tally, tally
from scoring.policy import Policy
from scoring.records import Item
from scoring.rescore.again import ITEM_COLUMNS, items_of_rows, usual_fallback
from scoring.tasks import score_item

_BATCH = 1024
"""Items between two reports of progress."""

_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What a policy decides on every item, in the order of the file.

    Attributes:
        verdicts: one an item.
        answers: one an item; None where no answer was read.
        scores: one an item, 0..1; None for an item that cannot be scored.
    """

    policy: Policy
    verdicts: tuple[str, ...]
    answers: tuple[str | None, ...]
    scores: tuple[float | None, ...]

    @property
    def tally(self) -> Tally:
        """Return the counts of the verdicts, as an audit's summary counts them."""
        return tally(Counter(self.verdicts).items())

    @property
    def is_soft(self) -> bool:
        """Return whether some score lies between 0 and 1, so that the mean says more than the accuracy."""
        return any(score not in (0.0, 1.0, None) for score in self.scores)

    @property
    def mean_score(self) -> float | None:
        """Return the mean of the scores, 0..1; None where no item has one."""
        scores = [score for score in self.scores if score is not None]
        return sum(scores) / len(scores) if scores else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialFlip:
    """An item that two policies decide differently, with both verdicts, answers and scores.

    Attributes:
        ordinal: its place in the file.
        score_before: 0..1; None for an item that cannot be scored.
    """

    ordinal: int
    before: str
    after: str
    answer_before: str | None
    answer_after: str | None
    score_before: float | None
    score_after: float | None


class Stopped(Exception):  # noqa: N818 - not a fault: it was asked for
    """The work was stopped from outside."""


def read_items(audit: Audit, *, lane_fallback: bool | None = None) -> tuple[Item, ...]:
    """Return every item of an audit as it was scored, in the order of the file.

    Everything is in memory then, texts included: about twice the size of the run file.

    Args:
        lane_fallback: the lane's setting of the reasoning fallback in that audit.
    """
    usual = usual_fallback(audit.info.policy, lane_fallback=lane_fallback)
    batches = audit.table(Filter(), ITEM_COLUMNS).to_batches(max_chunksize=_BATCH)
    return tuple(item for batch in batches for item in items_of_rows(batch.to_pylist(), usual=usual))


def audited_trial(audit: Audit) -> Trial:
    """Return what the audit itself holds, as if its policy had been tried."""
    table = audit.table(Filter(), ("verdict", "answer", "score"))
    return Trial(
        policy=audit.info.policy,
        verdicts=tuple(table.column("verdict").to_pylist()),
        answers=tuple(table.column("answer").to_pylist()),
        scores=tuple(table.column("score").to_pylist()),
    )


def try_policy(
    items: Sequence[Item],
    policy: Policy,
    *,
    lane_fallback: bool | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Trial:
    """Return what a policy decides on these items; `score_item`, item by item.

    Args:
        lane_fallback: the lane's reasoning fallback; None leaves it to the policy.
        on_progress: called with the number of items done so far, about every thousandth; it ends the
            work by raising `Stopped`.

    Raises:
        Stopped: `on_progress` did.
    """
    verdicts: list[str] = []
    answers: list[str | None] = []
    scores: list[float | None] = []
    for n, item in enumerate(items):
        if on_progress is not None and n % _BATCH == 0:
            on_progress(n)
        decision = score_item(item, policy, lane_fallback=lane_fallback)
        verdicts.append(decision.verdict.value)
        answers.append(decision.extraction.answer)
        scores.append(decision.score)
    return Trial(policy=policy, verdicts=tuple(verdicts), answers=tuple(answers), scores=tuple(scores))


def flips(before: Trial, after: Trial) -> tuple[TrialFlip, ...]:
    """Return the items whose verdict or score differs, in the order of the file.

    Both trials are of one audit. Scores that agree within 1e-9 are the same.
    """
    old, new = (zip(t.verdicts, t.answers, t.scores, strict=True) for t in (before, after))
    return tuple(
        TrialFlip(
            ordinal=n,
            before=was[0],
            after=now[0],
            answer_before=was[1],
            answer_after=now[1],
            score_before=was[2],
            score_after=now[2],
        )
        for n, (was, now) in enumerate(zip(old, new, strict=True))
        if was[0] != now[0] or not _same(was[2], now[2])
    )


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= _TOLERANCE
