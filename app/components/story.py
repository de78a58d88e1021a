"""A lane in one sentence: recorded, rescored, and why they differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.components.counts import number
from app.components.elements import Node, el
from app.components.words import plural
from app.library import Opened
from app.state import Side, View
from scoring.audit.filter import NULL, Filter
from scoring.audit.summary import Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Items with one reason for the difference between recorded and rescored; none has two.

    Attributes:
        n: number of items.
        words: what is said after their number.
        where: the filter that lets exactly them through.
        effect: by how much they change the number of correct items, rescored minus recorded.
        finding: the finding that these items have for this reason; empty where none is.
    """

    n: int
    words: str
    where: Filter
    effect: int
    finding: str = ""


def headline(summary: Summary) -> str:
    """Return recorded → rescored and the reason, in one sentence."""
    reasons = (f"{reason.n:,} {reason.words}" for reason in _told(summary))
    return "; ".join((_begin(summary), *reasons)) + _end(summary)


def headline_node(view: View, side: Side, summary: Summary) -> Node:
    """Return the same sentence, each number of a reason a link to its items."""
    parts: list[Node | str] = [_begin(summary)]
    for reason in _told(summary):
        parts += ["; ", number(view, side, reason.n, reason.where), f" {reason.words}"]
    return el("h2", *parts, _end(summary), cls="lead")


def reasons(summary: Summary) -> list[Reason]:
    """Return every reason, credits won first; their effects sum to the whole difference.

    Empty where nothing was recorded: there is no difference then.
    """
    if summary.recorded.scored == 0:
        return []
    return [reason for reason in (*_gained(summary), *_lost(summary)) if reason.n]


def about(opened: Opened) -> str:
    """Return what was read and how it was rescored, in one line."""
    info = opened.audit.info
    skipped = plural(info.n_skipped, "record") + " could not be read" if info.n_skipped else ""
    fallback = {None: "", True: "reasoning fallback on", False: "reasoning fallback off"}[info.lane_fallback]
    parts = (
        info.name, info.model if info.model != info.name else None, info.benchmark, f"read as {info.loader}",
        plural(info.n_items, "item"), skipped, f"rescored with {info.policy.name}", fallback,
    )  # fmt: skip
    return " · ".join(str(part) for part in parts if part)


def _begin(summary: Summary) -> str:
    recorded, rescored = summary.recorded, summary.rescored
    if summary.n == 0:
        return "This run holds no items"
    if recorded.scored == 0:
        return f"Nothing recorded → {rescored.correct:,} of {rescored.scored:,} rescored"
    same = recorded.scored == rescored.scored
    now = f"{rescored.correct:,}" if same else f"{rescored.correct:,} of {rescored.scored:,}"
    return f"{recorded.correct:,} of {recorded.scored:,} recorded → {now} rescored"


def _end(summary: Summary) -> str:
    has_both = summary.n > 0 and summary.recorded.scored > 0
    is_same = has_both and not _told(summary)
    return "; both scorers give the same credit to every item." if is_same else "."


def _told(summary: Summary) -> list[Reason]:
    """Return the reasons of the sentence: all items without a recorded verdict are one of them."""
    if summary.recorded.scored == 0:
        return []
    found = [reason for reason in reasons(summary) if reason.where.change != _UNRECORDED]
    n = summary.recorded.not_recorded
    if n:
        words = f"item{'' if n == 1 else 's'} without a recorded verdict"
        found.append(Reason(n=n, words=words, where=Filter(recorded_verdict=(NULL,)), effect=0))
    return found


def _gained(summary: Summary) -> Iterator[Reason]:
    moved = _moved(summary)
    gained = moved.get(("incorrect", "correct"), 0) + moved.get(("no_answer", "correct"), 0)
    wrong = next((g.rescored.n for g in summary.by_finding if g.value == _MARKED_WRONG), 0)
    many = "answers marked wrong although they match"
    one = "answer marked wrong although it matches"
    yield _of_finding(_MARKED_WRONG, wrong, one if wrong == 1 else many)
    # The finding asks that the recorded answer itself was right; the others were read otherwise.
    answers = f"right answer{'' if gained - wrong == 1 else 's'}"
    yield _of_finding(
        _MISREAD, gained - wrong, f"{answers} that the recorded scorer read otherwise or not at all"
    )
    for old, words in (("unscorable", "recorded as not scorable and found correct"), (NULL, "found correct")):
        n = moved.get((None if old == NULL else old, "correct"), 0)
        yield Reason(n=n, words=words, where=Filter(change=(f"{old}>correct",)), effect=n)


def _of_finding(name: str, n: int, words: str) -> Reason:
    return Reason(n=n, words=words, where=Filter(findings=(name,)), effect=n, finding=name)


def _lost(summary: Summary) -> Iterator[Reason]:
    moved = _moved(summary)
    for verdict, why in _LOST.items():
        n = moved.get(("correct", verdict), 0)
        where = Filter(change=(f"correct>{verdict}",))
        finding = "" if verdict == "unscorable" else _MARKED_RIGHT
        yield Reason(n=n, words=f"credited although {why}", where=where, effect=-n, finding=finding)


def _moved(summary: Summary) -> dict[tuple[str | None, str], int]:
    return {(flip.recorded, flip.rescored): flip.count for flip in summary.flips}


_MARKED_WRONG = "recorded_incorrect_though_matching"
_MISREAD = "recorded_answer_misread"
_MARKED_RIGHT = "recorded_correct_though_differing"
_UNRECORDED = (f"{NULL}>correct",)
_LOST = {
    "incorrect": "the answer found is not the target",
    "no_answer": "no clear answer is found in the text",
    "unscorable": "the item cannot be scored",
}
"""Our verdict on an item that was recorded as correct, as a reason."""
