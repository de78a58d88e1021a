import pytest

from scoring.loaders.question import ask_generative, doc_options
from scoring.records import TaskType


@pytest.mark.parametrize(
    ("doc", "options"),
    [
        ({"choices": ["x", "y"]}, {"A": "x", "B": "y"}),
        ({"options": "['x', 'y']"}, {"A": "x", "B": "y"}),
        ({"choices": {"text": ["x", "y"], "label": ["1", "2"]}}, {"1": "x", "2": "y"}),
        ({"options": {"A": "x", "B": None}}, {"A": "x", "B": None}),
        ({"A": "x", "B": "y", "question": "?"}, {"A": "x", "B": "y"}),
        ({"choice1": "x", "choice2": "y"}, {"A": "x", "B": "y"}),
        ({"choices": ["A", "B"]}, {"A": None, "B": None}),
        ({"choices": [1, 2.5]}, {"A": "1", "B": "2.5"}),
        ({"A": "a lone column"}, {}),
        ({"choices": 3}, {}),
        (None, {}),
    ],
)
def test_options_are_found_under_the_names_of_the_data_sets(doc, options) -> None:
    assert doc_options(doc) == options


@pytest.mark.parametrize(
    ("target", "task_type", "read"),
    [
        ("B", TaskType.CHOICE, ("B",)),
        ("(B)", TaskType.CHOICE, ("B",)),
        ("42.5", TaskType.NUMBER, ("42.5",)),
        ("3 + 4 = 7\n#### 7", TaskType.NUMBER, ("7",)),
        ("Paris", TaskType.SHORT_TEXT, ("Paris",)),
        ("['Paris', 'paris, france']", TaskType.SHORT_TEXT, ("Paris", "paris, france")),
        (" ", TaskType.SHORT_TEXT, ()),
        (None, TaskType.SHORT_TEXT, ()),
    ],
)
def test_the_target_tells_the_type(target, task_type, read) -> None:
    question = ask_generative("Why?", target, {"choices": ["x", "y"]})
    assert (question.task_type, question.target) == (task_type, read)


def test_a_greek_letter_names_greek_options() -> None:
    question = ask_generative("?", "\u0393", {"choices": ["x", "y", "z"]})
    assert question.options == {"\u0391": "x", "\u0392": "y", "\u0393": "z"}
    assert (question.task_type, question.target) == (TaskType.CHOICE, ("\u0393",))
