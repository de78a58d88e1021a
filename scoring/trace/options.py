"""The options of the verifier, checked: wrong ones raise, before any response is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias, TypeVar

from scoring.errors import ContractError

Mode: TypeAlias = Literal["answer", "answer_and_annotation"]
Formula: TypeAlias = Literal["gated", "additive"]
AnswerScoring: TypeAlias = Literal["exact_json", "legacy_strict"]

NameT = TypeVar("NameT", bound=str)

MODES: Mapping[str, Mode] = {
    "answer": "answer",
    "answer_only": "answer",
    "auto": "answer",
    "": "answer",
    "answer_and_annotation": "answer_and_annotation",
    "annotation": "answer_and_annotation",
}
FORMULAS: Mapping[str, Formula] = {
    "gated": "gated",
    "answer_gated": "gated",
    "gated_annotation": "gated",
    "": "gated",
    "additive": "additive",
    "separate": "additive",
    "linear": "additive",
}
ANSWER_SCORINGS: Mapping[str, AnswerScoring] = {
    "exact_json": "exact_json",
    "exact": "exact_json",
    "": "exact_json",
    "legacy_strict": "legacy_strict",
    "legacy": "legacy_strict",
    "strict": "legacy_strict",
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Options:
    """How answer, annotation and format make a reward.

    Attributes:
        mode: whether the annotation counts.
        formula: how it counts: `gated` (only with a right answer) or `additive`.
        answer_scoring: `exact_json`, or `legacy_strict` with a scorer of the caller's.
        answer_weight: share of the answer; both weights sum to 1.
        annotation_weight: share of the annotation.
        format_weight: share of the format score in `overall`, 0..1.
        half_life: explicit half-life in pixels, or None.
        keys: what the final object has to have, no more and no less.
    """

    mode: Mode
    formula: Formula
    answer_scoring: AnswerScoring
    answer_weight: float
    annotation_weight: float
    format_weight: float
    half_life: float | None
    keys: frozenset[str]


_KEYS: Mapping[Mode, frozenset[str]] = {
    "answer": frozenset({"answer"}),
    "answer_and_annotation": frozenset({"answer", "annotation"}),
}


def checked_options(  # noqa: PLR0917 - by place, for the sake of speed
    mode: object,
    answer_scoring: object,
    formula: object,
    answer_weight: object,
    annotation_weight: object,
    format_weight: object,
    half_life_px: object,
    legacy_scorer: object,
) -> Options:
    """Return the options, or raise ContractError for a wrong one."""
    try:
        options = _read_options(
            mode, answer_scoring, formula, answer_weight, annotation_weight, format_weight, half_life_px
        )
    except TypeError:
        # A list, say: the memory of checked options cannot hold it, and no option may be one.
        options = _read_options.__wrapped__(
            mode, answer_scoring, formula, answer_weight, annotation_weight, format_weight, half_life_px
        )
    if options.answer_scoring == "legacy_strict" and legacy_scorer is None:
        raise ContractError(
            "expected a legacy_strict_scorer with trace_answer_scoring 'legacy_strict', got None",
            cure="Pass a function of the answer and answer_gt, or use 'exact_json'.",
        )
    return options


@lru_cache(maxsize=256)
def _read_options(  # noqa: PLR0917 - the memory knows arguments best by place
    mode: object,
    answer_scoring: object,
    formula: object,
    answer_weight: object,
    annotation_weight: object,
    format_weight: object,
    half_life: object,
) -> Options:
    """Return the checked options. Every argument is one of `score_trace_response`.

    Raises:
        ContractError: unknown name, weights whose sum is not positive, a format weight outside
            [0, 1], a half-life that is not positive, text that is no number. It is a ValueError.
    """
    share = _number("format_weight", format_weight)
    # Written so that a weight that is no number passes: it is the caller's wish, and gives NaN.
    if share < 0.0 or share > 1.0:
        raise ContractError(f"expected format_weight within [0, 1], got {format_weight!r}")
    pixels = None if half_life is None else _number("point_half_life_px", half_life)
    if pixels is not None and pixels <= 0.0:
        raise ContractError(f"expected point_half_life_px > 0, got {half_life!r}")
    of_answer = _number("answer_weight", answer_weight)
    of_annotation = _number("annotation_weight", annotation_weight)
    total = of_answer + of_annotation
    if total <= 0.0:
        raise ContractError(
            f"expected answer_weight + annotation_weight > 0, got {answer_weight!r} + {annotation_weight!r}"
        )
    checked_mode = _named("trace_reward_mode", mode, MODES)
    return Options(
        mode=checked_mode,
        formula=_named("trace_annotation_reward_formula", formula, FORMULAS),
        answer_scoring=_named("trace_answer_scoring", answer_scoring, ANSWER_SCORINGS),
        answer_weight=of_answer / total,
        annotation_weight=of_annotation / total,
        format_weight=share,
        half_life=pixels,
        keys=_KEYS[checked_mode],
    )


def _number(name: str, value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]  # what float() takes is taken, the rest reported
    except (TypeError, ValueError, OverflowError):
        raise ContractError(f"expected {name} to be a number, got {value!r:.80}") from None


def _named(name: str, value: object, allowed: Mapping[str, NameT]) -> NameT:
    key = "" if value is None else str(value).strip().lower()
    if key not in allowed:
        raise ContractError(
            f"unknown {name} {value!r:.80}",
            cure=f"Allowed: {', '.join(repr(known) for known in allowed if known)}.",
        )
    return allowed[key]
