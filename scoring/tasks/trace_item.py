"""Decisions on Trace items: the verifier's rewards, with the ledger and what went wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

from scoring.policy import Policy
from scoring.records import (
    AnswerKind,
    Decision,
    Extraction,
    Item,
    JsonValue,
    Source,
    Status,
    TraceFigures,
    Verdict,
)
from scoring.tasks.explain import figure_text, unscorable
from scoring.trace.explain import TraceExplanation, explain_trace_response

RULE_OBJECT, RULE_TEXT = "trace_object", "trace_whole_text"

_LONGEST_CULPRIT = 120


def score_trace_item(item: Item, policy: Policy, *, fallback: bool) -> Decision:
    """Return the decision on a Trace item: correct if its answer is, scored with the overall reward.

    Where there is no content and the fallback is set, the reasoning is scored in its place.
    """
    if not isinstance(item.answer_gt, Mapping) or "value" not in item.answer_gt:
        message = "expected answer_gt with a value, got none"
        return unscorable(item, "no_target", message, fallback=fallback)
    text, source = _scored_text(item, fallback=fallback)
    explained = explain_trace_item(item, policy, fallback=fallback)
    extraction = _extraction(explained, text, source, fallback=fallback)
    is_correct = explained.result["answer_reward"] > 0.0
    if is_correct:
        verdict = Verdict.CORRECT
    else:
        verdict = Verdict.NO_ANSWER if extraction.answer is None else Verdict.INCORRECT
    return Decision(
        verdict=verdict,
        score=explained.result["overall"],
        extraction=extraction,
        explanation=_sentence(explained, verdict),
        details=_details(explained),
        trace=_figures(explained, has_target=item.annotation_gt is not None),
    )


def explain_trace_item(item: Item, policy: Policy, *, fallback: bool) -> TraceExplanation:
    """Return the rewards of a Trace item under a policy, with their reasons.

    Args:
        item: the item; spans are positions in its content, or in its reasoning where that is scored.
        policy: its Trace settings count.
        fallback: score the reasoning where there is no content.
    """
    return explain_trace_response(
        response=_scored_text(item, fallback=fallback)[0],
        answer_gt=item.answer_gt,
        annotation_gt=item.annotation_gt,
        reward_contract=item.reward_contract,
        image_size=item.image_size,
        point_half_life_px=policy.trace_half_life_px,
        answer_weight=policy.trace_answer_weight,
        annotation_weight=policy.trace_annotation_weight,
        trace_reward_mode=policy.trace_mode,
        trace_annotation_reward_formula=policy.trace_formula,
        format_weight=policy.trace_format_weight,
    )


def _scored_text(item: Item, *, fallback: bool) -> tuple[str, Source]:
    """Return the text that is scored, and which of the two it is."""
    content, reasoning = item.response.content or "", item.response.reasoning or ""
    if fallback and not content.strip() and reasoning.strip():
        return reasoning, Source.REASONING
    return content, Source.CONTENT


def _extraction(explained: TraceExplanation, text: str, source: Source, *, fallback: bool) -> Extraction:
    """Return what was taken as the answer: the object's, or the whole text where that is right."""
    answer = None if explained.found is None else explained.found.get("answer")
    span, rule = explained.answer_span, RULE_OBJECT
    if answer is None and explained.result["answer_reward"] > 0.0:
        answer, span, rule = text.strip(), (0, len(text)), RULE_TEXT
    if answer is None:
        kind = AnswerKind.NONE if text.strip() else AnswerKind.NO_VISIBLE_CONTENT
        status = Status.NO_ANSWER if text.strip() else Status.NO_VISIBLE_CONTENT
        return Extraction(answer_kind=kind, status=status, reasoning_fallback=fallback)
    is_content = source is Source.CONTENT
    return Extraction(
        answer=answer if isinstance(answer, str) else json.dumps(plain(answer), ensure_ascii=False),
        source=source,
        rule=rule,
        span=span or explained.object_span,
        status=Status.OK,
        answer_kind=AnswerKind.VISIBLE if is_content else AnswerKind.REASONING_ONLY,
        reasoning_fallback=fallback,
    )


