import pytest

from scoring.trace.arguments import options_of
from scoring.trace.contracts import ANNOTATION_TYPES
from scoring.trace.reward import empty_result, overall_reward, task_reward


@pytest.mark.parametrize(
    ("arguments", "answer", "annotation", "task"),
    [
        ({"trace_reward_mode": "answer"}, 1.0, 0.2, 1.0),
        ({}, 1.0, 0.2, 0.6),
        ({}, 0.0, 1.0, 0.0),
        ({"answer_weight": 1, "annotation_weight": 3}, 1.0, 0.5, 0.625),
        ({"trace_annotation_reward_formula": "additive"}, 0.0, 1.0, 0.5),
    ],
    ids=repr,
)
def test_answer_and_annotation_compose_as_the_options_say(
    arguments: dict, answer: float, annotation: float, task: float
) -> None:
    assert task_reward(options_of(arguments), answer, annotation) == pytest.approx(task)


def test_the_format_score_is_blended_in_by_its_weight() -> None:
    assert overall_reward(options_of({"format_weight": 0.25}), 0.8, 0.0) == pytest.approx(0.6)


def test_a_result_has_26_base_keys_and_one_flag_a_type() -> None:
    result = empty_result(options_of({}), ANNOTATION_TYPES["point"])
    flags = {name: value for name, value in result.items() if name.startswith("annotation_type_")}
    assert len(result) - len(flags) == 26
    assert len(flags) == 12
    assert [name for name, value in flags.items() if value] == ["annotation_type_point"]


def test_results_do_not_share_their_values() -> None:
    first = empty_result(options_of({}), None)
    first["overall"] = 1.0
    assert empty_result(options_of({}), None)["overall"] == 0.0
