import pytest

from scoring import score_response
from scoring.records import Extraction, Status

LETTERS = dict.fromkeys("ABCD")


def extract(content: str, options: dict[str, str | None] | dict[str, str] | None = None) -> Extraction:
    return score_response(content=content, target="A", options=options or LETTERS).extraction


def taken(content: str, options: dict[str, str] | None = None) -> tuple[str | None, str | None]:
    found = extract(content, options)
    return found.answer, found.rule


@pytest.mark.parametrize(
    "content",
    [
        "The answer is D.",
        "the ANSWER is (D), because",
        "The correct option is D",
        "The best choice would be D.",
        "The answer to the question is D.",
        "The answer, therefore, is D.",
        "The answer must be D.",
        "**The answer is D**",
        "It is not A. The answer is D.",
        "The answer is:\nD",
        "The option that is closest to it is (D).",
        "The answer is A. No, wait. The answer is D.",
        "the answer is either A. No, the answer is D",
        "因此选D。",
        "应选择D",
    ],
)
def test_the_last_stated_answer_is_read(content: str) -> None:
    assert taken(content) == ("D", "stated_answer")


@pytest.mark.parametrize(
    "content",
    [
        "The answer is not D.",
        "I doubt the answer is D.",
        "If the answer is D, then",
        "The answer is a dog.",
        "The answer is unclear.",
        "Their answers are many",
        "The answer is\n\nA) red\nB) blue",
    ],
)
def test_a_denied_supposed_or_other_statement_is_none(content: str) -> None:
    assert extract(content).rule != "stated_answer"


def test_a_statement_ends_where_the_next_one_of_its_sentence_begins() -> None:
    content = "The answer is unclear but the answer is D"
    found = extract(content)
    assert [(one.value, content[one.start : one.end]) for one in found.candidates] == [("D", "answer is D")]


def test_a_statement_may_name_an_option_by_a_text_with_a_full_stop() -> None:
    options = {"A": "E. coli", "B": "Rome", "C": "Oslo", "E": "Lima"}
    assert taken("The answer is E. coli\n", options) == ("A", "stated_answer")


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        ("The answers are (B) red and (D) blue.\nYes.", None),
        ("The answer is (B) red, as (D) is blue.\nYes.", "B"),
        ("The correct options are (B) red.\nYes.", "B"),
    ],
)
def test_a_plural_that_names_several_in_brackets_is_a_conflict(content: str, answer: str | None) -> None:
    found = score_response(content=content, target="B", options=dict.fromkeys("ABCD")).extraction
    assert found.answer == answer
    assert (found.status is Status.CONFLICT) == (answer is None)
