"""A filter over the items of an audit, and the facets that it can restrict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

NULL = "~"
"""Stands for "no value" in a filter and in a facet. A real value of tildes only is written with one more."""

FACETS: Mapping[str, str] = {
    "category": "category",
    "domain": "domain",
    "task": "task",
    "task_type": "task_type",
    "verdict": "verdict",
    "recorded_verdict": "recorded_verdict",
    "change": "coalesce(recorded_verdict, '~') || '>' || verdict",
    "answer": "answer",
    "answer_kind": "answer_kind",
    "extraction_source": "extraction_source",
    "extraction_rule": "extraction_rule",
    "extraction_status": "extraction_status",
    "ambiguity": "ambiguity",
    "recorded_answer": "recorded_answer",
    "recorded_method": "recorded_method",
    "recorded_ambiguity": "CAST(recorded_ambiguity AS VARCHAR)",
    "has_reasoning_examples": "CAST(has_reasoning_examples AS VARCHAR)",
    "run_on": "CAST(run_on AS VARCHAR)",
    "reasoning_fallback": "CAST(reasoning_fallback AS VARCHAR)",
    "finish_reason": "finish_reason",
    "findings": "findings",
}
"""Every facet by the name of its filter field -> SQL over the columns. Booleans read `true`, `false`."""

CREDIT_CHANGES = ("incorrect>correct", "correct>incorrect", "correct>no_answer")
"""Values of the facet `change` where the credit given differs between recorded and rescored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which items to look at; the empty filter lets every item through.

    Every field named like a facet holds the values allowed: an item passes if it has one of them;
    empty means no restriction; `NULL` stands for "no value". Values are plain text of any content.
    Hashable, so that it can be a cache key.

    Attributes:
        change: recorded and rescored verdict joined by `>`, as in `incorrect>correct`; an item
            without a recorded verdict reads `~>correct`.
        findings: an item passes if it has one of these findings; `NULL` lets items without any pass.
        text: case-insensitive literal search in item_id, prompt, content, reasoning and the answers.
        ordinals: only these items, e.g. the cell of a comparison; None means no restriction.
    """

    category: tuple[str, ...] = ()
    domain: tuple[str, ...] = ()
    task: tuple[str, ...] = ()
    task_type: tuple[str, ...] = ()
    verdict: tuple[str, ...] = ()
    recorded_verdict: tuple[str, ...] = ()
    change: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    answer_kind: tuple[str, ...] = ()
    extraction_source: tuple[str, ...] = ()
    extraction_rule: tuple[str, ...] = ()
    extraction_status: tuple[str, ...] = ()
    ambiguity: tuple[str, ...] = ()
    recorded_answer: tuple[str, ...] = ()
    recorded_method: tuple[str, ...] = ()
    recorded_ambiguity: tuple[str, ...] = ()
    has_reasoning_examples: tuple[str, ...] = ()
    run_on: tuple[str, ...] = ()
    reasoning_fallback: tuple[str, ...] = ()
    finish_reason: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    text: str = ""
    ordinals: tuple[int, ...] | None = None
