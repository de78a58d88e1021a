import math

import pytest

from scoring.errors import ContractError
from scoring.trace.options import Options, checked_options

DEFAULTS = {
    "mode": "answer_and_annotation",
    "answer_scoring": "exact_json",
    "formula": "gated",
    "answer_weight": 0.5,
    "annotation_weight": 0.5,
    "format_weight": 0.0,
    "half_life_px": None,
    "legacy_scorer": None,
}


def options(**changes: object) -> Options:
    return checked_options(**DEFAULTS | changes)


@pytest.mark.parametrize(
    ("given", "mode"),
    [
        ("answer", "answer"),
        (" Answer_Only ", "answer"),
        ("auto", "answer"),
        ("", "answer"),
        (None, "answer"),
        ("ANNOTATION\n", "answer_and_annotation"),
    ],
)
def test_modes_have_aliases(given: object, mode: str) -> None:
    assert options(mode=given).mode == mode


@pytest.mark.parametrize(
    ("given", "formula"),
    [("separate", "additive"), ("LINEAR", "additive"), ("answer_gated", "gated"), (None, "gated")],
)
def test_formulas_have_aliases(given: object, formula: str) -> None:
    assert options(formula=given).formula == formula


def test_weights_are_divided_by_their_sum() -> None:
    assert (options(answer_weight=1, annotation_weight="3").answer_weight) == 0.25
    assert (options(answer_weight=-1, annotation_weight=2).annotation_weight) == 2.0
    assert math.isnan(options(annotation_weight=math.nan).answer_weight)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mode": "both"}, "unknown trace_reward_mode 'both'"),
        ({"formula": "multiplicative"}, "unknown trace_annotation_reward_formula"),
        ({"answer_scoring": "fuzzy"}, "unknown trace_answer_scoring"),
        ({"answer_scoring": "legacy"}, "expected a legacy_strict_scorer"),
        ({"answer_weight": 0, "annotation_weight": 0}, "expected answer_weight"),
        ({"format_weight": 1.01}, "expected format_weight within"),
        ({"format_weight": -1e-9}, "expected format_weight within"),
        ({"half_life_px": 0}, "expected point_half_life_px > 0"),
        ({"half_life_px": "abc"}, "expected point_half_life_px to be a number"),
        ({"answer_weight": [1]}, "expected answer_weight to be a number"),
    ],
)
def test_a_wrong_option_raises_an_error_of_ours_that_is_a_value_error(
    change: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        options(**change)
    assert isinstance(raised.value, ContractError)


def test_an_unknown_name_lists_the_allowed_ones() -> None:
    with pytest.raises(ContractError, match="'answer_and_annotation'"):
        options(mode="both")


def test_a_half_life_may_be_given_as_text() -> None:
    assert options(half_life_px="32").half_life == 32.0
