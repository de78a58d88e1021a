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
