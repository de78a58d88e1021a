import pytest

from scoring import score_response
from scoring.records import Extraction

CITIES = {"A": "Paris", "B": "Rome", "C": "Oslo", "D": "Lima"}


LETTERS = dict.fromkeys("ABCD")


def extract(content: str, options: dict[str, str | None] | dict[str, str] | None = None) -> Extraction:
    return score_response(content=content, target="A", options=options or LETTERS).extraction


def taken(content: str, options: dict[str, str] | None = None) -> tuple[str | None, str | None]:
    found = extract(content, options)
    return found.answer, found.rule


@pytest.mark.parametrize("content", ["D", "(d)", "Option D", "D) red", "D. red", "D: red", "  D.  \n"])
def test_a_reply_of_one_line_is_read(content: str) -> None:
    assert taken(content) == ("D", "one_line_reply")


@pytest.mark.parametrize(
    "content", ["Dog", "A dog", "(a) red (b) blue", "A) red B) blue", "D is for dog", "red"]
)
def test_a_line_that_is_no_pick_is_none(content: str) -> None:
    assert taken(content) == (None, None)


def test_a_line_may_be_an_options_text() -> None:
    assert taken("rome.", CITIES) == ("B", "one_line_reply")


@pytest.mark.parametrize("content", ["D", "D.", "(D)", "d"])
def test_a_bare_label_is_a_label_even_where_it_is_another_options_text(content: str) -> None:
    assert taken(content, {"A": "D", "B": "A", "C": "B", "D": "none"}) == ("D", "one_line_reply")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("B) " + "rome " * 30, "B"),
        ("B) " + "rome " * 25, "B"),
        ("B) " + "rome " * 35, "B"),
        ("B) " + "lima " * 30, None),
    ],
    ids=["its own text", "its beginning", "its own text and more", "another text"],
)
def test_a_long_line_needs_its_options_own_text(line: str, answer: str | None) -> None:
    assert extract(line, {**CITIES, "B": "rome " * 30}).answer == answer


@pytest.mark.parametrize("content", ["Let me see.\nD", "Let me see.\n\n**D**\n", "A\nLet me see.\nD"])
def test_a_bare_label_as_last_line_is_read(content: str) -> None:
    assert taken(content) == ("D", "last_line")


def test_a_bare_label_as_first_line_is_read() -> None:
    assert taken("D\nThat is clear.") == ("D", "first_line")


@pytest.mark.parametrize("content", ["A\nB\nC\nD", "A\nB", "x\nA\nB"])
def test_a_copied_list_of_labels_is_no_answer(content: str) -> None:
    assert taken(content) == (None, None)


@pytest.mark.parametrize(
    ("content", "answer", "rule"),
    [
        ("42 in all, so 43", "43", "last_number"),
        ("Answer: 42\nand 43", "42", "answer_marker"),
        (r"\boxed{42} and 43", "42", "boxed"),
        ("The answer is 42. It has 2 digits.", "42", "stated_answer"),
        ("FINAL:\n42", "42", "final_marker"),
        ("none", None, None),
    ],
)
def test_a_number_is_read_by_the_same_tiers_and_else_is_the_last_one(
    content: str, answer: str | None, rule: str | None
) -> None:
    found = score_response(content=content, target="42", task_type="number").extraction
    assert (found.answer, found.rule) == (answer, rule)
