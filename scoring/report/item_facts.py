"""What the reports say about one item: recorded, rescored, and how both go together."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from scoring.records import JsonValue, TaskType
from scoring.report.expected import VALID, Asked, has_expected_answer

CONSISTENT: Final = "consistent"
"""Classification of an item without any finding."""

FACT_COLUMNS: Final = (
    "ordinal",
    "task",
    "item_id",
    "attempt",
    "category",
    "task_type",
    "options",
    "target",
    "answer",
    "answer_kind",
    "extraction_source",
    "extraction_rule",
    "candidates",
    "verdict",
    "score",
    "recorded_scorer",
    "recorded_answer",
    "recorded_method",
    "recorded_ambiguity",
    "recorded_verdict",
    "recorded_score",
    "recorded_all",
    "findings",
    "answer_reward",
    "content_hash",
)
"""Columns of the audit that `read_facts` needs; none of the texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFacts:
    """One item of a report, from the columns of its audit.

    Attributes:
        recorded: every scorer of the file as the audit keeps it, the main one first.
        classification: the main finding, the first of the item's; `consistent` without any.
        visible_content_has_expected_answer: a valid candidate of the content equals the target; None
            where the item cannot be scored.
        changed: a verdict is recorded, and one of the two scorers gives credit where the other does not.
    """

    ordinal: int
    task: str | None
    item_id: str
    attempt: int
    category: str | None
    task_type: str
    target: tuple[str, ...]
    answer: str | None
    answer_kind: str
    extraction_source: str | None
    extraction_rule: str | None
    verdict: str
    score: float | None
    recorded_scorer: str | None
    recorded_answer: str | None
    recorded_method: str | None
    recorded_ambiguity: bool | None
    recorded_verdict: str | None
    recorded_score: float | None
    recorded: tuple[Mapping[str, JsonValue], ...]
    findings: tuple[str, ...]
    content_hash: str
    classification: str
    visible_content_has_expected_answer: bool | None
    changed: bool


def read_facts(row: Mapping[str, Any]) -> ItemFacts:
    """Return the facts of one row of `FACT_COLUMNS`.

    Numbers that JSON cannot say (`NaN`) become their names as text.
    """
    kept = {name: row[name] for name in FACT_COLUMNS if name in _AS_THEY_ARE}
    target, findings = tuple(_decode(row["target"]) or ()), tuple(row["findings"])
    recorded_verdict = row["recorded_verdict"]
    asked = Asked(
        task_type=TaskType(row["task_type"]),
        target=target,
        options=_decode(row["options"]) or {},
        verdict=row["verdict"],
        answer_reward=row["answer_reward"],
        source=row["extraction_source"],
    )
    values = [one["value"] for one in _decode(row["candidates"]) or () if one["state"] in VALID]
    return ItemFacts(
        **kept,
        target=target,
        recorded=tuple(_decode(row["recorded_all"]) or ()),
        findings=findings,
        classification=classify(findings),
        visible_content_has_expected_answer=has_expected_answer(asked, values),
        changed=recorded_verdict is not None
        and (recorded_verdict == "correct") != (row["verdict"] == "correct"),
    )


def classify(findings: tuple[str, ...]) -> str:
    """Return the main finding of an item, or `consistent`."""
    return findings[0] if findings else CONSISTENT


_AS_THEY_ARE: Final = frozenset(ItemFacts.__dataclass_fields__) - {"target", "findings"}


def _decode(text: str | None) -> Any:  # noqa: ANN401 - whatever the JSON holds
    return None if text is None else json.loads(text, parse_constant=str)
