import pytest

from scoring.extraction.markers import (
    ANSWER,
    FINAL,
    FINAL_ANSWER,
    Value,
    find_markers,
    find_values,
    is_spaceless,
)
from scoring.extraction.text import Text
from scoring.policy import LANGUAGES


def tiers(text: str) -> list[int]:
    return [marker.tier for marker in find_markers(Text(text), LANGUAGES)]


def values(text: str) -> list[str]:
    return [text[value.start : value.end].strip() for value in all_values(text)]


def all_values(text: str) -> list[Value]:
    return find_values(Text(text), find_markers(Text(text), LANGUAGES))


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("FINAL: D", FINAL),
        ("final: D", FINAL),
        ("FINAL : D", FINAL),
        ("**FINAL:** D", FINAL),
        ("**FINAL**: D", FINAL),
        ("<b>FINAL</b>: D", FINAL),
        ("So, FINAL: D", FINAL),
        ("(FINAL: D)", FINAL),
        ("FINAL - D", FINAL),
        ("FINAL\nD", FINAL),
        ("答FINAL: D", FINAL),
        ("Final answer: D", FINAL_ANSWER),
        ("Final Answers: D", FINAL_ANSWER),
        ("final answer is D", FINAL_ANSWER),
        ("My final answer is: D", FINAL_ANSWER),
        ("The final answer must be D", FINAL_ANSWER),
        ("**Final** answer: D", FINAL_ANSWER),
        ("Final_answer: D", FINAL_ANSWER),
        ("### Final answer\nD", FINAL_ANSWER),
        ("Answer: D", ANSWER),
        ("ANSWERS: D", ANSWER),
        ("Answer(s): D", ANSWER),
        ("Correct answer: D", ANSWER),
        ("- Answer - D", ANSWER),
        ("1. Answer: D", ANSWER),
        pytest.param("x" * 60 + "\n- Answer - D", ANSWER, id="dash at the start of a later line"),
        ("Answer\nD", ANSWER),
        ("答案: D", ANSWER),
        ("答案是D", ANSWER),
        ("答案为 D", ANSWER),
        ("正确答案选D", ANSWER),
        ("[正确答案]D<eoa>", ANSWER),
        ("【答案】D", ANSWER),
        ("정답은 D", ANSWER),
        ("답: D", ANSWER),
        ("الإجابة: D", ANSWER),
        ("الإجابة الصحيحة هي D", ANSWER),
    ],
)
def test_a_marker_announces_an_answer(text: str, tier: int) -> None:
    assert tiers(text) == [tier]


@pytest.mark.parametrize(
    "text",
    [
        "semifinal: D",
        "写在[正确答案]和<eoa>之间",
        "[答案] Die Antwort",
        "semi-final: D",
        "finally: D",
        "The final is D",
        "The final round",
        "It is final - D",
        "answering: D",
        "The answer D",
        "The answer - D",
        pytest.param("x" + " *" * 40 + " answer - D", id="far from the start of its line"),
        "the answer is D",
        "Incorrect answer: A",
        "a wrong answer: A",
        "**Wrong** answer: A",
        "Possible answer: A",
        "Sample answer: A",
        "Not the answer: A",
        '"answer": "A"',
        "'final': 'A'",
        "答 案",
        "回答",
        "",
    ],
)
def test_a_text_without_marker_has_none(text: str) -> None:
    assert tiers(text) == []


def test_final_answer_is_one_marker_and_not_also_an_answer() -> None:
    assert tiers("Final answer: D\nAnswer: C") == [FINAL_ANSWER, ANSWER]


@pytest.mark.parametrize(
    ("language", "text"), [("zh", "答案: D"), ("ko", "정답: D"), ("ar", "الإجابة: D")], ids=["zh", "ko", "ar"]
)
def test_a_language_is_read_only_if_the_policy_names_it(language: str, text: str) -> None:
    assert find_markers(Text(text), ()) == []
    assert len(find_markers(Text(text), (language,))) == 1


def test_a_marker_tells_where_it_begins_and_where_its_value_does() -> None:
    text = "So **FINAL:** D"
    marker = find_markers(Text(text))[0]
    assert (text[marker.start : marker.end], text[marker.end :]) == ("FINAL:", "** D")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("FINAL: D\nmore", ["D"]),
        ("FINAL: A or FINAL: B", ["A", "B"]),
        ("FINAL: A and FINAL: B", ["A", "B"]),
        ("FINAL: A, then FINAL: B", ["A,", "B"]),
        ("(FINAL: A) (FINAL: B)", ["A)", "B)"]),
        ("FINAL: A FINAL: B", ["A", "B"]),
        ("FINAL: for FINAL: B", ["for", "B"]),
        ("FINAL:\nD", [""]),
        ("FINAL:", [""]),
        ("FINAL: A\nAnswer: B\n", ["A", "B"]),
    ],
)
def test_a_value_is_the_rest_of_its_line_up_to_the_next_marker(text: str, found: list[str]) -> None:
    assert values(text) == found


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("FINAL: A or FINAL: B", True),
        ("FINAL: A OR FINAL: B", True),
        ("FINAL: A / FINAL: B", True),
        ("FINAL: A 或 FINAL: B", True),
        ("FINAL: A and FINAL: B", False),
        ("FINAL: A; FINAL: B", False),
        ("FINAL: A or\nFINAL: B", False),
    ],
)
def test_only_or_on_one_line_joins_two_values(text: str, joined: bool) -> None:  # noqa: FBT001
    assert [value.joined for value in all_values(text)] == [joined, False]


def test_a_value_knows_the_end_of_its_line() -> None:
    assert [value.line_end for value in all_values("FINAL: FINAL: A\nx")] == [15, 15]


def test_scripts_without_spaces_between_words_are_known() -> None:
    assert [is_spaceless(char) for char in "答ไမか한éя"] == [True, True, True, True, True, False, False]
