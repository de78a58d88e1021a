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


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("slower decay (B)", "B"),
        ("12 N, which is option (C)", "C"),
        ("12 N (option C)", "C"),
        ("25 (C)", None),
        ("maybe slower decay (B)", None),
        ("copper (A)", None),
        ("not slower decay (B)", None),
        ("f (x) decay (B)", None),
        ("12 N, which is option C, that is option D", None),
    ],
)
def test_a_value_in_words_may_end_with_its_label(value: str, label: str | None) -> None:
    assert answer(value) == label


def test_a_pick_is_rescued_from_the_end_of_a_longer_value() -> None:
    assert answer("hard to say. B is weak, so the answer is C. Bye") == "C"
