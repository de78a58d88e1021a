"""The decision on one item, step by step: what was looked at, found, rejected, compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from app.components.elements import Node, el
from app.components.ledger import mark_id
from app.components.text_view import RUN_ON_RULE, WHY
from app.components.trace_card import scored_box
from app.components.words import plural, verdict_node
from scoring.audit.item_row import ItemRow
from scoring.records import Candidate, CandidateState

_SHOWN: Final = 3
"""Values that a step lists; every one is marked in the text."""
_LONG: Final = 200
"""Characters of a value that the page is given; how much of it is seen depends on its room."""


def decision_trace(row: ItemRow) -> Node:
    """Return the steps of the decision; each links to its place in the text, the options or the record."""
    steps = (
        _step("looked at", *_looked_at(row)),
        _step("found", *_found(row)),
        _step("rejected because", *_rejected(row)),
        _step("took", *_took(row)),
        _step("compared", *_compared(row)),
        _step("verdict", _link(verdict_node(row.verdict), "recorded", "Show it beside what was recorded")),
    )
    return el("ol", *steps, cls="trace", label="How the decision was made")


def _step(what: str, *lines: Node | str) -> Node:
    return el("li", el("span", what, cls="what"), *lines)


def _link(shown: Node | str, to: str, title: str) -> Node:
    return el("button", shown, to=to, title=title)


def _looked_at(row: ItemRow) -> Iterator[Node | str]:
    if row.content is None:
        yield "no content in the file"
    elif not row.content.strip():
        yield "content without any text"
    else:
        words = f"visible content, {plural(len(row.content), 'character')}"
        yield _link(words, "content:text", "Show the content")
    if row.run_on:
        yield el("span", "cut where the reply ends", cls="hint")
    if row.extraction_source == "reasoning":
        words = "then the reasoning, by fallback"
        yield el("span", _link(words, "reasoning:text", "Show the reasoning"), cls="hint")


def _found(row: ItemRow) -> Iterator[Node | str]:
    """Yield every value in the order of the text, those in the reasoning apart."""
    for box, words in (("content", ""), ("reasoning", "in the reasoning")):
        found = [one for one in _candidates(row) if one[0] == box and one[2].rule != RUN_ON_RULE]
        if found:
            yield _group(found, words)
    if not row.candidates and not row.reasoning_candidates:
        yield "no answer" if row.answer is None else _answer(row)


def _rejected(row: ItemRow) -> Iterator[Node | str]:
    rejected = [one for one in _candidates(row) if one[2].state is not CandidateState.TAKEN]
    yield from _several(rejected, "–")


def _took(row: ItemRow) -> Iterator[Node | str]:
    taken = [one for one in _candidates(row) if one[2].state is CandidateState.TAKEN]
    if taken:
        yield _group(taken, ", ".join(dict.fromkeys(candidate.rule for _, _, candidate in taken)))
    elif row.answer is not None:
        yield _answer(row)
        if row.extraction_rule:
            yield el("span", row.extraction_rule, cls="hint")
    else:
        yield "–"


def _answer(row: ItemRow) -> Node | str:
    """Return the answer of an item without candidates; on a Trace item it leads to its place."""
    words = _short(row.answer or "")
    if row.task_type != "trace" or row.span_start is None or row.span_end is None:
        return words
    to = mark_id(scored_box(row), (row.span_start, row.span_end))
    return _link(words or "(empty)", to, "Show it in the text")


def _compared(row: ItemRow) -> Iterator[Node | str]:
    if not row.target:
        yield "no target in the file"
        return
    target = _joined(row.target, " and " if row.target_mode == "all" else " or ")
    place = ("options", "Show target and answer")
    if row.task_type == "substring":
        yield _link(f"required: {target}", *place)
        return
    if row.answer is None:
        yield _link(f"no answer ≠ target {target}", *place)
        return
    sign = "=" if row.verdict == "correct" else "≠"
    yield _link(f"{_short(row.answer)} {sign} target {target}", *place)


def _several(found: Sequence[tuple[str, int, Candidate]], none: str) -> Iterator[Node | str]:
    """Yield the values, those with the same reason together."""
    if not found:
        yield none
    by_state: dict[CandidateState, list[tuple[str, int, Candidate]]] = {}
    for one in found:
        by_state.setdefault(one[2].state, []).append(one)
    for state, group in by_state.items():
        yield _group(group, WHY[state])


def _group(group: Sequence[tuple[str, int, Candidate]], why: str) -> Node:
    values = [_value(candidate, box, index) for box, index, candidate in group[:_SHOWN]]
    left = len(group) - _SHOWN
    more = el("span", f"and {left:,} more", cls="soft more") if left > 0 else None
    return el("div", el("div", *values, cls="values"), more, el("span", why, cls="hint") if why else None)


def _value(candidate: Candidate, box: str, index: int) -> Node:
    return el(
        "button",
        _short(candidate.value, _LONG) or "(empty)",
        to=f"{box}:{index}",
        title=f"Show it in the text: {_short(candidate.value, _LONG)}",
    )


def _candidates(row: ItemRow) -> Iterator[tuple[str, int, Candidate]]:
    yield from (("content", i, c) for i, c in enumerate(row.candidates))
    yield from (("reasoning", i, c) for i, c in enumerate(row.reasoning_candidates))


def _joined(target: Sequence[str], by: str) -> str:
    return by.join(_short(t) for t in target)


def _short(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"
