import pytest

from scoring import score_response
from scoring.records import Extraction

CITIES = {"A": "Paris", "B": "Rome", "C": "Oslo", "D": "Lima"}


LETTERS = dict.fromkeys("ABCD")


def extract(content: str, options: dict[str, str | None] | dict[str, str] | None = None) -> Extraction:
    return score_response(content=content, target="A", options=options or LETTERS).extraction


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
