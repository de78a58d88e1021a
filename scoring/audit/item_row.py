"""One row of an audit, typed: every column under its own name, JSON columns decoded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.audit.canonical import decode_json
from scoring.audit.schema import JSON_COLUMNS
from scoring.records import Candidate, CandidateState, JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRow:
    """One item as the audit holds it; `docs/architecture.md` describes each column.

    Texts are raw. `span_start` and the candidates' `start` and `end` are code points in the raw text
    of their source. Lone surrogates of the run file are shown as U+FFFD, one for one.
    """

    ordinal: int
    task: str | None
    item_id: str
    attempt: int
    category: str | None
    domain: str | None
    cluster: str | None
    task_type: str
    prompt: str | None
    content: str | None
    reasoning: str | None
    finish_reason: str | None
    options: Mapping[str, str | None]
    target: tuple[str, ...]
    target_mode: str | None
    metadata: Mapping[str, JsonValue]
    images: tuple[str, ...]
    image_size: tuple[int, ...] | None
    answer: str | None
    answer_kind: str
    has_reasoning_examples: bool
    extraction_source: str | None
    extraction_rule: str | None
    extraction_status: str
    span_start: int | None
    span_end: int | None
    ambiguity: str
    earlier_answer: str | None
    run_on: bool
    reasoning_fallback: bool
    n_candidates: int
    candidates: tuple[Candidate, ...]
    reasoning_candidates: tuple[Candidate, ...]
    verdict: str
    score: float | None
    explanation: str
    details: Mapping[str, JsonValue]
    recorded_scorer: str | None
    recorded_answer: str | None
    recorded_method: str | None
    recorded_verdict: str | None
    recorded_score: float | None
    recorded_ambiguity: bool | None
    recorded_all: JsonValue
    findings: tuple[str, ...]
    answer_gt: JsonValue
    annotation_gt: JsonValue
    annotation_pred: JsonValue
    reward_contract: JsonValue
    pairs: JsonValue
    annotation_type: str | None
    half_life_source: str | None
    error_kinds: tuple[str, ...]
    frame_finding: str | None
    frame_scores: JsonValue
    frames_fitting: tuple[str, ...]
    answer_reward: float | None
    annotation_reward: float | None
    task_reward: float | None
    format_score: float | None
    annotation_parse_ok: float | None
    half_life_px: float | None
    pred_labels: tuple[str, ...] | None
    pred_scores: tuple[float | None, ...] | None
    target_labels: tuple[str, ...] | None
    choice_scores: tuple[float, ...] | None
    item_hash: str
    content_hash: str


def read_item_row(columns: Mapping[str, Any]) -> ItemRow:
    """Return the typed row of the values that a query gave for every column of the schema."""
    values = decoded(columns)
    for name in ("options", "metadata", "details"):
        values[name] = values[name] or {}
    for name in ("candidates", "reasoning_candidates"):
        values[name] = tuple(_candidate(one) for one in values[name] or ())
    for name in ("target", "images", "findings", "error_kinds", "frames_fitting"):
        values[name] = tuple(values[name] or ())
    return ItemRow(**values)


def decoded(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of some columns as records hold them: JSON read, lists as tuples."""
    return {
        name: decode_json(value)
        if name in JSON_COLUMNS
        else tuple(value)
        if isinstance(value, list)
        else value
        for name, value in columns.items()
    }


def _candidate(values: Mapping[str, Any]) -> Candidate:
    return Candidate(**{**values, "state": CandidateState(values["state"])})
