import pytest

from scoring import score_response

CITIES = {"A": "Paris", "B": "Rome", "C": "Oslo", "D": "Lima"}
CODE = {
    "A": "n = 0\nwhile n < 5:\n  print(n)",
    "B": "n = 0\nwhile n < 9:\n  print(n)",
    "C": "n = 0",
    "D": "none",
}


def taken(content: str, options: dict[str, str]) -> tuple[str | None, str | None]:
    found = score_response(content=content, target="A", options=options).extraction
    return found.answer, found.rule


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


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        ("D Lima\n\nIt lies in Peru.", "D"),
        ("The correct answer is:\nD Lima\n\nIt lies in Peru.", "D"),
        ("- **D** Lima\nIt lies in Peru.", "D"),
        ("We met D Lima there.\nYes.", None),
        ("D Rome\nIt is old.", None),
        ("A Paris\nB Rome\nC Oslo\nD Lima", None),
        ("D Lima is wrong.\nIt is far away.", None),
    ],
)
def test_at_the_start_of_a_line_a_label_needs_no_mark_before_its_own_text(
    content: str, answer: str | None
) -> None:
    assert taken(content, CITIES) == (answer, "option_text" if answer else None)


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (f"B. {CODE['B']}", "B"),
        (f"B. {CODE['B']}\n\nIt prints nine lines.", "B"),
        ("B. n = 0  while n < 9:\n\tprint(n)\nIt prints.", "B"),
        (f"A. {CODE['A']}\nB. {CODE['B']}", None),
        (f"B. {CODE['A']}", None),
    ],
)
def test_a_text_of_several_lines_may_be_broken_in_another_way(content: str, answer: str | None) -> None:
    assert taken(content, CODE) == (answer, "option_text" if answer else None)


def test_the_span_holds_label_and_text() -> None:
    content = f"I say:\nB. {CODE['B']}\nDone."
    span = score_response(content=content, target="A", options=CODE).extraction.span
    assert span is not None
    assert content[slice(*span)] == f"B. {CODE['B']}"
