"""Items and decisions turned into rows of an audit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa

from scoring.audit.canonical import canonical_json, digest_texts, storable
from scoring.audit.schema import SCHEMA
from scoring.diagnose.annotation import Diagnosis
from scoring.diagnose.frames import FrameFinding
from scoring.errors import ContractError
from scoring.records import (
    AnswerKind,
    Candidate,
    CandidateState,
    Decision,
    Item,
    JsonValue,
    Recorded,
    TraceFigures,
)


class DecidedItem(NamedTuple):
    """One item with everything that is known about it."""

    ordinal: int
    item: Item
    decision: Decision
    findings: tuple[str, ...]
    diagnosis: Diagnosis | None = None


def build_rows(decided: Iterable[DecidedItem]) -> pa.RecordBatch:
    """Return the rows of some items, in their order, with every column of the schema.

    Columns that only the Trace verifier fills are null for other items. A score that is no finite
    number is null.

    Raises:
        ContractError: a value that its column cannot hold, such as an attempt beyond 32 bits.
    """
    rows = [_row(*one) for one in decided]
    columns = zip(*rows, strict=True) if rows else [()] * len(SCHEMA.names)
    return pa.RecordBatch.from_arrays(
        [_array(field, values) for field, values in zip(SCHEMA, columns, strict=True)], schema=SCHEMA
    )


def item_hash(item: Item) -> str:
    """Return the SHA-256 of prompt, options, target and images: the same question has the same one."""
    return digest_texts(
        {"images": item.images, "options": item.options, "prompt": item.prompt, "target": item.target}
    )


def content_hash(question: str, item: Item) -> str:
    """Return the SHA-256 of item hash, content and reasoning: the same evidence has the same one."""
    return digest_texts([question, item.response.content, item.response.reasoning])


_NO_TRACE = (None,) * (len(SCHEMA.names) - SCHEMA.get_field_index("content_hash") - 1)
"""The Trace verifier's columns of an item that is none of its."""

_NOTHING_RECORDED = Recorded(scorer="")


def _row(
    ordinal: int, item: Item, decision: Decision, findings: tuple[str, ...], diagnosis: Diagnosis | None
) -> tuple[object, ...]:
    """Return one row: the values of the schema, in its order."""
    response = item.response
    found = decision.extraction
    trace = decision.trace
    recorded = item.recorded[0] if item.recorded else _NOTHING_RECORDED
    span_start, span_end = found.span or (None, None)
    question = item_hash(item)
    details = decision.details if diagnosis is None else {**decision.details, **diagnosis.details}
    return (
        ordinal,
        item.task,
        item.item_id,
        item.attempt,
        item.category,
        item.domain,
        item.cluster,
        item.task_type,
        item.prompt,
        response.content,
        response.reasoning,
        response.finish_reason,
        # In the item's own order, which is the order that the model saw.
        canonical_json(item.options, sort_keys=False) if item.options else None,
        canonical_json(item.target),
        item.target_mode,
        canonical_json(item.metadata) if item.metadata else None,
        item.images or None,
        item.image_size,
        found.answer,
        found.answer_kind,
        _has_reasoning_examples(found.answer_kind, found.reasoning_candidates),
        found.source,
        found.rule,
        found.status,
        span_start,
        span_end,
        found.ambiguity,
        found.earlier_answer,
        found.run_on,
        found.reasoning_fallback,
        len(found.candidates),
        _candidates(found.candidates),
        _candidates(found.reasoning_candidates),
        decision.verdict,
        _finite(decision.score),
        decision.explanation,
        canonical_json(details) if details else None,
        recorded.scorer or None,
        recorded.answer,
        recorded.method,
        recorded.verdict,
        _finite(recorded.score),
        recorded.ambiguity,
        canonical_json([_recorded(one) for one in item.recorded]) if item.recorded else None,
        findings,
        _json_or_none(item.answer_gt),
        _json_or_none(item.annotation_gt),
        _json_or_none(item.annotation_pred if trace is None else trace.annotation_pred),
        _json_or_none(item.reward_contract),
        item.pred_labels,
        item.pred_scores,
        item.target_labels,
        item.choice_scores,
        question,
        content_hash(question, item),
        *(_NO_TRACE if trace is None else _trace_columns(trace, diagnosis)),
    )


def _trace_columns(trace: TraceFigures, diagnosis: Diagnosis | None) -> tuple[object, ...]:
    frames = None if diagnosis is None else diagnosis.frames
    return (
        canonical_json(trace.pairs if diagnosis is None else diagnosis.pairs),
        trace.annotation_type,
        trace.half_life_source,
        trace.error_kinds if diagnosis is None else diagnosis.error_kinds,
        *(_NO_FRAMES if frames is None else _frame_columns(frames)),
        _finite(trace.answer_reward),
        _finite(trace.annotation_reward),
        _finite(trace.task_reward),
        _finite(trace.format_score),
        trace.annotation_parse_ok,
        trace.half_life_px,
    )


_NO_FRAMES = (None, None, None)


def _frame_columns(frames: FrameFinding) -> tuple[object, ...]:
    return frames.named, canonical_json(frames.scores) if frames.scores else None, frames.fitting or None


def _has_reasoning_examples(kind: AnswerKind, candidates: Sequence[Candidate]) -> bool:
    """Return whether the reasoning holds values that are examples, not the only answer there is."""
    return kind is not AnswerKind.REASONING_ONLY and any(
        one.state is CandidateState.EXAMPLE for one in candidates
    )


def _candidates(candidates: Sequence[Candidate]) -> str | None:
    if not candidates:
        return None
    return canonical_json(
        [
            {"end": one.end, "rule": one.rule, "start": one.start, "state": one.state, "value": one.value}
            for one in candidates
        ]
    )


def _recorded(one: Recorded) -> Mapping[str, JsonValue]:
    """Return what one scorer recorded, under the names of the record; fields without a value are left out."""
    values = {
        "ambiguity": one.ambiguity,
        "answer": one.answer,
        "method": one.method,
        "raw": one.raw,
        "score": one.score,
        "scorer": one.scorer,
        "verdict": one.verdict,
    }
    return {name: value for name, value in values.items() if value is not None}


def _json_or_none(value: JsonValue) -> str | None:
    return None if value is None else canonical_json(value)


def _finite(score: float | None) -> float | None:
    return score if score is not None and score - score == 0.0 else None


def _array(field: pa.Field, values: Sequence[object]) -> pa.Array:
    try:
        return pa.array(values, field.type)
    except UnicodeEncodeError:
        return pa.array([_storable(value) for value in values], field.type)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError) as error:
        raise ContractError(
            f"expected values of type {field.type}, got {error}, at column {field.name}",
            cure="The loader has let through a value that no item can have; correct it in the run file.",
        ) from error


def _storable(value: object) -> object:
    if isinstance(value, str):
        return storable(value)
    return [_storable(part) for part in value] if isinstance(value, tuple) else value
