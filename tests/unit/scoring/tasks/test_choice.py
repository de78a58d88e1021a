import pytest

from scoring.policy import POLICIES
from scoring.records import Decision, Item, Response, TaskType
from scoring.tasks import score_item

DEFAULT = POLICIES["final-answer-v1"]
FAULTY = POLICIES["ambiguity-fails-v0"]
LETTERS = dict.fromkeys("ABCD")


def decide(
    content: str | None,
    target: str | tuple[str, ...],
    *,
    reasoning: str | None = None,
    options: dict[str, str | None] = LETTERS,
    multi: bool = False,
    policy: str = "final-answer-v1",
) -> Decision:
    item = Item(
        item_id="q1",
        task_type=TaskType.MULTI_CHOICE if multi else TaskType.CHOICE,
        options=options,
        target=(target,) if isinstance(target, str) else target,
        response=Response(content=content, reasoning=reasoning),
    )
    return score_item(item, POLICIES[policy])


@pytest.mark.parametrize(
    ("content", "verdict", "score"),
    [
        ("FINAL: D", "correct", 1.0),
        ("FINAL: C", "incorrect", 0.0),
        ("Hm.", "no_answer", 0.0),
        (None, "no_answer", 0.0),
    ],
)
def test_the_answer_is_compared_with_the_target(content: str | None, verdict: str, score: float) -> None:
    decision = decide(content, "D")
    assert (decision.verdict, decision.score) == (verdict, score)


@pytest.mark.parametrize("target", ["d", "(D)", " D. ", "[d]", "“D”".strip("“”"), "Ｄ", "*D*"])
def test_a_target_is_matched_without_blanks_brackets_and_case(target: str) -> None:
    assert decide("FINAL: D", target).verdict == "correct"


def test_one_of_several_targets_is_enough() -> None:
    assert decide("FINAL: D", ("A", "D")).verdict == "correct"


def test_a_look_alike_target_is_read_and_told() -> None:
    decision = decide("FINAL: A", "\u0410")
    assert (decision.verdict, [one.kind for one in decision.problems]) == ("correct", ["target_look_alike"])
    assert decision.problems[0].message == "target '\u0410' was read as label A by its look"


def test_a_target_outside_the_options_makes_the_item_unscorable() -> None:
    decision = decide("FINAL: D", "E")
    assert (decision.verdict, decision.score) == ("unscorable", None)
    assert decision.problems[0].message == "expected a target out of A, B, C, D, got 'E'"
    assert (decision.problems[0].kind, decision.problems[0].item_id) == ("target_outside_options", "q1")


def test_an_unscorable_item_still_tells_what_was_found() -> None:
    assert decide("FINAL: D", "E").extraction.answer == "D"


@pytest.mark.parametrize("multi", [False, True], ids=["choice", "multi-choice"])
def test_an_item_without_target_is_unscorable(multi: bool) -> None:  # noqa: FBT001
    decision = decide("FINAL: D", (), multi=multi)
    assert (decision.verdict, decision.problems[0].kind) == ("unscorable", "no_target")
    assert decision.problems[0].message == "expected a target, got none"


def test_an_item_without_options_is_unscorable() -> None:
    decision = decide("FINAL: D", "D", options={})
    assert (decision.verdict, decision.problems[0].kind) == ("unscorable", "no_options")
    assert decision.extraction.answer_kind == "not_applicable"


@pytest.mark.parametrize(
    ("content", "verdict"),
    [
        ("FINAL: A, C", "correct"),
        ("FINAL: C and A", "correct"),
        ("FINAL: A", "incorrect"),
        ("FINAL: A, B, C", "incorrect"),
    ],
)
def test_a_multi_choice_answer_must_be_exactly_the_target_set(content: str, verdict: str) -> None:
    assert decide(content, ("A", "C"), multi=True).verdict == verdict


@pytest.mark.parametrize(
    "target", ["A,C", "C, A", "A and C", "AC", "(A; C)", "a/c", ("C", "A"), ("A", "A,C")]
)
def test_a_multi_choice_target_may_be_written_in_many_ways(target: str | tuple[str, ...]) -> None:
    assert decide("FINAL: A, C", target, multi=True).verdict == "correct"


def test_a_label_of_two_letters_is_no_list_of_two_labels() -> None:
    options = dict.fromkeys(("A", "B", "AB"))
    assert decide("FINAL: AB", "AB", options=options, multi=True).extraction.answer == "AB"
    assert decide("FINAL: AB", "AB", options=options, multi=True).verdict == "correct"


def test_a_multi_choice_target_with_a_foreign_label_is_unscorable() -> None:
    assert decide("FINAL: A", "A,Z", multi=True).verdict == "unscorable"


# --- the faulty scorer of the bug report ----------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "reasoning", "verdict"),
    [
        ("FINAL: D", "FINAL: A or FINAL: B", "incorrect"),
        ("FINAL: D", "FINAL: A", "incorrect"),
        ("FINAL: D", "FINAL: D", "correct"),
        ("FINAL: D", None, "correct"),
        ("FINAL: D", "the answer is A.", "correct"),
        ("FINAL: D", r"\boxed{A}", "correct"),
        ("FINAL: D", "Answer: A/D", "incorrect"),
        ("FINAL: C\nFINAL: D", None, "incorrect"),
        ("FINAL: D\nFINAL: A or B", None, "incorrect"),
        ("FINAL: A or FINAL: B", None, "incorrect"),
        (r"\boxed{A} \boxed{D}", None, "incorrect"),
        ("FINAL: D", "FINAL: dog or FINAL: cat", "correct"),
    ],
)
def test_the_faulty_policy_fails_every_flagged_item(
    content: str, reasoning: str | None, verdict: str
) -> None:
    assert decide(content, "D", reasoning=reasoning, policy="ambiguity-fails-v0").verdict == verdict


@pytest.mark.parametrize("reasoning", ["FINAL: A or FINAL: B", "Answer: A", "FINAL: D", None])
def test_the_default_policy_fails_none_of_them(reasoning: str | None) -> None:
    assert decide("FINAL: D", "D", reasoning=reasoning).verdict == "correct"


def test_a_failed_flag_is_named_in_the_explanation() -> None:
    decision = decide("FINAL: D", "D", reasoning="FINAL: A", policy="ambiguity-fails-v0")
    assert decision.explanation.endswith("; failed by the policy's ambiguity flag.")
