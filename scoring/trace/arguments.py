"""The arguments of the verifier as a mapping, for those who pass many of them on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from scoring.trace.options import Options, checked_options
from scoring.trace.verify import LegacyScorer, Sizes


class TraceArguments(TypedDict, total=False):
    """The keyword arguments of `score_trace_response`."""

    response: object
    answer_gt: object
    annotation_gt: object
    reward_contract: object
    bbox_iou_threshold: object
    point_half_life_px: object
    image_size: object
    image_sizes: object
    metadata: object
    extra_info: object
    answer_weight: object
    annotation_weight: object
    trace_reward_mode: object
    trace_answer_scoring: object
    trace_annotation_reward_formula: object
    format_weight: object
    legacy_strict_scorer: LegacyScorer | None


DEFAULTS: Mapping[str, object] = {
    "response": None,
    "answer_gt": None,
    "annotation_gt": None,
    "reward_contract": None,
    "bbox_iou_threshold": None,
    "point_half_life_px": None,
    "image_size": None,
    "image_sizes": None,
    "metadata": None,
    "extra_info": None,
    "answer_weight": 0.5,
    "annotation_weight": 0.5,
    "trace_reward_mode": "answer_and_annotation",
    "trace_answer_scoring": "exact_json",
    "trace_annotation_reward_formula": "gated",
    "format_weight": 0.0,
    "legacy_strict_scorer": None,
}
"""Every argument of `score_trace_response` with its default; the four of an instance have none."""


def options_of(arguments: TraceArguments) -> Options:
    """Return the checked options among the arguments, or raise ContractError."""
    get = arguments.get
    return checked_options(
        get("trace_reward_mode", "answer_and_annotation"),
        get("trace_answer_scoring", "exact_json"),
        get("trace_annotation_reward_formula", "gated"),
        get("answer_weight", 0.5),
        get("annotation_weight", 0.5),
        get("format_weight", 0.0),
        get("point_half_life_px"),
        get("legacy_strict_scorer"),
    )


def sizes_of(arguments: TraceArguments) -> Sizes:
    """Return what may hold the image size, in order of preference."""
    get = arguments.get
    return get("image_size"), get("image_sizes"), get("metadata"), get("extra_info")
