import math

import pytest

from scoring.loaders.opencompass_item import ask, gold_texts, measured_of, measured_target, prompt_text
from scoring.records import TaskType

LISTED = "Which?\nA. left\nB. right"


@pytest.mark.parametrize(
    ("gold", "texts"),
    [
        ("B", ("B",)),
        (3, ("3",)),
        (["Nile", "the Nile"], ("Nile", "the Nile")),
        ("half is 4\n#### 8", ("8",)),
        ("正确答案：B。", ("B",)),
        ("正确答案：A、C。", ("A", "C")),
        ("正确答案：罚款。", ("正确答案：罚款。",)),
        ({"capability": "x"}, ()),
        (None, ()),
        ("", ()),
    ],
)
def test_a_gold_of_any_shape_gives_its_texts(gold: object, texts: tuple[str, ...]) -> None:
    assert gold_texts(gold) == texts


def test_options_are_those_that_the_prompt_lists_without_the_marks_of_its_template() -> None:
    asked = ask(LISTED + "<|im_end|>\n<|im_start|>assistant\n", "B")
    assert (asked.task_type, asked.options, asked.is_assumed) == (
        TaskType.CHOICE,
        {"A": "left", "B": "right"},
        False,
    )


def test_a_letter_without_a_list_assumes_its_labels() -> None:
    asked = ask("Which?", "B")
    assert (list(asked.options), asked.target, asked.is_assumed) == (["A", "B", "C", "D"], ("B",), True)


def test_a_list_of_letters_is_a_set_of_options() -> None:
    assert ask(LISTED, ["A", "B"]).task_type is TaskType.MULTI_CHOICE


def test_a_number_is_a_number_though_the_prompt_lists_something() -> None:
    assert ask(LISTED, 7).task_type is TaskType.NUMBER


def test_a_prompt_is_its_messages_without_the_last_reply() -> None:
    rounds = [
        {"role": "HUMAN", "prompt": "One?"},
        {"role": "BOT", "prompt": "1"},
        {"role": "HUMAN", "prompt": "Two?"},
    ]
    assert prompt_text([*rounds, {"role": "BOT", "prompt": ""}]) == "One?\n\n1\n\nTwo?"
    assert prompt_text([{"role": "user", "content": "Three?"}]) == "Three?"


def test_conditional_probabilities_are_scores_and_a_number_names_the_position() -> None:
    value = {"testing input": "Q", "choices": ["no", "yes"], "prediction": [0.2, 0.8], "pred_label": 1}
    measured = measured_of(value)
    assert measured is not None
    assert (measured.labels, measured.scores, measured.chosen) == (("no", "yes"), (0.2, 0.8), "yes")
    assert measured_target(measured, 0) == ("no",)


def test_a_perplexity_that_is_no_number_is_none() -> None:
    measured = measured_of({"label: A": {"PPL": "NaN"}, "label: B": 3, "prediction": "A"})
    assert measured is not None
    assert all(math.isnan(score) for score in measured.scores)


def test_a_generated_prediction_measures_nothing() -> None:
    assert measured_of({"origin_prompt": "?", "prediction": "B"}) is None
