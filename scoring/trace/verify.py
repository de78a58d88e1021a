"""The Trace verifier: the reward of one response, with the numbers of the public reference.

Matched behaviour: maveryn/trace, package trace_tasks 0.1.0. Where and why ours differs:
docs/scoring.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from scoring.trace.annotation import add_figures, read_parts, score_parts
from scoring.trace.answers import answer_value, score_answer
from scoring.trace.containers import Fault, Parts
from scoring.trace.contracts import AnnotationType, annotation_type, contract_fault
from scoring.trace.envelope import NOTHING, Envelope, read_envelope
from scoring.trace.half_life import NO_HALF_LIFE, HalfLife, half_life
from scoring.trace.options import Options, checked_options
from scoring.trace.reward import empty_result, overall_reward, task_reward
from scoring.trace.values import MAPPINGS, UNREAD

Sizes: TypeAlias = tuple[object, object, object, object]
"""What may hold the image size, in order: image_size, image_sizes, metadata, extra_info."""

LegacyScorer: TypeAlias = Callable[[object, object], float]
"""A scorer of the caller's: answer read from the response, `answer_gt` -> 0..1."""


def score_trace_response(
    *,
    response: object,
    answer_gt: object,
    annotation_gt: object,
    reward_contract: object,
    bbox_iou_threshold: object = None,  # noqa: ARG001 - part of the reference's signature
    point_half_life_px: object = None,
    image_size: object = None,
    image_sizes: object = None,
    metadata: object = None,
    extra_info: object = None,
    answer_weight: object = 0.5,
    annotation_weight: object = 0.5,
    trace_reward_mode: object = "answer_and_annotation",
    trace_answer_scoring: object = "exact_json",
    trace_annotation_reward_formula: object = "gated",
    format_weight: object = 0.0,
    legacy_strict_scorer: LegacyScorer | None = None,
) -> dict[str, float]:
    """Return the reward of one response and every figure it is made of.

    Nothing in a response raises or gives NaN; a response that is no text is scored like an
    unreadable one.

    Args:
        response: the model's text.
        answer_gt: the instance's answer, `{"type", "value"}`.
        annotation_gt: the instance's annotation, `{"type", "value"}`.
        reward_contract: the instance's contract; only its annotation part is looked at.
        bbox_iou_threshold: accepted and ignored, as in the reference.
        point_half_life_px: explicit half-life of points and segments, above 0.
        image_size: `[width, height]`, or any other spelling of it; decides the half-life.
        image_sizes: looked at where `image_size` is unusable; then `metadata`, then `extra_info`.
        metadata: see `image_sizes`.
        extra_info: see `image_sizes`.
        answer_weight: share of the answer; weights are divided by their sum.
        annotation_weight: share of the annotation.
        trace_reward_mode: `answer` or `answer_and_annotation`.
        trace_answer_scoring: `exact_json`, or `legacy_strict` with `legacy_strict_scorer`.
        trace_annotation_reward_formula: `gated` or `additive`.
        format_weight: share of the format score in `overall`, within [0, 1].
        legacy_strict_scorer: called with the answer and `answer_gt` in that case.

    Raises:
        ContractError: a wrong option; it is a ValueError.

    Examples:
        >>> result = score_trace_response(
        ...     response='{"answer":7}',
        ...     answer_gt={"type": "integer", "value": 7},
        ...     annotation_gt={"type": "bbox", "value": [10, 20, 30, 40]},
        ...     reward_contract={
        ...         "reward_contract_version": "v0",
        ...         "answer": {"id": "answer_exact_match_v0", "type": "integer"},
        ...         "annotation": {"id": "bbox_soft_iou_v0", "type": "bbox"},
        ...     },
        ...     trace_reward_mode="answer",
        ... )
        >>> {key: result[key] for key in ("overall", "answer_reward", "format", "format_schema_ok")}
        {'overall': 1.0, 'answer_reward': 1.0, 'format': 1.0, 'format_schema_ok': 1.0}

        >>> result = score_trace_response(
        ...     response='{"answer":2,"annotation":[5,0,15,10]}',
        ...     answer_gt={"type": "integer", "value": 2},
        ...     annotation_gt={"type": "bbox", "value": [0, 0, 10, 10]},
        ...     reward_contract={
        ...         "reward_contract_version": "v0",
        ...         "answer": {"id": "answer_exact_match_v0", "type": "integer"},
        ...         "annotation": {"id": "bbox_soft_iou_v0", "type": "bbox"},
        ...     },
        ...     trace_reward_mode="answer_and_annotation",
        ... )
        >>> keys = ("overall", "answer_reward", "annotation_reward", "annotation_parse_ok")
        >>> [result[key] for key in keys]
        [0.6666666666666666, 1.0, 0.3333333333333333, 1.0]
    """
    options = checked_options(
        trace_reward_mode,
        trace_answer_scoring,
        trace_annotation_reward_formula,
        answer_weight,
        annotation_weight,
        format_weight,
        point_half_life_px,
        legacy_strict_scorer,
    )
    return score_one(
        response,
        answer_gt,
        annotation_gt,
        reward_contract,
        (image_size, image_sizes, metadata, extra_info),
        options,
        legacy_strict_scorer,
        read_target,
    )


