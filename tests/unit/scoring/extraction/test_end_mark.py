import pytest

from scoring import score_response
from scoring.extraction.end_mark import find_end_marks, without_end_marks


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("B<eoa>\n", "B"),
        ("B<|im_end|>", "B"),
        ("B</s></s> ", "B"),
        ("B<eoa>and more", "B<eoa>and more"),
        ("<s>B</s>", "<s>B</s>"),
        ("<eoa>", ""),
        ("x < 3", "x < 3"),
        ("", ""),
    ],
)
def test_marks_at_the_end_are_none_of_the_text(raw: str, shown: str) -> None:
    assert raw[: without_end_marks(raw, len(raw))] == shown


def test_marks_inside_are_found_in_order() -> None:
    assert find_end_marks("b<eoa>x</s>y") == [1, 7]
    assert find_end_marks("<s>b</s>c<eoa>") == [9]
    assert find_end_marks("no mark < here") == []


@pytest.mark.parametrize(
    "content", ["B<eoa>", "<think>a</think>B<|eot_id|>", "B<eoa>\u3002\n", "B<|im_end|>\nFINAL: A"]
)
def test_a_reply_ends_at_its_mark(content: str) -> None:
    found = score_response(content=content, target="B", options=dict.fromkeys("ABCD")).extraction
    assert (found.answer, found.rule) == ("B", "one_line_reply")


def test_what_follows_the_mark_is_shown_as_run_on() -> None:
    content = "B<|im_end|>\nFINAL: A"
    found = score_response(content=content, target="B", options=dict.fromkeys("ABCD")).extraction
    assert found.run_on
    assert content[found.candidates[-1].start :] == "<|im_end|>\nFINAL: A"
