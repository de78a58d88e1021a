"""The story of one lane or of both beside each other; every mark is a link to exactly its items."""

from __future__ import annotations

from dataclasses import replace

from app.asked import means_of
from app.components.breakdown import Shown, categories_card, share_stacks
from app.components.counts import number, tone
from app.components.elements import Node, el
from app.components.findings import findings_card
from app.components.flow import flow_nodes
from app.components.problems import card, problems_card, run_findings
from app.components.story import about, headline_node
from app.components.words import SCORE_NAMES, percent, plural, points, signed
from app.library import Opened
from app.state import Side, View, link, only
from scoring.audit.summary import Summary, Tally

_SCORED = ("correct", "incorrect", "no_answer")


def shown_lanes(view: View, lanes: Shown) -> Shown:
    """Return the lanes that the page shows: both, unless one was chosen alone."""
    return {side: lanes[side] for side in sorted(lanes) if not view.alone or side == view.lane}


def overview_nodes(view: View, lanes: Shown) -> list[Node]:
    """Return the whole page: the story in a sentence, then where its numbers come from.

    Args:
        lanes: the open lanes, at least one.
    """
    shown = shown_lanes(view, lanes)
    stories = [_story(view, side, opened, beside=len(shown) > 1) for side, opened in shown.items()]
    run_cards = [
        found
        for side, opened in shown.items()
        for found in run_findings(
            view, side, opened.audit.info.findings, of=f"lane {side.upper()}" if len(shown) > 1 else ""
        )
    ]
    problems = [
        problems_card(opened.audit.problems, of=f"lane {side.upper()}" if len(shown) > 1 else "")
        for side, opened in shown.items()
    ]
    back = [_back(view)] if len(lanes) > len(shown) else []
    return [
        *back,
        el("div", *stories, cls=f"stories of{len(shown)}"),
        el(
            "div",
            *run_cards,
            categories_card(view, shown),
            *share_stacks(view, shown),
            *problems,
            cls="cards",
        ),
    ]


def _story(view: View, side: Side, opened: Opened, *, beside: bool) -> Node:
    summary = opened.summary
    name = el("h3", f"Lane {side.upper()} · {opened.label}") if beside else None
    return el(
        "section",
        name,
        headline_node(view, side, summary),
        el("p", about(opened), cls="wrap"),
        el(
            "div",
            card("Accuracy", el("div", *_figures(view, side, summary), cls="big"), _scores(opened)),
            card("Verdicts", *flow_nodes(view, side, summary.flips)),
            findings_card(view, side, opened),
            cls="parts",
        ),
        cls="story",
    )


def _figures(view: View, side: Side, summary: Summary) -> list[Node]:
    recorded, rescored = summary.recorded, summary.rescored
    shown = [
        _figure(view, side, "recorded", recorded, "recorded_verdict"),
        _figure(view, side, "rescored", rescored, "verdict"),
    ]
    if recorded.accuracy is not None and rescored.accuracy is not None:
        moved = rescored.correct - recorded.correct
        shown.append(
            el(
                "div",
                el("span", "difference", cls="soft"),
                el("div", signed(moved), cls=f"figure {tone(moved)}"),
                el("span", points(rescored.accuracy - recorded.accuracy), cls="soft"),
            )
        )
    return shown


def _scores(opened: Opened) -> Node | None:
    """Return the means of soft scores, as they say what verdicts do not; None without any."""
    means = means_of(opened)
    if not means:
        return None
    rows = (
        el(
            "tr",
            el("td", f"mean {SCORE_NAMES[one.name]}"),
            el("td", f"{one.mean:.4f}", cls="num strong"),
            title=f"over {plural(one.n, 'item')}",
        )
        for one in means
    )
    return el("table", el("tbody", *rows), cls="means")


def _figure(view: View, side: Side, words: str, tally: Tally, facet: str) -> Node:
    return el(
        "div",
        el("span", words, cls="soft"),
        el(
            "div",
            number(view, side, tally.correct, only(facet, "correct")),
            el("span", "/", cls="of"),
            el("span", number(view, side, tally.scored, only(facet, *_SCORED)), cls="of"),
            cls="figure",
        ),
        el("span", percent(tally.accuracy), cls="soft"),
    )


def _back(view: View) -> Node:
    both = link(replace(view, alone=False))
    return el("p", el("a", "Show both lanes side by side", href=both, cls="link", keep="both"), cls="both")
