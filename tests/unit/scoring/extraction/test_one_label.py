import pytest

from scoring.extraction.labels import OptionTexts, compile_labels
from scoring.extraction.reading import Kind, Reading
from scoring.extraction.values import choice_reader


def read(value: str, options: str | dict[str, str] = "ABCD", *, multi: bool = False) -> Reading:
    named = dict.fromkeys(options) if isinstance(options, str) else options
    return choice_reader(compile_labels(tuple(named)), OptionTexts(named), multi=multi)(value)


def answer(value: str, options: str | dict[str, str] = "ABCD", *, multi: bool = False) -> str | None:
    reading = read(value, options, multi=multi)
    return reading.answer if reading.kind is Kind.VALID else None


def test_two_options_with_their_own_texts_are_a_conflict() -> None:
    reading = read("A. red and B. blue", {"A": "red", "B": "blue", "C": "grey"})
    assert (reading.kind, reading.answer) == (Kind.CONFLICT, "A,B")


@pytest.mark.parametrize(("value", "mismatch"), [("B) Paris", True), ("B) Rome", False), ("B) Bern", False)])
def test_a_label_beside_another_options_text_counts_and_is_flagged(value: str, mismatch: bool) -> None:  # noqa: FBT001
    reading = read(value, {"A": "Paris", "B": "Rome"})
    assert (reading.answer, reading.mismatch) == ("B", mismatch)


def test_a_decimal_after_a_letter_does_not_glue_it() -> None:
    assert answer("C.48 kJ") == "C"


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("B Rome", "B"),
        ("**B Rome**", "B"),
        ("the answer is B Rome.", "B"),
        ("B Paris", None),
        ("b Rome", None),
    ],
)
def test_a_label_before_its_own_text_needs_no_mark(value: str, label: str | None) -> None:
    assert answer(value, {"A": "Paris", "B": "Rome"}) == label


@pytest.mark.parametrize("value", ["B is correct", "B is the right answer.", "It's B", "that’s B", "it is B"])
def test_a_label_that_is_said_to_be_right_is_read(value: str) -> None:
    assert answer(value) == "B"


@pytest.mark.parametrize("value", ["B is wrong", "B is correct only if A is", "B is the best of Rome"])
def test_a_label_in_another_sentence_is_none(value: str) -> None:
    assert answer(value) is None


@pytest.mark.parametrize("value", ["D or maybe A", "D or perhaps (A)", "D or possibly A."])
def test_a_doubt_between_two_labels_is_a_conflict(value: str) -> None:
    reading = read(value)
    assert (reading.kind, reading.answer) == (Kind.CONFLICT, "A,D")
