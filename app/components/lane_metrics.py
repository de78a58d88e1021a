"""The table of metrics: each figure with sample, interval, test, and what to be careful about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.compared import Basis
from app.components.counts import number, tone
from app.components.elements import Node, el
from app.components.figures import (
    caution_sign,
    cautions,
    contrast_figures,
    methods,
    p_text,
    range_text,
    score_figures,
    score_groups,
    score_names,
    share_range_text,
    told,
)
from app.components.words import percent, plural, points, signed
from app.state import Side, View, only
from scoring.audit.summary import Tally
from scoring.stats.attempts import LaneAttempts
from scoring.stats.comparison import Comparison, Contrast, PairedContrast
from scoring.stats.estimates import Clustered, Estimate
from scoring.stats.scores import ScoreContrast

_HEAD: Final = ("", "n", "A", "B", "B − A", "p")
_PP: Final = 100


def metrics(view: View, comparison: Comparison) -> Node:
    """Return recorded and rescored accuracy, every soft score, and under them methods and cautions."""
    rows = [
        *(
            _paired(view, "recorded", comparison.recorded, comparison.all_recorded)
            if _is_recorded(comparison)
            else ()
        ),
        *_paired(view, "rescored", comparison.rescored, comparison.all_rescored),
        *_everything(view, comparison),
        *(row for one, names in score_groups(comparison) for row in _score(one, names)),
    ]
    head = el("thead", el("tr", *(el("th", t, cls="num" if i else "") for i, t in enumerate(_HEAD))))
    equivalence = comparison.rescored.equivalence
    notes = [el("p", words, cls="hint") for words in _sentences(comparison)]
    return el(
        "section",
        el("h3", "B against A"),
        el("table", head, el("tbody", *rows)),
        el("p", equivalence.statement, cls="strong") if equivalence is not None else None,
        *notes,
        _careful(cautions(comparison)),
        cls="card full metrics",
    )


def attempts(comparison: Comparison) -> Node | None:
    """Return both lanes by their several attempts; None where every item has one."""
    a, b = comparison.attempts_a, comparison.attempts_b
    if a is None and b is None:
        return None
    ks = sorted({one.k for lane in (a, b) if lane for one in lane.pass_at_k})
    rows = [
        ("attempts an item", *(_range_of(lane) for lane in (a, b))),
        ("mean over items", *(percent(lane.mean.value) if lane else "–" for lane in (a, b))),
        ("spread between attempts", *(_points_of(lane.spread if lane else None) for lane in (a, b))),
        ("spread within an item", *(_points_of(lane.within if lane else None) for lane in (a, b))),
        *((f"pass@{k}", *(_pass(lane, k) for lane in (a, b))) for k in ks),
    ]
    head = el("thead", el("tr", el("th", ""), el("th", "A", cls="num"), el("th", "B", cls="num")))
    body = (el("tr", el("td", name), *(el("td", text, cls="num") for text in texts)) for name, *texts in rows)
    note = "Spreads are standard deviations; pass@k is unbiased, over items with at least k scored attempts."
    table = el("table", head, el("tbody", *body))
    return el("section", el("h3", "Several attempts"), table, el("p", note, cls="hint"), cls="card half")


def _is_recorded(comparison: Comparison) -> bool:
    everything = comparison.all_recorded
    return bool(everything.a.scored or everything.b.scored)


def _paired(view: View, basis: Basis, one: PairedContrast, everything: Contrast) -> Iterator[Node]:
    yield el(
        "tr",
        el("td", basis, cls="strong" if basis == "rescored" else ""),
        el("td", f"{one.n:,}", cls="num soft", title=one.diff_pp.of),
        _share(view, "a", basis, one, everything.a),
        _share(view, "b", basis, one, everything.b),
        _difference(points(_scaled(one.diff_pp)), range_text(one.diff_pp), one.diff_pp),
        el("td", p_text(one.mcnemar.p), caution_sign(one.mcnemar), cls="num", title=told(one.mcnemar)),
        cls="shown" if basis == "rescored" else "",
    )
    if one.clustered is not None:
        yield _clustered(one.clustered, digits=2, unit=" pp")


def _share(view: View, side: Side, basis: Basis, one: PairedContrast, everything: Tally) -> Node:
    tally, figure = (one.a, one.accuracy_a) if side == "a" else (one.b, one.accuracy_b)
    where = only("recorded_verdict" if basis == "recorded" else "verdict", "correct")
    # The link opens all items of the lane; where fewer are paired, the number is not theirs.
    count: Node | str = f"{tally.correct:,}"
    if tally.correct == everything.correct:
        count = number(view, side, tally.correct, where)
    return el(
        "td",
        count,
        el("span", f"/{tally.scored:,}", cls="soft"),
        f" · {percent(tally.accuracy)}",
        caution_sign(figure),
        el("span", share_range_text(figure), cls="interval"),
        cls="num",
        title=told(figure),
    )


def _everything(view: View, comparison: Comparison) -> Iterator[Node]:
    """Yield the totals over all items of each lane, where they are not those of the pairs."""
    bases: tuple[tuple[Basis, PairedContrast, Contrast], ...] = (
        ("recorded", comparison.recorded, comparison.all_recorded),
        ("rescored", comparison.rescored, comparison.all_rescored),
    )
    for basis, pairs, everything in bases:
        if (pairs.a.scored, pairs.b.scored) == (everything.a.scored, everything.b.scored):
            continue
        where = only("recorded_verdict" if basis == "recorded" else "verdict", "correct")
        sides: tuple[tuple[Side, Tally], ...] = (("a", everything.a), ("b", everything.b))
        shares = (
            el(
                "td",
                number(view, side, tally.correct, where),
                f"/{tally.scored:,} · {percent(tally.accuracy)}",
                cls="num soft",
            )
            for side, tally in sides
        )
        pp = everything.difference_pp
        yield el(
            "tr",
            el("td", f"{basis}, all items", cls="soft"),
            el("td", ""),
            *shares,
            el("td", points(None if pp is None else pp / _PP), cls="num soft"),
            el("td", "not paired", cls="num soft"),
        )


def _score(one: ScoreContrast, names: tuple[str, ...]) -> Iterator[Node]:
    yield el(
        "tr",
        el("td", f"mean {score_names(names)}"),
        el("td", f"{one.n:,}", cls="num soft", title=one.difference.of),
        *(_mean(figure) for figure in (one.mean_a, one.mean_b)),
        _difference(_signed(one.difference.value), range_text(one.difference, 4), one.difference),
        el("td", p_text(one.test.p), caution_sign(one.test), cls="num", title=told(one.test)),
    )
    if one.clustered is not None:
        yield _clustered(one.clustered, digits=4, unit="")


def _mean(figure: Estimate) -> Node:
    words = "–" if figure.value is None else f"{figure.value:.4f}"
    interval = "" if figure.low is None or figure.high is None else f"{figure.low:.3f} … {figure.high:.3f}"
    return el(
        "td", words, caution_sign(figure), el("span", interval, cls="interval"), cls="num", title=told(figure)
    )


def _difference(words: str, interval: str, figure: Estimate) -> Node:
    return el(
        "td",
        el("span", words, cls=f"strong {tone(figure.value or 0.0)}"),
        caution_sign(figure),
        el("span", interval, cls="interval"),
        cls="num",
        title=told(figure),
    )


def _clustered(one: Clustered, *, digits: int, unit: str) -> Node:
    """Return the same difference with whole clusters as the sample."""
    robust = one.robust
    words = f"in {plural(one.n_clusters, 'cluster')} by {one.by}, the largest of {one.largest:,}"
    boot = "" if one.bootstrap is None else f"bootstrap {range_text(one.bootstrap, digits)}"
    value = "–" if robust.value is None else f"{signed(robust.value, digits)}{unit}"
    return el(
        "tr",
        el(
            "td",
            words,
            el("span", boot, cls="interval"),
            cls="soft wrap",
            title=told(one.bootstrap) if one.bootstrap else None,
        ),
        el("td", ""),
        el("td", ""),
        el("td", ""),
        _difference(value, range_text(robust, digits), robust),
        el("td", ""),
        cls="also",
    )


def _sentences(comparison: Comparison) -> Iterator[str]:
    rescored = comparison.rescored
    figures = [*contrast_figures(rescored), *(f for one in comparison.scores for f in score_figures(one))]
    if rescored.clustered is not None:
        figures.append(rescored.clustered.robust)
    yield f"{methods(figures)}. Intervals are at 95 %."
    if rescored.detectable_pp.value is not None:
        yield (
            f"With {rescored.n:,} pairs, {rescored.a_only + rescored.b_only:,} of them won or lost, a true "
            f"difference of {rescored.detectable_pp.value:.2f} pp would be found four times in five."
        )


def _careful(found: list[str]) -> Node | None:
    if not found:
        return None
    lines = (el("p", el("span", "!", cls="caution"), f" {words}", cls="wrap") for words in found)
    return el("div", *lines, cls="careful", role="note", label="Cautions")


def _scaled(figure: Estimate) -> float | None:
    return None if figure.value is None else figure.value / _PP


def _signed(value: float | None) -> str:
    return "–" if value is None else signed(value, 4)


def _range_of(lane: LaneAttempts | None) -> str:
    if lane is None:
        return "1"
    return f"{lane.fewest:,}" if lane.fewest == lane.most else f"{lane.fewest:,} to {lane.most:,}"


def _points_of(value: float | None) -> str:
    return "–" if value is None else f"{value * _PP:.2f} pp"


def _pass(lane: LaneAttempts | None, k: int) -> str:
    found = next((one for one in lane.pass_at_k if one.k == k), None) if lane else None
    return "–" if found is None else f"{percent(found.value)} of {found.n:,}"
