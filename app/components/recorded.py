"""What the run file says about an item, beside what we found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from app.components.elements import Node, el
from app.components.words import value_text
from scoring.audit.item_row import ItemRow
from scoring.extraction.visible import find_visible

LONGEST_ANSWER: Final = 2_000
"""Characters of an answer that are repeated outside its text, where it stands in full."""
_LONGEST_NAMED: Final = 80
_NOT_FOUND: Final = "recorded_answer_not_found"


def brief(answer: str | None) -> str:
    """Return an answer, or the beginning of a very long one with its length; empty for none."""
    if answer is None or len(answer) <= LONGEST_ANSWER:
        return answer or ""
    return f"{answer[:LONGEST_ANSWER]}… ({len(answer):,} characters)"


def not_found_line(row: ItemRow) -> Iterator[Node]:
    """Yield the sentence about a recorded answer of which our rules find none; nothing for other items."""
    recorded = row.recorded_answer
    if _NOT_FOUND not in row.findings or recorded is None:
        return
    visible = "".join(row.content[a:b] for a, b in find_visible(row.content).pieces) if row.content else ""
    if not visible.strip():
        why = "but there is no visible text."
    elif _stands_in(recorded, visible):
        why = "which the visible text names, but does not state as the answer."
    else:
        why = "which is nowhere in the visible text."
    name = recorded if len(recorded) <= _LONGEST_NAMED else f"{recorded[:_LONGEST_NAMED]}…"
    yield el("p", "Recorded ", el("span", name or "(empty)", cls="strong"), f", {why}", cls="missing wrap")


def recorded_table(row: ItemRow) -> Node:
    """Return the recorded values beside ours."""
    flag = {None: "no flag", True: "flag set", False: "flag not set"}[row.recorded_ambiguity]
    pairs = (
        ("verdict", value_text("verdict", row.recorded_verdict or "not recorded"),
         value_text("verdict", row.verdict)),
        ("answer", brief(row.recorded_answer), brief(row.answer)),
        ("method", row.recorded_method, row.extraction_rule),
        ("ambiguity", flag, value_text("ambiguity", row.ambiguity)),
    )  # fmt: skip
    cells = [cell for name, theirs, ours in pairs for cell in (name, theirs or "none", ours or "none")]
    head = ("", f"recorded{f' by {row.recorded_scorer}' if row.recorded_scorer else ''}", "rescored")
    return el(
        "div",
        *(el("span", text, cls="head") for text in head),
        *(el("span", text, cls="soft" if i % 3 == 0 else "") for i, text in enumerate(cells)),
        cls="recorded",
        mark="recorded",
    )


def _stands_in(answer: str, text: str) -> bool:
    """Return whether an answer stands in a text as a word or words of its own, in any case."""
    words = re.escape(answer.strip().casefold())
    return bool(words) and re.search(rf"(?<!\w){words}(?!\w)", text.casefold()) is not None
