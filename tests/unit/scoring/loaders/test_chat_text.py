import pytest

from scoring.loaders.chat_text import (
    first_of,
    label_of,
    options_in,
    prompt_of,
    recorded_scores,
    text_of,
    verdict_of,
)
from scoring.records import Verdict


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("a", "a"),
        ([{"type": "text", "text": "a"}, {"type": "image"}, "b"], "a\nb"),
        ([], None),
        (None, None),
        (3, None),
        ([{"type": "image"}], None),
    ],
)
def test_content_of_a_message_is_read_in_every_shape(content: object, text: str | None) -> None:
    assert text_of(content) == text


def test_a_prompt_ends_before_the_last_reply() -> None:
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "?"},
        {"role": "assistant", "content": "!"},
    ]
    assert prompt_of(messages) == "Be brief.\n\n?"
    assert prompt_of(messages[:2]) == "Be brief.\n\n?"
    assert prompt_of([]) is None
    assert prompt_of("plain") == "plain"


@pytest.mark.parametrize(
    ("prompt", "options"),
    [
        ("Q?\nA) x\nB) y\n", {"A": "x", "B": "y"}),
        ("Q?\n (A) x\n (B) y", {"A": "x", "B": "y"}),
        ("1?\nA. x\nB. y\nC. z\n2?\nA. u\nB. v", {"A": "u", "B": "v"}),
        ("Q?\nA) x\nC) y", {}),
        ("A: only one", {}),
        ("no options", {}),
        (None, {}),
    ],
)
def test_options_are_found_in_a_prompt(prompt: str | None, options: dict[str, str]) -> None:
    assert options_in(prompt) == options


def test_each_number_is_a_recorded_score() -> None:
    found = recorded_scores({"acc": 1, "f1": 0.5, "ok": False, "note": "x"}, "B")
    assert [(one.scorer, one.verdict, one.score) for one in found] == [
        ("acc", Verdict.CORRECT, 1.0),
        ("f1", None, 0.5),
        ("ok", Verdict.INCORRECT, 0.0),
    ]
    assert {one.answer for one in found} == {"B"}


def test_small_readers() -> None:
    assert first_of(["a", "b"]) == "a"
    assert first_of([]) is None
    assert first_of("ab") == "ab"
    assert label_of(" x ", {"A": None, "B": "x"}) == "B"
    assert label_of("z", {"B": "x"}) is None
    assert verdict_of("1") is None
