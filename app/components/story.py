"""A lane in one sentence: recorded, rescored, and why they differ."""

from __future__ import annotations

from collections.abc import Iterator

from app.components.words import plural
from app.library import Opened
from scoring.audit.summary import Summary


def headline(summary: Summary) -> str:
    """Return recorded → rescored and the reason, in one sentence."""
    recorded, rescored = summary.recorded, summary.rescored
    if summary.n == 0:
        return "This run holds no items."
    if recorded.scored == 0:
        return f"Nothing recorded → {rescored.correct:,} of {rescored.scored:,} rescored."
    reasons = "; ".join(_reasons(summary)) or "both scorers give the same credit to every item"
    same = recorded.scored == rescored.scored
    now = f"{rescored.correct:,}" if same else f"{rescored.correct:,} of {rescored.scored:,}"
    return f"{recorded.correct:,} of {recorded.scored:,} recorded → {now} rescored; {reasons}."


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


def _reasons(summary: Summary) -> Iterator[str]:
    """Yield every reason with its number of items, credits won first; none where no credit moved."""
    moved = {(f.recorded, f.rescored): f.count for f in summary.flips}
    gained = sum(moved.get((old, "correct"), 0) for old in ("incorrect", "no_answer"))
    # The finding asks that the recorded answer itself was right; the others were read otherwise.
    wrong = next((g.rescored.n for g in summary.by_finding if g.value == _MARKED_WRONG), 0)
    if wrong:
        match = "it matches" if wrong == 1 else "they match"
        yield f"{plural(wrong, 'answer')} marked wrong although {match}"
    if gained > wrong:
        right = plural(gained - wrong, "right answer")
        yield f"{right} that the recorded scorer read otherwise or not at all"
    for verdict, why in _LOST.items():
        n = moved.get(("correct", verdict), 0)
        if n:
            yield f"{n:,} credited although {why}"
    if summary.recorded.not_recorded:
        yield f"{plural(summary.recorded.not_recorded, 'item')} without a recorded verdict"


_MARKED_WRONG = "recorded_incorrect_though_matching"
_LOST = {
    "incorrect": "the answer found is not the target",
    "no_answer": "no clear answer is found in the text",
    "unscorable": "the item cannot be scored",
}
"""Our verdict on an item that was recorded as correct, as a reason."""
