"""Every policy with what it gives each lane, and what that does to the comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.components.counts import tone
from app.components.elements import Node, el
from app.components.notices import notice
from app.components.words import percent, plural, points, signed
from app.state import Side, View, link
from scoring.policy import POLICIES, Policy
from scoring.rescore.trial import Trial, flips


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneTrials:
    """What is known of one lane.

    Attributes:
        label: its name.
        recorded: how many items its run file says are correct; None without recorded verdicts.
        shown: the trial that the other pages show.
        trials: by policy; only those that are done.
    """

    label: str
    recorded: int | None
    shown: Trial
    trials: Mapping[Policy, Trial]


def tried_sentence(side: Side, lane: LaneTrials, trial: Trial) -> str:
    """Return what a policy gives a lane, against what is shown elsewhere."""
    now, before = trial.tally, lane.shown.tally
    name = f"Lane {side.upper()} under {trial.policy.name}"
    if now.accuracy is None:
        return f"{name}: no item can be scored."
    moved = now.correct - before.correct
    n = len(flips(lane.shown, trial))
    against = lane.shown.policy.name
    if trial.policy == lane.shown.policy:
        change = "this is what the other pages show"
    elif n == 0:
        change = f"nothing differs from {against}"
    else:
        change = f"{signed(moved)} against {against}; {plural(n, 'item')} differ" + ("s" if n == 1 else "")
    recorded = "" if lane.recorded is None else f", recorded {lane.recorded:,}"
    mean = f", mean score {trial.mean_score:.4f}" if trial.is_soft else ""
    return f"{name}: {now.correct:,} of {now.scored:,} = {percent(now.accuracy)}{mean}{recorded}; {change}."


def range_sentence(side: Side, lane: LaneTrials) -> str:
    """Return between which shipped policies a lane's accuracy lies; empty before two are done."""
    done = [t for p, t in lane.trials.items() if p in POLICIES.values() and t.tally.accuracy is not None]
    if len(done) < 2:  # noqa: PLR2004 - a range has two ends
        return ""
    low, high = (pick(done, key=lambda t: t.tally.accuracy or 0.0) for pick in (min, max))
    return (
        f"Lane {side.upper()} lies between {percent(low.tally.accuracy)} ({low.policy.name}) and "
        f"{percent(high.tally.accuracy)} ({high.policy.name}) under {len(done)} shipped policies."
    )


def turning(lanes: Mapping[Side, LaneTrials]) -> list[str]:
    """Return the policies, as far as they are done, under which the other lane leads than is shown.

    Both lanes are taken under the same policy. A tie is no lead. Empty for one lane, or where the lanes
    are level as shown.
    """
    if len(lanes) < 2:  # noqa: PLR2004 - two lanes
        return []
    a, b = lanes["a"], lanes["b"]
    shown = _lead(a.shown, b.shown)
    both = [policy for policy in a.trials if policy in b.trials]
    return [p.name for p in both if shown * _lead(a.trials[p], b.trials[p]) < 0]


def turning_notice(lanes: Mapping[Side, LaneTrials]) -> Node | None:
    """Return the warning that the choice of the policy decides which lane leads; None where it does not."""
    turned = turning(lanes)
    if not turned:
        return None
    leader = "B" if _lead(lanes["a"].shown, lanes["b"].shown) > 0 else "A"
    other = "A" if leader == "B" else "B"
    words = f"The policy decides who leads: lane {leader} as shown, lane {other} under {', '.join(turned)}."
    return notice(words, "Say which policy a published comparison was made with.", tone="warn")


def trial_table(view: View, lanes: Mapping[Side, LaneTrials], policies: Sequence[Policy]) -> Node:
    """Return one line a policy: accuracy of each lane, B minus A, and how many verdicts flip."""
    has_both = len(lanes) > 1
    heads = [head for side in lanes for head in _heads(side)]
    head = el(
        "thead", el("tr", el("th", "policy"), *heads, el("th", "B − A", cls="num") if has_both else None)
    )
    turned = set(turning(lanes))
    body = el("tbody", *(_line(view, lanes, policy, is_turned=policy.name in turned) for policy in policies))
    note = el(
        "p", "Bars are accuracies, lines across them what the lane shows on the other pages.", cls="hint"
    )
    return el("section", el("h3", "Every policy"), el("table", head, body), note, cls="card full trials")


def _heads(side: Side) -> Iterator[Node]:
    yield el("th", f"lane {side.upper()}", cls="num")
    yield el("th", "")
    yield el("th", "flips", cls="num", title=f"Items of lane {side.upper()} that differ from what is shown")


def _line(view: View, lanes: Mapping[Side, LaneTrials], policy: Policy, *, is_turned: bool) -> Node:
    name = el(
        "a",
        policy.name,
        href=link(replace(view, tried=policy)),
        cls="strong" if policy == view.tried else "",
        keep=f"try:{policy.name}",
        title=policy.description,
    )
    cells = [cell for lane in lanes.values() for cell in _cells(lane, policy)]
    gap = [_gap(lanes, policy, is_turned=is_turned)] if len(lanes) > 1 else []
    return el("tr", el("td", name), *cells, *gap, cls="shown" if policy == view.tried else "")


def _cells(lane: LaneTrials, policy: Policy) -> Iterator[Node]:
    trial = lane.trials.get(policy)
    if trial is None:
        yield el("td", "being tried…", cls="num soft")
        yield el("td", "")
        yield el("td", "")
        return
    now, shown = trial.tally, lane.shown.tally
    mean = f" · mean {trial.mean_score:.3f}" if trial.is_soft else ""
    yield el("td", f"{now.correct:,}/{now.scored:,} · {percent(now.accuracy)}{mean}", cls="num")
    yield el("td", cls="bar ticked", bar=now.accuracy or 0.0, tick=shown.accuracy or 0.0)
    n = len(flips(lane.shown, trial))
    moved = now.correct - shown.correct
    yield el(
        "td", f"{n:,}" + (f" ({signed(moved)})" if n else ""), cls=f"num {tone(moved)}" if n else "num soft"
    )


def _gap(lanes: Mapping[Side, LaneTrials], policy: Policy, *, is_turned: bool) -> Node:
    a, b = lanes["a"].trials.get(policy), lanes["b"].trials.get(policy)
    if a is None or b is None or a.tally.accuracy is None or b.tally.accuracy is None:
        return el("td", "–", cls="num soft")
    difference = b.tally.accuracy - a.tally.accuracy
    words = points(difference) + (" · turned" if is_turned else "")
    return el("td", words, cls=f"num {tone(difference)}")


def _lead(a: Trial, b: Trial) -> float:
    """Return B minus A, 0 where one of them has no accuracy."""
    if a.tally.accuracy is None or b.tally.accuracy is None:
        return 0.0
    return b.tally.accuracy - a.tally.accuracy
