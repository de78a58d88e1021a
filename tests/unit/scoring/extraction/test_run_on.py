import pytest

from scoring.extraction.run_on import find_question_lines
from scoring.extraction.text import normalise


def lines(text: str, prompt: str | None = None) -> list[str]:
    norm = normalise(text)
    return [norm.norm[at:].partition("\n")[0] for at in find_question_lines(norm, prompt)]


@pytest.mark.parametrize(
    "line",
    [
        "Question: next",
        "QUESTION: next",
        "Questions: next",
        "Question 12: next",
        "Question 12. next",
        "Question #3: next",
        "### Question: next",
        "**Question:** next",
        "- Question: next",
        "> Q: next",
        "Q: next",
        "问题：next",
        "题目：next",
        "Now, combining all the answers:",
        "Summary of the answers",
        "总结以上问题的答案",
    ],
)
def test_a_line_opens_the_next_question(line: str) -> None:
    assert len(lines(f"The answer is A.\n{line}\nx")) == 1


@pytest.mark.parametrize(
    "line",
    [
        "The question: next",
        "Question marks",
        "Questionable: next",
        "FAQ: next",
        "Problem: next",
        "Question",
        "In question 3 we saw",
        "He combined all the answers",
    ],
)
def test_a_line_that_only_mentions_a_question_opens_none(line: str) -> None:
    assert lines(f"The answer is A.\n{line}\nx") == []


def test_lines_come_in_the_order_of_the_text() -> None:
    assert lines("Q: b\nQuestion: a\nQ: c") == ["Q: b", "Question: a", "Q: c"]


def test_a_line_far_from_its_start_is_none() -> None:
    assert lines("x\n" + " " * 40 + "Question: y") == []


@pytest.mark.parametrize(
    ("prompt", "found"),
    [("Problem: one\nAnswer:", ["Problem: two"]), ("A problem: one", []), ("Solve", []), (None, [])],
    ids=["opens its lines", "mentions the word", "has no template", "unknown"],
)
def test_the_prompts_own_words_open_a_question_too(prompt: str | None, found: list[str]) -> None:
    assert lines("The answer is A.\nProblem: two", prompt) == found


def test_a_text_without_questions_has_none() -> None:
    assert lines("") == lines("FINAL: D") == []