def _sentence(explained: TraceExplanation, verdict: Verdict) -> str:
    result = explained.result
    words = {
        Verdict.CORRECT: "The answer equals the target",
        Verdict.INCORRECT: "The answer differs from the target",
        Verdict.NO_ANSWER: "No answer: no object with an answer was found",
    }
    parts = [words[verdict]]
    if result["annotation_parse_ok"]:
        parts.append(f"the annotation earns {figure_text(result['annotation_reward'])}")
    elif explained.contract_fault:
        parts.append(f"the annotation was not scored, since {explained.contract_fault}")
    elif explained.found is not None and explained.annotation_type is None:
        parts.append("the annotation was not scored, since the target's annotation type is not known")
    elif explained.culprits:
        parts.append(f"the annotation cannot be read ({explained.culprits[0].expected} was expected)")
    parts.append("the format is " + ("as wanted" if result["format"] else "not as wanted"))
    return "; ".join(parts) + "."


def _figures(explained: TraceExplanation, *, has_target: bool = True) -> TraceFigures:
    result = explained.result
    annotation = None if explained.found is None else explained.found.get("annotation")
    return TraceFigures(
        annotation_type=explained.annotation_type,
        annotation_pred=plain(annotation),
        pairs=tuple(_row(asdict(row)) for row in explained.ledger),
        half_life_px=explained.half_life_px,
        half_life_source=explained.half_life_source,
        error_kinds=_error_kinds(explained, has_target=has_target),
        answer_reward=result["answer_reward"],
        annotation_reward=result["annotation_reward"],
        task_reward=result["task_reward_raw"],
        format_score=result["format"],
        annotation_parse_ok=result["annotation_parse_ok"],
    )


def _row(row: Mapping[str, object]) -> dict[str, JsonValue]:
    """Return a ledger row as JSON; fields without a value are left out."""
    return {name: plain(value) for name, value in row.items() if value is not None}


def _error_kinds(explained: TraceExplanation, *, has_target: bool) -> tuple[str, ...]:
    """Return what is wrong with the response as a whole; witness by witness: `scoring.diagnose.kinds`."""
    has_annotation = explained.found is not None and explained.found.get("annotation") is not None
    sides = {one.side for one in explained.culprits}
    kinds = {
        "no_object": explained.found is None,
        "wrong_answer": explained.found is not None and not explained.result["answer_reward"],
        "no_annotation": explained.found is not None and not has_annotation,
        "contract_mismatch": bool(explained.contract_fault),
        "annotation_type_unknown": has_annotation and has_target and explained.annotation_type is None,
        "target_unreadable": "target" in sides,
        "annotation_unreadable": "pred" in sides,
        "format": not explained.result["format"],
    }
    return tuple(kind for kind, holds in kinds.items() if holds)


def _details(explained: TraceExplanation) -> dict[str, JsonValue]:
    """Return the verifier's figures, spans and culprits."""
    culprits = [
        {
            "side": culprit.side,
            "path": [str(step) for step in culprit.path],
            "expected": culprit.expected,
            "value": shown_value(culprit.value),
            "span": plain(culprit.span),
        }
        for culprit in explained.culprits
    ]
    details: dict[str, JsonValue] = {
        "figures": {name: value for name, value in explained.result.items() if _is_told(name, value)},
        "object_span": plain(explained.object_span),
        "annotation_span": plain(explained.annotation_span),
        "contract_fault": explained.contract_fault or None,
        "culprits": plain(culprits) if culprits else None,
        "reward_without_culprits": explained.reward_without_culprits,
    }
    return {name: value for name, value in details.items() if value is not None}


def _is_told(name: str, value: float) -> bool:
    """Return whether a figure says something: the flags that are off do not."""
    return value != 0.0 or not name.startswith(("annotation_type_", "trace_"))


def shown_value(value: object) -> str:
    """Return a value as short text; what Python will not write out is named by its type."""
    try:
        return repr(value)[:_LONGEST_CULPRIT]
    except (ValueError, RecursionError):  # a number with too many digits, say
        return f"{type(value).__name__}, too long to write out"


def plain(value: object) -> JsonValue:
    """Return a value as JSON can hold it; what it cannot, such as a Python set, becomes its text."""
    try:
        text = json.dumps(value, default=repr, allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        return repr(type(value).__name__)
    loaded: JsonValue = json.loads(text)
    return loaded
