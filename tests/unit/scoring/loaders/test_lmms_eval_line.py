import pytest

from scoring.loaders.lmms_eval_line import (
    ask,
    ask_likelihood,
    category_of,
    metrics_of,
    prompt_text,
    recorded_of,
    rest_of,
    texts_in,
)
from scoring.records import TaskType, Verdict

LISTED = "Which?\nA. left\nB. right"


@pytest.mark.parametrize(
    ("responses", "texts"),
    [
        ("B", ("B",)),
        (["B"], ("B",)),
        ([["A", "B"]], ("A", "B")),
        ([""], ("",)),
        ([], None),
        ([3], None),
        (None, None),
    ],
)
def test_texts_are_found_in_whatever_lists_they_stand(responses: object, texts: object) -> None:
    assert texts_in(responses) == texts


@pytest.mark.parametrize(
    ("prompt", "target", "task_type", "labels", "assumed"),
    [
        (LISTED, "B", TaskType.CHOICE, ["A", "B"], False),
        ("Which?", "B", TaskType.CHOICE, ["A", "B", "C", "D"], True),
        ("Is it?", "yes", TaskType.CHOICE, ["yes", "no"], True),
        (LISTED, "['A', 'B']", TaskType.MULTI_CHOICE, ["A", "B"], False),
        (LISTED, "12", TaskType.NUMBER, [], False),
        ("Which?", "a red car", TaskType.SHORT_TEXT, [], False),
        ("Which?", None, TaskType.SHORT_TEXT, [], False),
    ],
)
def test_the_target_says_how_a_line_is_answered(
    prompt: str, target: str | None, task_type: TaskType, labels: list[str], *, assumed: bool
) -> None:
    question, is_assumed = ask(prompt, target)
    assert (question.task_type, list(question.options), is_assumed) == (task_type, labels, assumed)


def test_log_likelihoods_go_by_the_options_of_the_prompt_if_there_are_as_many() -> None:
    assert ask_likelihood(LISTED, "1", 2).options == {"A": "left", "B": "right"}
    assert ask_likelihood(LISTED, "2", 3).target == ("C",)
    assert ask_likelihood(LISTED, None, 2).target == ()


def test_chat_messages_are_one_prompt() -> None:
    assert prompt_text([{"role": "user", "content": "One?"}]) == "One?"


def test_texts_are_no_metrics_and_stay_in_the_rest() -> None:
    record = {"doc_id": 0, "exact_match": 1.0, "note": "x", "token_counts": [{"output": 3}]}
    metrics = metrics_of(record)
    assert metrics == {"exact_match": 1.0}
    assert rest_of(record, metrics) == {"note": "x", "token_counts": [{"output": 3}]}


def test_a_metric_whose_one_is_no_verdict_gives_a_score_only_and_comes_last() -> None:
    anls, match = recorded_of({"anls": 1.0, "exact_match": 0.0}, "b", decides=True)[::-1]
    assert (anls.scorer, anls.verdict, anls.score) == ("anls,none", None, 1.0)
    assert (match.scorer, match.verdict, match.answer) == ("exact_match,none", Verdict.INCORRECT, "b")


def test_an_object_without_a_score_gives_its_parsed_answer_and_no_verdict() -> None:
    metrics = {"mmmu_acc": {"id": "x", "subdomain": "Art", "answer": "B", "parsed_pred": "C"}}
    (recorded,) = recorded_of(metrics, "(C) it is", decides=True)
    assert (recorded.answer, recorded.verdict, category_of(metrics)) == ("C", None, "Art")