def score_one(  # noqa: PLR0917 - by place, for the sake of speed
    response: object,
    answer_gt: object,
    annotation_gt: object,
    reward_contract: object,
    sizes: Sizes,
    options: Options,
    legacy_scorer: LegacyScorer | None,
    target_of: Callable[[AnnotationType, object], Parts | Fault],
) -> dict[str, float]:
    """Return the reward of one response, with options that are checked already.

    Args:
        response: as in `score_trace_response`, like the next three.
        answer_gt: the instance's answer.
        annotation_gt: the instance's annotation.
        reward_contract: the instance's contract.
        sizes: what may hold the image size, in order of preference.
        options: as checked.
        legacy_scorer: the caller's scorer of answers, if that is wanted.
        target_of: reads the target's annotation, `read_target` or one that remembers.
    """
    kind = annotation_type(annotation_gt)
    envelope = read_envelope(response) if isinstance(response, str) else NOTHING
    result = empty_result(options, kind)
    answer = _answer_reward(result, response, envelope, answer_gt, legacy_scorer)
    annotation = 0.0
    pred = None if envelope.found is None else envelope.found.get("annotation")
    if pred is not None and kind is not None and not contract_fault(kind, reward_contract):
        target_parts = target_of(kind, annotation_gt)
        pred_parts = read_parts(kind, pred) if not isinstance(target_parts, Fault) else target_parts
        if not isinstance(target_parts, Fault) and not isinstance(pred_parts, Fault):
            life = half_life_for(kind, options, sizes)
            attempt = score_parts(kind, target=target_parts, pred=pred_parts, half_life=life)
            annotation = add_figures(result, kind, attempt)
    format_score = _format_score(result, envelope, options)
    task = task_reward(options, answer, annotation)
    result["task_reward_raw"] = result["task_reward_effective"] = result["task_reward_gated"] = task
    result["overall"] = overall_reward(options, task, format_score)
    result["zero_reward"] = 1.0 if task <= 0.0 else 0.0
    return result


def read_target(kind: AnnotationType, annotation_gt: object) -> Parts | Fault:
    """Return the target's witnesses, or the Fault."""
    assert isinstance(annotation_gt, MAPPINGS)
    return read_parts(kind, annotation_gt.get("value"))


def half_life_for(kind: AnnotationType, options: Options, sizes: Sizes) -> HalfLife:
    """Return the half-life that an annotation type is scored with."""
    return half_life(options.half_life, sizes) if kind.geometry.has_half_life else NO_HALF_LIFE


def _answer_reward(
    result: dict[str, float],
    response: object,
    envelope: Envelope,
    answer_gt: object,
    legacy_scorer: LegacyScorer | None,
) -> float:
    """Return the answer's reward, written into the result with its flags."""
    found = envelope.found
    if found is not None:
        result["json_found"] = 1.0
    if answer_value(answer_gt) is UNREAD:
        return 0.0
    assert isinstance(answer_gt, MAPPINGS)
    result["answer_parse_ok"] = 1.0
    pred = None if found is None else found.get("answer")
    if pred is None:
        pred = response
        if not isinstance(pred, str):
            return 0.0
    if result["trace_answer_scoring_legacy_strict"] and legacy_scorer is not None:
        reward = float(legacy_scorer(pred, answer_gt))
    else:
        reward = score_answer(target=answer_gt, pred=pred)
    result["accuracy"] = result["answer_reward"] = reward
    return reward


def _format_score(result: dict[str, float], envelope: Envelope, options: Options) -> float:
    """Return 1.0 where the response ends with exactly the wanted object, and set the format's flags."""
    if envelope.structure_ok:
        result["format_structure_ok"] = 1.0
    if envelope.final is None:
        return 0.0
    result["format_json_ok"] = 1.0
    if envelope.final.keys() != options.keys:
        return 0.0
    result["format_schema_ok"] = result["format"] = 1.0
    return 1.0
