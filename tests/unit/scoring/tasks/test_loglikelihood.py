import math
from itertools import product

import pytest

from scoring.policy import load_policy
from scoring.records import AnswerKind, Item, TaskType, Verdict
from scoring.tasks.loglikelihood import choose, score_loglikelihood

POLICY = load_policy("final-answer-v1")


def decide(scores, target=("B",), options="ABC", **fields):
    item = Item(
        item_id="1",
        task_type=TaskType.LOGLIKELIHOOD,
        options=dict.fromkeys(options),
        target=tuple(target),
        choice_scores=tuple(scores),
        **fields,
    )
    return score_loglikelihood(item, POLICY, fallback=False)


def test_the_highest_score_is_the_answer() -> None:
    decision = decide([-3.0, -0.5, -2.0])
    assert (decision.verdict, decision.score, decision.extraction.answer) == (Verdict.CORRECT, 1.0, "B")
    assert decision.extraction.answer_kind is AnswerKind.NOT_APPLICABLE
    assert decision.details == {"margin": 1.5}
    assert (
        decision.explanation
        == "Took B, the option with the highest log-likelihood (-0.5), 1.5 above the next."
    )


def test_a_wrong_option_names_the_target() -> None:
    decision = decide([-0.25, -0.5, -2.0])
    assert decision.verdict is Verdict.INCORRECT
    assert decision.explanation.endswith("; the target is B.")


def test_of_equal_scores_the_first_counts_and_the_tie_is_told() -> None:
    decision = decide([-1.0, -1.0, -2.0])
    assert decision.extraction.answer == "A"
    assert decision.details == {"tied": ["A", "B"], "margin": 0.0}


def test_an_impossible_rest_has_no_finite_margin() -> None:
    decision = decide([-math.inf, -1.0, -math.inf])
    assert (decision.verdict, decision.details) == (Verdict.CORRECT, {})


def test_a_score_that_is_no_number_is_no_answer() -> None:
    assert decide([math.nan, -1.0, -2.0]).verdict is Verdict.NO_ANSWER


def test_any_of_several_targets_is_enough() -> None:
    assert decide([-3.0, -0.5, -2.0], target=("A", "B")).verdict is Verdict.CORRECT


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"target": ()}, "no_target"),
        ({"target": ("Z",)}, "target_outside_options"),
        ({"scores": [-1.0]}, "scores_do_not_fit"),
        ({"options": ""}, "no_options"),
    ],
)
def test_what_cannot_be_scored_says_why(change, kind) -> None:
    decision = decide(**({"scores": [-1.0, -2.0, -3.0]} | change))
    assert (decision.verdict, decision.problems[0].kind) == (Verdict.UNSCORABLE, kind)


@pytest.mark.parametrize(("flag", "verdict"), [(True, Verdict.CORRECT), (False, Verdict.INCORRECT)])
def test_one_continuation_is_right_where_it_is_greedy(flag, verdict) -> None:
    decision = decide([-0.1], target=("9",), options="", metadata={"is_greedy": [flag]})
    assert decision.verdict is verdict


def test_the_choice_equals_a_search_over_all_options() -> None:
    for scores in product([-2.0, -1.0, -0.5], repeat=3):
        chosen = choose(scores)
        ranked = sorted(scores, reverse=True)
        assert chosen is not None
        assert (scores[chosen.at], chosen.margin) == (ranked[0], ranked[0] - ranked[1])
        assert chosen.at == scores.index(ranked[0])


def test_without_scores_nothing_is_chosen() -> None:
    assert choose([]) is None
    assert choose([-1.0]) == (0, None)
