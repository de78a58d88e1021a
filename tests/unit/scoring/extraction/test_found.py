from scoring.extraction.found import Found, Question
from scoring.extraction.number_values import read_number
from scoring.extraction.reading import Kind, Reading


def test_a_question_without_options_has_neither_labels_nor_texts() -> None:
    question = Question(read_number, frozenset(("final_marker",)))
    assert (question.labels, question.texts) == (None, None)


def test_a_value_found_stands_alone_unless_it_is_said_to_be_joined() -> None:
    assert Found("boxed", 0, 1, Reading(Kind.VALID, "A", 1)).joined is False
