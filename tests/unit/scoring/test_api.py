import pytest

from scoring import ContractError, PolicyError, score_response

LABELS = ["A", "B", "C", "D"]


def test_a_visible_final_answer_is_scored_and_explained() -> None:
    decision = score_response(content="FINAL: D", target="D", options=LABELS)
    assert decision.verdict == "correct"
    assert decision.extraction.span == (0, 8)
    assert decision.explanation.startswith("Took D from visible content, rule `final_marker`, characters 0-8")


def test_one_of_several_targets_is_enough_for_a_choice() -> None:
    assert score_response(content="FINAL: B", target=["A", "B"], options=LABELS).verdict == "correct"


def test_every_required_substring_must_occur() -> None:
    decision = score_response(content="alpha", target=["alpha", "beta"], task_type="substring")
    assert decision.verdict == "incorrect"


def test_a_multi_choice_item_asks_for_exactly_the_target_labels() -> None:
    def verdict(content: str) -> str:
        return score_response(
            content=content, target=["A", "C"], options=LABELS, task_type="multi_choice"
        ).verdict

    assert [verdict("FINAL: C, A"), verdict("FINAL: A"), verdict("FINAL: A, B, C")] == [
        "correct",
        "incorrect",
        "incorrect",
    ]


def test_option_texts_are_read_as_answers() -> None:
    decision = score_response(content="FINAL: Rome", target="B", options={"A": "Paris", "B": "Rome"})
    assert decision.extraction.answer == "B"


def test_reasoning_is_read_only_where_the_policy_says_so() -> None:
    def verdict(policy: str) -> str:
        return score_response(
            content=None, reasoning="FINAL: D", target="D", options=LABELS, policy=policy
        ).verdict

    assert [verdict("final-answer-v1"), verdict("final-answer-v1+reasoning")] == ["no_answer", "correct"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"target": []}, "expected at least one target, got none"),
        ({"target": [4]}, "expected text, got 4, at target"),
        ({"target": 4}, "expected a list of texts, got 4, at target"),
        ({"options": None}, "expected the options of a choice item, got none"),
        ({"options": "ABCD"}, "expected a list of texts, got 'ABCD', at options"),
        ({"options": ["A", "A"]}, "expected different labels, got A, A, at options"),
        ({"options": {"A": 1}}, "expected text or None, got int, at options['A']"),
        ({"content": b"FINAL: D"}, "expected text or None, got bytes, at content"),
        ({"task_type": "trace"}, "expected a task type that a response alone can be scored by, got 'trace'"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_a_mistake_of_the_caller_is_a_contract_error(arguments: dict, message: str) -> None:
    with pytest.raises(ContractError) as raised:
        score_response(**{"content": "FINAL: D", "target": "D", "options": LABELS, **arguments})
    assert raised.value.message == message


def test_an_unknown_task_type_is_answered_with_the_allowed_ones() -> None:
    with pytest.raises(ContractError, match="choice, multi_choice, number, short_text, substring"):
        score_response(content="", target="D", task_type="essay")


def test_an_unknown_policy_is_a_policy_error() -> None:
    with pytest.raises(PolicyError, match="final-answer-v1"):
        score_response(content="", target="D", options=LABELS, policy="mine")
