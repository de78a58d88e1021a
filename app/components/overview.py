"""The numbers of one lane, recorded against rescored; every number is a link to exactly its items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.components.elements import Node, el
from app.components.problems import card, problems_card, run_findings
from app.components.words import (
    FACET_TITLES,
    SIGNS,
    finding_sentence,
    percent,
    plural,
    points,
    signed,
    value_text,
)
from app.library import Opened
from app.state import View, goto_items, only
from scoring.audit.filter import NULL, Filter
from scoring.audit.summary import FacetValue, Group, Summary, Tally

_VERDICTS: Final = ("correct", "incorrect", "no_answer", "unscorable")
_SCORED: Final = ("correct", "incorrect", "no_answer")
_STACKS: Final = (
    ("answer_kind", "ambiguity"),
    ("extraction_source", "extraction_status", "task_type"),
    ("extraction_rule",),
)
"""Facets of the three columns, so that a long list leaves no hole beside it."""


def overview_nodes(view: View, opened: Opened) -> list[Node]:
    """Return the whole page: the story in a sentence, then where its numbers come from."""
    summary = opened.summary
    cards = [
        _accuracy(view, summary),
        _matrix(view, summary),
        _findings(view, summary),
        _categories(view, summary),
        *_stacks(view, summary),
        *run_findings(opened.audit.info.findings),
        problems_card(opened.audit.problems),
    ]
    return [
        el("h2", headline(summary), cls="lead"),
        el("p", about(opened), cls="wrap"),
        el("div", *cards, cls="cards"),
    ]


def headline(summary: Summary) -> str:
    """Return recorded → rescored and the reason, in one sentence."""
    recorded, rescored = summary.recorded, summary.rescored
    if summary.n == 0:
        return "This run holds no items."
    if recorded.scored == 0:
        return f"Nothing recorded → {rescored.correct:,} of {rescored.scored:,} rescored."
    reasons = "; ".join(_reasons(summary))
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
    wrong = _finding(summary, "recorded_incorrect_though_matching")
    moved = [(f.recorded, f.rescored, f.count) for f in summary.flips]
    gained = sum(n for old, new, n in moved if old in ("incorrect", "no_answer") and new == "correct")
    lost = sum(n for old, new, n in moved if old == "correct" and new != "correct")
    if wrong:
        match = "it matches" if wrong == 1 else "they match"
        yield f"{plural(wrong, 'answer')} marked wrong although {match}"
    if gained > wrong:
        other = "other item" if wrong else "item"
        yield f"a credit that was not recorded for {plural(gained - wrong, other)}"
    if lost:
        yield f"no credit where one was recorded for {plural(lost, 'item')}"
    if not (wrong or gained or lost):
        yield "both scorers give the same credit to every item"


def _finding(summary: Summary, name: str) -> int:
    return next((g.rescored.n for g in summary.by_finding if g.value == name), 0)


def _accuracy(view: View, summary: Summary) -> Node:
    recorded, rescored = summary.recorded, summary.rescored
    shown = [
        _figure(view, "recorded", recorded, "recorded_verdict"),
        _figure(view, "rescored", rescored, "verdict"),
    ]
    if recorded.accuracy is not None and rescored.accuracy is not None:
        moved, tone = rescored.correct - recorded.correct, _tone(rescored.correct - recorded.correct)
        shown.append(
            el(
                "div",
                el("span", "difference", cls="soft"),
                el("div", signed(moved), cls=f"figure {tone}"),
                el("span", points(rescored.accuracy - recorded.accuracy), cls="soft"),
            )
        )
    return card("Accuracy", el("div", *shown, cls="big"))


def _figure(view: View, words: str, tally: Tally, facet: str) -> Node:
    return el(
        "div",
        el("span", words, cls="soft"),
        el(
            "div",
            _number(view, tally.correct, only(facet, "correct")),
            el("span", "/", cls="of"),
            el("span", _number(view, tally.scored, only(facet, *_SCORED)), cls="of"),
            cls="figure",
        ),
        el("span", percent(tally.accuracy), cls="soft"),
    )


def _matrix(view: View, summary: Summary) -> Node:
    """Return recorded x rescored, with totals: where the credit moved."""
    counts = {(f.recorded or NULL, f.rescored): f.count for f in summary.flips}
    columns = [v for v in _VERDICTS if any(rescored == v for _, rescored in counts)]
    rows = [v for v in (*_VERDICTS, NULL) if any(recorded == v for recorded, _ in counts)]
    head = el(
        "tr",
        el("th", "recorded ↓ · rescored →"),
        *(el("th", *_sign(v), cls="num") for v in columns),
        el("th", "all", cls="num"),
    )
    body = [
        el(
            "tr",
            el("td", *_sign(r)),
            *(
                el(
                    "td",
                    _number(view, counts.get((r, c), 0), Filter(change=(f"{r}>{c}",))),
                    cls="num" if r == c else "num strong",
                )
                for c in columns
            ),
            el(
                "td",
                _number(view, sum(counts.get((r, c), 0) for c in columns), Filter(recorded_verdict=(r,))),
                cls="num soft",
            ),
        )
        for r in rows
    ]
    totals = (_number(view, sum(counts.get((r, c), 0) for r in rows), Filter(verdict=(c,))) for c in columns)
    foot = el(
        "tr",
        el("td", "all"),
        *(el("td", t, cls="num") for t in totals),
        el("td", _number(view, summary.n, Filter()), cls="num"),
    )
    return card("Verdicts", el("table", el("thead", head), el("tbody", *body), el("tfoot", foot)))


def _findings(view: View, summary: Summary) -> Node:
    if not summary.by_finding:
        return card(
            "Findings", el("p", "None: the recorded scoring is consistent on every item.", cls="soft")
        )
    rows = (
        el(
            "tr",
            el("td", *_finding_words(group.value)),
            el("td", _number(view, group.rescored.n, Filter(findings=(group.value,))), cls="num strong"),
        )
        for group in summary.by_finding
    )
    return card("Findings", el("table", el("tbody", *rows)))


def _finding_words(name: str) -> tuple[Node, ...]:
    sentence = finding_sentence(name)
    title = el("span", value_text("findings", name), cls="strong")
    return (title, el("span", sentence, cls="hint")) if sentence else (title,)


def _categories(view: View, summary: Summary) -> Node:
    head = (
        "category",
        "items",
        "recorded",
        "rescored",
        "difference",
        "accuracy: bar rescored, line recorded",
    )
    last = len(head) - 1
    table = el(
        "table",
        el("thead", el("tr", *(el("th", t, cls="num" if 0 < i < last else "") for i, t in enumerate(head)))),
        el("tbody", *(_category(view, group) for group in summary.by_category)),
        cls="categories",
    )
    return card("By category", el("div", table, cls="scroll list tall", keep="categories"), span="full")


def _category(view: View, group: Group) -> Node:
    recorded, rescored = group.recorded, group.rescored
    here = Filter(category=(group.value,))
    has_both = recorded.accuracy is not None and rescored.accuracy is not None
    moved = rescored.correct - recorded.correct if has_both else 0
    return el(
        "tr",
        el("td", value_text("category", group.value), cls="wrap"),
        el("td", _number(view, rescored.n, here), cls="num"),
        _share(view, recorded, replace(here, recorded_verdict=("correct",))),
        _share(view, rescored, replace(here, verdict=("correct",))),
        el("td", signed(moved) if has_both else "–", cls=f"num {_tone(moved)}"),
        el(
            "td",
            cls="bar ticked" if recorded.scored else "bar",
            bar=rescored.accuracy or 0.0,
            tick=recorded.accuracy,
        ),
    )


def _share(view: View, tally: Tally, where: Filter) -> Node:
    """Return `128/145  88.28 %`, the count a link to the correct ones."""
    if not tally.scored:
        return el("td", "–", cls="num soft")
    of = el("span", f"/{tally.scored:,}", cls="soft")
    return el(
        "td",
        _number(view, tally.correct, where),
        of,
        el("span", percent(tally.accuracy), cls="pct"),
        cls="num",
    )


def _stacks(view: View, summary: Summary) -> Iterator[Node]:
    for names in _STACKS:
        yield el("div", *(_facet(view, summary, name) for name in names), cls="stack")


def _facet(view: View, summary: Summary, name: str) -> Node:
    values = summary.counts.get(name, ())
    rows = (_facet_row(view, name, value, summary.n) for value in values)
    return card(FACET_TITLES[name], el("table", el("tbody", *rows), cls="shares"))


def _facet_row(view: View, name: str, value: FacetValue, n: int) -> Node:
    share = value.count / n if n else 0.0
    where = only(name, value.value)
    return el(
        "tr",
        el("td", value_text(name, value.value), cls="wrap"),
        el("td", cls="bar", bar=share),
        el("td", _number(view, value.count, where), cls="num"),
        el("td", percent(share), cls="num soft"),
    )


def _number(view: View, n: int, where: Filter) -> Node:
    """Return a count as a link to its items; a zero leads nowhere."""
    if n == 0:
        return el("span", "0", cls="soft")
    return el("a", f"{n:,}", href=goto_items(view, where), title=f"Show {plural(n, 'item')}")


def _sign(verdict: str) -> tuple[Node, ...]:
    name = "not_recorded" if verdict == NULL else verdict
    return (el("span", f"{SIGNS[name]} {value_text('recorded_verdict', verdict)}", cls=name),)


def _tone(moved: int) -> str:
    return "up" if moved > 0 else "down" if moved < 0 else "soft"
