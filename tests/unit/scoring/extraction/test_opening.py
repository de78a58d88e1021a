import pytest

from scoring import score_response
from scoring.extraction.opening import ANSWER_WORDS

WORDS = {"Yes": None, "No": None}
LETTERED = {"A": "Yes", "B": "No"}


def taken(content: str, options: dict[str, str | None]) -> tuple[str | None, str | None]:
    found = score_response(content=content, target="B", options=options).extraction
    return found.answer, found.rule


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("No, there is no dog in the picture.", "No"),
        ("Yes, a dog with no collar.", "Yes"),
        ("**Yes** - it is one.", "Yes"),
        ("No.\nThere is none.", "No"),
        ("Yes\n\nThere is one.", "Yes"),
        ("Yes\uff0cthere is.\nIt is black.", "Yes"),
    ],
)
def test_a_reply_opens_with_the_word_of_an_option(content: str, word: str) -> None:
    assert taken(content, WORDS)[0] == word
    assert taken(content, LETTERED) == ({"Yes": "A", "No": "B"}[word], "opening_word")


@pytest.mark.parametrize(
    "content",
    [
        "No, wait. Yes, there is.",
        "Yes, no, I cannot tell.",
        "Yes and no",
        "No doubt about it",
        "Yes, at first sight, but no in the end.",
        "Nothing, I see nothing.",
    ],
)
def test_a_reply_that_takes_it_back_or_says_both_is_no_answer(content: str) -> None:
    assert taken(content, WORDS) == taken(content, LETTERED) == (None, None)


@pytest.mark.parametrize(
    "options",
    [
        {"A": "Rome", "B": "Oslo"},
        {"A": "Yes", "B": "No, never"},
        {"A": "Yes", "B": "Rome"},
        dict.fromkeys("AB"),
    ],
)
def test_words_that_open_any_sentence_are_none(options: dict[str, str | None]) -> None:
    for word in ("Rome", "Yes", "A"):
        assert taken(f"{word}, as far as one can see, lies by the sea.", options) == (None, None)


def test_what_is_stated_later_decides() -> None:
    assert taken("No, I think the answer is Yes.", WORDS) == ("Yes", "stated_answer")


def test_the_span_holds_the_word_and_its_mark() -> None:
    found = score_response(content="  Yes, it is.", target="Yes", options=WORDS).extraction
    assert found.span == (2, 6)


def test_every_word_is_written_as_it_is_compared() -> None:
    assert {word.casefold() for word in ANSWER_WORDS} == ANSWER_WORDS
