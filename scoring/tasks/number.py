"""Decisions on number items: exact values, percent signs must agree."""

from __future__ import annotations

from scoring.extraction.extract import extract_answer
from scoring.extraction.found import Question
from scoring.extraction.number_values import equal, parse_number, read_number
from scoring.extraction.text import plain
from scoring.policy import MARKER_RULES, Policy
from scoring.records import Decision, Item
from scoring.tasks.explain import unscorable, with_verdict

_RULES = frozenset((*MARKER_RULES, "boxed", "json_answer", "stated_answer", "last_number"))
_QUESTION = Question(read_number, _RULES)


def score_number(item: Item, policy: Policy, *, fallback: bool) -> Decision:
    """Return the decision on a number item: correct if the value read equals any target exactly.

    `35%` and `35` differ unless the item lists both. A target that is not one number makes the
    item unscorable.
    """
    extraction = extract_answer(item.response, _QUESTION, policy, fallback=fallback, prompt=item.prompt)
    targets = [parse_number(plain(text)) for text in item.target]
    if not targets or None in targets:
        wrong = next((t for t, n in zip(item.target, targets, strict=True) if n is None), "")
        return unscorable(
            item,
            "target_no_number",
            f"expected one number as target, got {wrong[:80]!r}",
            extraction=extraction,
        )
    pred = parse_number(extraction.answer) if extraction.answer is not None else None
    correct = pred is not None and any(t is not None and equal(target=t, pred=pred) for t in targets)
    return with_verdict(extraction, correct=correct, target=" or ".join(item.target))
