"""How answer, annotation and format make the reward, and the flat result that says so."""

from __future__ import annotations

from functools import lru_cache

from scoring.trace.contracts import ANNOTATION_TYPES, AnnotationType
from scoring.trace.options import Options


def task_reward(options: Options, answer: float, annotation: float) -> float:
    """Return the reward before the format blend."""
    if options.mode == "answer":
        return answer
    if options.formula == "additive":
        return options.answer_weight * answer + options.annotation_weight * annotation
    return answer * (options.answer_weight + options.annotation_weight * annotation)


def overall_reward(options: Options, task: float, format_score: float) -> float:
    """Return the task reward blended with the format score."""
    return (1.0 - options.format_weight) * task + options.format_weight * format_score


@lru_cache(maxsize=1024)
def _constant(options: Options, kind: AnnotationType | None) -> dict[str, float]:
    """Return the part of a result that no response changes, with room for the rest."""
    result = {
        "overall": 0.0,
        "accuracy": 0.0,
        "answer_reward": 0.0,
        "annotation_reward": 0.0,
        "task_reward_raw": 0.0,
        "task_reward_effective": 0.0,
        "task_reward_gated": 0.0,
        "format": 0.0,
        "format_weight": options.format_weight,
        "format_structure_ok": 0.0,
        "format_json_ok": 0.0,
        "format_schema_ok": 0.0,
        "answer_parse_ok": 0.0,
        "annotation_parse_ok": 0.0,
        "json_found": 0.0,
        "zero_reward": 0.0,
        "trace_reward": 1.0,
        "trace_reward_mode_answer": float(options.mode == "answer"),
        "trace_reward_mode_answer_only": float(options.mode == "answer"),
        "trace_reward_mode_answer_and_annotation": float(options.mode == "answer_and_annotation"),
        "trace_answer_scoring_exact_json": float(options.answer_scoring == "exact_json"),
        "trace_answer_scoring_legacy_strict": float(options.answer_scoring == "legacy_strict"),
        "trace_annotation_reward_formula_gated": float(options.formula == "gated"),
        "trace_annotation_reward_formula_additive": float(options.formula == "additive"),
        "trace_answer_weight": options.answer_weight,
        "trace_annotation_weight": options.annotation_weight,
    }
    return result | {other.flag: float(other is kind) for other in ANNOTATION_TYPES.values()}


def empty_result(options: Options, kind: AnnotationType | None) -> dict[str, float]:
    """Return a new result with everything that no response changes; the rest is 0."""
    return _constant(options, kind).copy()
