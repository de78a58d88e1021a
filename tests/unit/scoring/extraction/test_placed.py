import pytest

from scoring import score_response
from scoring.records import Extraction

LETTERS = dict.fromkeys("ABCD")


def extract(content: str, options: dict[str, str | None] | dict[str, str] | None = None) -> Extraction:
    return score_response(content=content, target="A", options=options or LETTERS).extraction


def taken(content: str, options: dict[str, str] | None = None) -> tuple[str | None, str | None]:
    found = extract(content, options)
    return found.answer, found.rule


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
