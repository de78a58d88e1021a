"""The decision on one item, step by step: what was looked at, found, rejected, compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from app.components.elements import Node, el
from app.components.text_view import WHY
from app.components.words import plural, verdict_node
from scoring.audit.item_row import ItemRow
from scoring.records import Candidate, CandidateState

_SHOWN: Final = 6
_UNREAD: Final = (CandidateState.THINKING, CandidateState.RUN_ON, CandidateState.EXAMPLE)


def decision_trace(row: ItemRow) -> Node:
    """Return the steps of the decision; each found value links to its place in the text."""
    steps = (
        _step("looked at", *_looked_at(row)),
        _step("found", *_found(row)),
        _step("rejected because", *_rejected(row)),
        _step("not read", *_not_read(row)),
        _step("compared", *_compared(row)),
        _step("verdict", verdict_node(row.verdict)),
    )
    return el("ol", *steps, cls="trace", label="How the decision was made")


def _step(what: str, *lines: Node | str) -> Node:
    return el("li", el("span", what, cls="what"), *lines)


def _looked_at(row: ItemRow) -> Iterator[Node | str]:
    if row.content is None:
        yield "no content in the file"
    elif not row.content.strip():
        yield "content without any text"
    else:
        yield f"visible content, {plural(len(row.content), 'character')}"
    if row.run_on:
        yield el("span", "cut where the reply ends", cls="hint")
    if row.extraction_source == "reasoning":
        yield el("span", "then the reasoning, by fallback", cls="hint")


def _found(row: ItemRow) -> Iterator[Node | str]:
    taken = [(box, i, c) for box, i, c in _candidates(row) if c.state is CandidateState.TAKEN]
    if taken:
        rules = ", ".join(dict.fromkeys(candidate.rule for _, _, candidate in taken))
        yield _group(taken, rules)
    if not taken and row.answer is not None:
        yield f"{row.answer}"
        if row.extraction_rule:
            yield el("span", row.extraction_rule, cls="hint")
    if not taken and row.answer is None:
        yield "no answer"


def _rejected(row: ItemRow) -> Iterator[Node | str]:
    rejected = [
        (box, i, c)
        for box, i, c in _candidates(row)
        if c.state is not CandidateState.TAKEN and c.state not in _UNREAD
    ]
    yield from _several(rejected, "nothing")


def _not_read(row: ItemRow) -> Iterator[Node | str]:
    yield from _several([(b, i, c) for b, i, c in _candidates(row) if c.state in _UNREAD], "nothing")


def _compared(row: ItemRow) -> Iterator[Node | str]:
    if not row.target:
        yield "no target in the file"
        return
    target = _joined(row.target, " and " if row.target_mode == "all" else " or ")
    if row.task_type == "substring":
        yield f"required: {target}"
        return
    if row.answer is None:
        yield f"nothing with target {target}"
        return
    yield f"{_short(row.answer)} {'=' if row.verdict == 'correct' else '≠'} target {target}"


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
    more = el("span", f" and {left:,} more", cls="soft") if left > 0 else None
    return el("div", *values, more, el("span", why, cls="hint"))


def _value(candidate: Candidate, box: str, index: int) -> Node:
    return el(
        "button", _short(candidate.value) or "(empty)", to=f"{box}:{index}", title="Show it in the text"
    )


def _candidates(row: ItemRow) -> Iterator[tuple[str, int, Candidate]]:
    yield from (("content", i, c) for i, c in enumerate(row.candidates))
    yield from (("reasoning", i, c) for i, c in enumerate(row.reasoning_candidates))


def _joined(target: Sequence[str], by: str) -> str:
    return by.join(_short(t) for t in target)


def _short(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"
