import pytest

from scoring import score_response
from scoring.records import Extraction


def extract(content: str) -> Extraction:
    return score_response(content=content, target="A", options=["A", "B", "C", "D"]).extraction


@pytest.mark.parametrize(
    "content",
    [
        "Looking closely, D is the correct answer.\nIt fits.",
        "We see that (D) is the best choice.\nIt fits.",
        "So option D would be the most appropriate answer.\nIt fits.",
        "D must be the right option.\nIt fits.",
    ],
)
def test_a_label_that_is_called_the_answer_is_stated(content: str) -> None:
    found = extract(content)
    assert (found.answer, found.rule) == ("D", "stated_answer")


@pytest.mark.parametrize(
    "content",
    [
        "D is not the correct answer.\nNo.",
        "I doubt that D is the correct answer.\nNo.",
        "The dog is the correct answer.\nNo.",
        "D, like dog, is the correct answer.\nNo.",
    ],
)
def test_a_denied_or_unclear_subject_is_no_answer(content: str) -> None:
    assert extract(content).answer is None


@pytest.mark.parametrize(
    "content",
    [
        "The correct statement is D.\nIt fits.",
        "The closest match is (D).\nIt fits.",
        "The best description of it is D.\nIt fits.",
        "Here option D is correct.\nIt fits.",
        "So the answer (D)\nfits.",
        "It is closest to option D.",
    ],
)
def test_a_label_praised_under_another_name_is_read(content: str) -> None:
    found = extract(content)
    assert (found.answer, found.rule) == ("D", "named_correct")


@pytest.mark.parametrize(
    "content",
    [
        "The correct statement is A.\nThe best match is B.",
        "The incorrect statement is D.\nIt fits.",
        "The correct statement is not D.\nIt fits.",
        "If option D is correct, then so.\nNo.",
    ],
)
def test_two_praised_labels_or_a_denied_one_are_no_answer(content: str) -> None:
    assert extract(content).answer is None


def test_the_span_of_a_named_label_begins_with_its_statement() -> None:
    content = "Hm. The correct statement is D.\nIt fits."
    found = extract(content)
    assert found.span is not None
    assert content[slice(*found.span)] == "correct statement is D"
