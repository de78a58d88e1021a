import pytest

from scoring.diagnose.explained import explains_recorded
from scoring.records import Item, Recorded, Response, TaskType


def explained(answer, content, task_type=TaskType.CHOICE, **response):
    return explains_recorded(
        Item(
            item_id="1",
            task_type=task_type,
            options={"A": "red", "B": "green"},
            response=Response(content=content, **response),
            recorded=(Recorded(scorer="s", answer=answer),),
        )
    )


@pytest.mark.parametrize("content", ["The answer is (B).", "b", "It is green.", "**B**"])
def test_a_letter_or_its_option_in_the_text_explains_a_choice(content) -> None:
    assert explained("B", content) is True


@pytest.mark.parametrize("content", ["", "Bad", "red", None])
def test_a_letter_that_stands_nowhere_is_not_explained(content) -> None:
    assert explained("B", content) is False


def test_a_letter_beyond_the_options_may_still_stand_in_the_text() -> None:
    assert explained("G", "G!") is True
    assert explained("G", "It is green.") is False


def test_the_reasoning_counts_as_well() -> None:
    assert explained("B", None, reasoning="So B.") is True


def test_all_letters_of_a_set_must_stand_there() -> None:
    assert explained("A,B", "A and B") is True
    assert explained("A,B", "A") is False


def test_other_answers_stand_in_the_text_as_they_are() -> None:
    assert explained("Paris", "It is paris.", TaskType.SHORT_TEXT) is True
    assert explained("Rome", "It is Paris.", TaskType.SHORT_TEXT) is False


@pytest.mark.parametrize("answer", [None, " "])
def test_without_a_recorded_answer_there_is_nothing_to_explain(answer) -> None:
    assert explained(answer, "B") is None
    assert explains_recorded(Item(item_id="1", task_type=TaskType.CHOICE)) is None
