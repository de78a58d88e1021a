from app.components.recorded import LONGEST_ANSWER, brief


def test_an_answer_is_told_in_full() -> None:
    assert brief("B") == "B"
    assert brief("x" * LONGEST_ANSWER) == "x" * LONGEST_ANSWER
    assert brief(None) == ""


def test_of_a_very_long_answer_the_beginning_is_told_with_its_length() -> None:
    told = brief("x" * 10_000_000)
    assert told.endswith("… (10,000,000 characters)")
    assert len(told) < LONGEST_ANSWER + 40
