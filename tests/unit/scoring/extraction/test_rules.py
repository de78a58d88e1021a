import pytest

from scoring import score_response
from scoring.extraction.rules import PLACED, WHOLE
from scoring.policy import EXTENDED_RULES
from scoring.records import Extraction

CITIES = {"A": "Paris", "B": "Rome", "C": "Oslo", "D": "Lima"}
LETTERS = dict.fromkeys("ABCD")


def extract(content: str, options: dict[str, str | None] | dict[str, str] | None = None) -> Extraction:
    return score_response(content=content, target="A", options=options or LETTERS).extraction


def taken(content: str, options: dict[str, str] | None = None) -> tuple[str | None, str | None]:
    found = extract(content, options)
    return found.answer, found.rule


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        ("FINAL:\nD", "D"),
        ("FINAL:\n\n  (D)\n", "D"),
        ("FINAL: **\n**D**", "D"),
        ("FINAL:\nD) red", "D"),
        ("FINAL:\nOption D", "D"),
        ("FINAL:\nD\nbecause of it", "D"),
        ("FINAL:\nD\n\nD", "D"),
    ],
)
def test_a_blank_value_is_read_from_the_next_line(content: str, answer: str) -> None:
    assert taken(content) == (answer, "final_marker")


@pytest.mark.parametrize(
    "content", ["FINAL:\nA) red\nB) blue", "FINAL:\nA\nB", "FINAL:\na dog", "FINAL:\nDog", "FINAL:\nA dog"]
)
def test_a_list_or_a_sentence_below_a_blank_marker_is_no_value(content: str) -> None:
    assert extract(content).rule != "final_marker"


def test_two_blank_markers_of_one_line_share_what_follows_it() -> None:
    assert [one.value for one in extract("FINAL: FINAL:\nD").candidates] == ["D", "D"]


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (r"So \boxed{D}", "D"),
        (r"\boxed{A} or rather \boxed{D}", "D"),
        (r"\boxed{\text{D}}", "D"),
        (r"\boxed{D) red}", "D"),
        (r"\boxed{\boxed{D}}", "D"),
        (r"\fbox{D}", "D"),
        (r"\boxed{x^{2}} then \boxed{D}", "D"),
        (r"\boxed{D} then \boxed{7}", "D"),
        (r"\boxed{x = \boxed{D}}", "D"),
        (r"\boxed{D: \boxed{A} \boxed{B}}", "D"),
        ("\\boxed{" * 9 + "D" + "}" * 9, "D"),
        ("\\boxed{" * 9 + "\\boxed{D}", "D"),
    ],
)
def test_the_last_box_with_a_label_is_read(content: str, answer: str) -> None:
    assert taken(content) == (answer, "boxed")


@pytest.mark.parametrize("content", [r"\boxed{A} and \boxed{D", r"\boxed{7}", r"\boxed{}", r"boxed{D}"])
def test_a_cut_off_or_foreign_box_is_no_answer(content: str) -> None:
    assert taken(content) == (None, None)


@pytest.mark.parametrize(
    "content",
    [
        "<answer>D</answer>",
        "So <ANSWER> D\n</ANSWER>",
        "<answer>A</answer><answer>D</answer>",
        "<final>D</final>",
        "<final_answer>D</final_answer>",
        "<answer>?<answer>D</answer>",
    ],
)
def test_the_last_answer_element_is_read(content: str) -> None:
    assert taken(content) == ("D", "answer_element")


@pytest.mark.parametrize(
    "content", ["<answer>D", "D</answer> x", "<answer>dog</answer>", "<answers>D</answers>"]
)
def test_an_element_that_is_not_closed_or_no_answer_is_none(content: str) -> None:
    assert extract(content).rule != "answer_element"


@pytest.mark.parametrize(
    "content",
    [
        '{"answer": "D"}',
        "{'answer': 'D'}",
        '{"answer": D}',
        '{"Answer" : "D"}',
        '{"final_answer": "D"}',
        '{"choice": "D", "why": "A is not"}',
        '{"answer": "A"}\n{"answer": "D"}',
    ],
)
def test_the_answer_of_a_json_reply_is_read(content: str) -> None:
    assert taken(content) == ("D", "json_answer")


@pytest.mark.parametrize(
    "content", ['{"answer": "dog"}', '{"question": "D"}', '{"answer": ""}', '"answer"= "D" {']
)
def test_a_json_reply_without_a_label_as_answer_is_none(content: str) -> None:
    assert extract(content).rule != "json_answer"


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
    ("content", "answer"),
    [
        ("I would go with D. Lima here.\nIt fits.", "D"),
        ("I like (B) Rome.\nIt fits.", "B"),
        ("Either B. Rome or D. Lima.\nBoth fit.", None),
        ("It cannot be D. Lima here.\nNo.", None),
        ("Lima fits.\nIt does.", None),
        ("XD. Lima.\nx", None),
    ],
)
def test_the_only_label_that_stands_with_its_own_text_is_read(content: str, answer: str | None) -> None:
    found = taken(content, CITIES)
    assert found == (answer, "option_text" if answer else None)


def test_every_extended_rule_has_its_finder_once() -> None:
    assert sorted((*PLACED, *WHOLE)) == sorted(EXTENDED_RULES)


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


@pytest.mark.parametrize(
    ("content", "answer"), [("3. red", "3"), ("3.5 kg", None), ("3: red", "3"), ("3.", "3")]
)
def test_a_decimal_number_is_no_numbered_option(content: str, answer: str | None) -> None:
    assert extract(content, dict.fromkeys("1234")).answer == answer


@pytest.mark.parametrize(
    ("content", "ambiguity"), [("B) Paris", "label_text_mismatch"), ("B) Rome", "none"), ("B) Bern", "none")]
)
def test_a_one_line_reply_with_another_options_text_is_flagged(content: str, ambiguity: str) -> None:
    found = extract(content, CITIES)
    assert (found.answer, found.rule, found.ambiguity) == ("B", "one_line_reply", ambiguity)
