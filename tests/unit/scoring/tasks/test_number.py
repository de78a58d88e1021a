import pytest

from scoring.policy import POLICIES
from scoring.records import Decision, Item, Response, TaskType
from scoring.tasks import score_item


def decide(content: str, *target: str) -> Decision:
    item = Item(item_id="n1", task_type=TaskType.NUMBER, target=target, response=Response(content=content))
    return score_item(item, POLICIES["final-answer-v1"])


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("FINAL: 42", "42"),
        ("FINAL: 42.0", "42"),
        ("FINAL: 1,000", "1000"),
        ("FINAL: $1,000", "1000"),
        ("FINAL: 0.5", "1/2"),
        ("FINAL: x = 3 + 4 = 7", "7"),
        (r"\boxed{\frac{1}{2}}", "0.5"),
        ("I count 40, no, 42", "42"),
        ("FINAL: −7", "-7"),
        ("FINAL: ４２", "42"),
        ("FINAL: 2 × 10³", "2000"),
        ("FINAL: 42", " $42. "),
    ],
)
def test_a_number_is_correct_if_its_value_is_the_targets(content: str, target: str) -> None:
    assert decide(content, target).verdict == "correct"


@pytest.mark.parametrize(
    ("content", "target"),
    [("FINAL: 41", "42"), ("FINAL: 0.33", "1/3"), ("FINAL: 42", "-42"), ("FINAL: 10²", "102")],
)
def test_a_number_is_never_nearly_correct(content: str, target: str) -> None:
    assert decide(content, target).verdict == "incorrect"


@pytest.mark.parametrize(
    ("content", "targets", "verdict"),
    [
        ("FINAL: 35%", ("35",), "incorrect"),
        ("FINAL: 35", ("35%",), "incorrect"),
        ("FINAL: 35%", ("35%",), "correct"),
        ("FINAL: 35%", ("35", "35%"), "correct"),
        ("FINAL: 0.35", ("35%",), "incorrect"),
    ],
)
def test_a_percent_sign_must_agree_unless_the_item_lists_both(
    content: str, targets: tuple[str, ...], verdict: str
) -> None:
    assert decide(content, *targets).verdict == verdict


def test_a_text_without_number_is_no_answer() -> None:
    assert decide("FINAL: many", "42").verdict == "no_answer"


@pytest.mark.parametrize(
    ("targets", "got"), [(("forty",), "'forty'"), ((), "''"), (("42", "x"), "'x'"), (("1/0",), "'1/0'")]
)
def test_a_target_that_is_no_number_makes_the_item_unscorable(targets: tuple[str, ...], got: str) -> None:
    decision = decide("FINAL: 42", *targets)
    assert (decision.verdict, decision.problems[0].kind) == ("unscorable", "target_no_number")
    assert decision.problems[0].message == f"expected one number as target, got {got}"


def test_a_wrong_number_is_explained_with_its_target() -> None:
    assert decide("FINAL: 41", "42", "43").explanation.endswith("; the target is 42 or 43.")
