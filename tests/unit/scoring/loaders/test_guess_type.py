import pytest

from scoring.loaders.guess_type import guess_type, one_label
from scoring.records import TaskType

ABCD = ("A", "B", "C", "D")


@pytest.mark.parametrize(
    ("options", "target", "task_type", "labels"),
    [
        ({"A": "x"}, ["A"], TaskType.CHOICE, ABCD),
        ({"A": "x", "B": "y"}, ["A", "B"], TaskType.MULTI_CHOICE, ABCD),
        ({}, ["B"], TaskType.CHOICE, ABCD),
        ({}, ["F"], TaskType.CHOICE, (*ABCD, "E", "F", "G", "H", "I", "J")),
        ({}, ["Yes"], TaskType.CHOICE, ("Yes", "No")),
        ({}, ["false"], TaskType.CHOICE, ("true", "false")),
        ({}, ["1,000"], TaskType.NUMBER, ()),
        ({}, ["Paris"], TaskType.SHORT_TEXT, ()),
        ({}, [], TaskType.SHORT_TEXT, ()),
    ],
)
def test_options_and_target_make_the_type(options, target, task_type, labels) -> None:
    assert guess_type(options, target) == (task_type, labels)


def test_mmlu_pro_has_ten_options() -> None:
    assert len(guess_type({}, ["A"], ["TIGER/MMLU-Pro"])[1]) == 10


@pytest.mark.parametrize(
    ("text", "label"), [("(b)", "B"), (" C. ", "C"), ("ab", None), ("", None), ("7", None)]
)
def test_one_letter_is_a_label(text: str, label: str | None) -> None:
    assert one_label(text) == label
