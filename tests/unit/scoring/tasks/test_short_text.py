import pytest

from scoring.policy import POLICIES
from scoring.records import Decision, Item, Response, TaskType, Verdict
from scoring.tasks import score_item
from scoring.tasks.short_text import canonical


def decide(content: str, *target: str) -> Decision:
    item = Item(
        item_id="s1", task_type=TaskType.SHORT_TEXT, target=target, response=Response(content=content)
    )
    return score_item(item, POLICIES["final-answer-v1"])


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("FINAL: Oslo", "Oslo"),
        ("FINAL: oslo.", "Oslo"),
        ("FINAL: **Oslo**", "Oslo"),
        ("FINAL: the river Nile", "River  Nile"),
        ("FINAL: Nile", "The Nile"),
        ("FINAL: an apple", "Apple"),
        ("Final answer: A", "a"),
        ("Oslo", "Oslo"),
        ("FINAL: Straße", "STRASSE"),
        ("FINAL:\nOslo", "Oslo"),
        ("FINAL: Ｏｓｌｏ", "Oslo"),
    ],
)
def test_the_whole_value_is_compared_with_the_whole_target(content: str, target: str) -> None:
    assert decide(content, target).verdict == "correct"


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("FINAL: anyone but Oslo", "Oslo"),
        ("FINAL: Oslo", "Oslo, Norway"),
        ("FINAL: invalid", "valid"),
        ("FINAL: Oslo, Rome", "Oslo"),
        ("FINAL: the the Nile", "Nile"),
        ("FINAL: theatre", "atre"),
    ],
)
def test_neither_text_may_merely_contain_the_other(content: str, target: str) -> None:
    assert decide(content, target).verdict == "incorrect"


@pytest.mark.parametrize("content", ["It is\nOslo", "FINAL:", "FINAL: <your answer>", ""])
def test_a_reply_without_a_value_is_no_answer(content: str) -> None:
    assert decide(content, "Oslo").verdict == "no_answer"


def test_one_of_several_targets_is_enough() -> None:
    assert decide("FINAL: Oslo", "Rome", "Oslo").verdict == "correct"


@pytest.mark.parametrize("target", [(), ("",), (" . ",)], ids=["none", "empty", "only marks"])
def test_an_item_without_target_is_unscorable(target: tuple[str, ...]) -> None:
    decision = decide("FINAL: Oslo", *target)
    assert (decision.verdict, decision.problems[0].kind) == ("unscorable", "no_target")


@pytest.mark.parametrize(
    ("text", "compared"),
    [
        ("The Nile.", "nile"),
        (" an  apple! ", "apple"),
        ("A", "a"),
        ("the", "the"),
        ("The.", "the"),
        ("the a b", "a b"),
        ("theatre", "theatre"),
        ("?!", ""),
    ],
)
def test_the_compared_text_has_no_case_end_marks_or_leading_article(text: str, compared: str) -> None:
    assert canonical(text) == compared


@pytest.mark.parametrize(
    "content",
    [
        '{"answer": "Oslo"}',
        'I see a city.\n{"answer": "Oslo"}',
        "{Oslo}",
        "Thus \\boxed{\\text{Oslo}}.\nDone.",
        "So:\n<answer>Oslo</answer>",
    ],
)
def test_an_answer_in_a_place_of_its_own_is_taken_out_of_it(content: str) -> None:
    assert decide(content, "Oslo").verdict is Verdict.CORRECT


def test_braces_of_an_object_or_a_set_are_no_decoration() -> None:
    assert decide("{Oslo, Rome}", "Oslo, Rome").verdict is Verdict.INCORRECT
    assert decide("{}", "x").verdict is not Verdict.CORRECT
