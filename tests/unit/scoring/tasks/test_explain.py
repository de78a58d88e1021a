import pytest

from scoring import score_response
from scoring.records import Ambiguity, AnswerKind, Extraction, Item, Source, Status, TaskType, Verdict
from scoring.tasks.explain import explain, figure_text, unscorable, with_verdict

TAKEN = Extraction(
    answer="D",
    source=Source.CONTENT,
    rule="final_marker",
    span=(0, 8),
    status=Status.OK,
    answer_kind=AnswerKind.VISIBLE,
)


def sentence(content: str | None, reasoning: str | None = None, **arguments: str) -> str:
    return score_response(
        content=content, reasoning=reasoning, options=["A", "B", "C", "D"], **{"target": "D", **arguments}
    ).explanation


@pytest.mark.parametrize(
    ("content", "reasoning", "text"),
    [
        (
            "FINAL: D",
            "FINAL: A or FINAL: B",
            (
                "Took D from visible content, rule `final_marker`, characters 0-8; "
                "2 values in the reasoning were not read."
            ),
        ),
        (
            "FINAL: D",
            "FINAL: A",
            (
                "Took D from visible content, rule `final_marker`, characters 0-8; "
                "1 value in the reasoning was not read."
            ),
        ),
        ("FINAL: D", None, "Took D from visible content, rule `final_marker`, characters 0-8."),
        (
            "FINAL: C",
            None,
            "Took C from visible content, rule `final_marker`, characters 0-8; the target is D.",
        ),
        (
            "FINAL: C\nFINAL: D",
            None,
            (
                "Took D from visible content, rule `final_marker`, characters 9-17; "
                "other final answers stand before it."
            ),
        ),
        (
            "FINAL: D\nFINAL: A or B",
            None,
            (
                "Took D from visible content, rule `final_marker`, characters 0-8; "
                "a later value names several options."
            ),
        ),
        (
            "Answer: A\nFINAL: D",
            None,
            "Took D from visible content, rule `final_marker`, characters 10-18; A was named earlier.",
        ),
        (
            "FINAL: D\nQuestion: x",
            None,
            (
                "Took D from visible content, rule `final_marker`, characters 0-8; "
                "text after the reply's end was cut off."
            ),
        ),
        ("FINAL: A or FINAL: B", None, "No answer: the final answer names several options."),
        ("Hm.", None, "No answer: nothing in the visible content can be read as one."),
        ("", None, "No answer: there is no visible content."),
        ("<think>x", None, "No answer: the content is thinking that never closes."),
        (
            "",
            "FINAL: D",
            (
                "No answer: there is no visible content, only the reasoning holds one and the policy "
                "does not read it; 1 value in the reasoning was not read."
            ),
        ),
    ],
    ids=[
        "two in the reasoning",
        "one in the reasoning",
        "plain",
        "wrong",
        "conflicting finals",
        "conflicting value",
        "named earlier",
        "run-on",
        "conflict",
        "nothing",
        "blank",
        "unclosed thinking",
        "reasoning only",
    ],
)
def test_a_decision_is_explained_in_one_sentence(content: str, reasoning: str | None, text: str) -> None:
    assert sentence(content, reasoning) == text


def test_an_answer_from_the_reasoning_names_its_source_and_counts_nothing_unread() -> None:
    assert sentence(None, "FINAL: D", policy="final-answer-v1+reasoning") == (
        "Took D from the reasoning, rule `final_marker`, characters 0-8."
    )


def test_another_options_text_is_named() -> None:
    text = score_response(
        content="FINAL: A) Rome", target="A", options={"A": "Paris", "B": "Rome"}
    ).explanation
    assert "; the text beside the label is another option's." in text


def test_a_long_answer_is_shortened_to_one_line() -> None:
    answer = "x" * 60 + "y"
    assert sentence(f"FINAL: {answer}", task_type="short_text", target=answer) == (
        f"Took {'x' * 59}… from visible content, rule `final_marker`, characters 0-68."
    )
    assert f"Took {'x' * 60} from" in sentence("FINAL: " + "x" * 60, task_type="short_text", target="y")


def test_a_line_end_of_a_target_never_breaks_the_sentence() -> None:
    assert with_verdict(TAKEN, correct=False, target="a\nb").explanation.endswith("the target is a b.")


def test_a_failed_flag_makes_even_no_answer_incorrect() -> None:
    conflict = Extraction(status=Status.CONFLICT, ambiguity=Ambiguity.CONFLICTING_VALUE)
    decision = with_verdict(conflict, correct=False, target="D", flagged=True)
    assert (decision.verdict, decision.score) == (Verdict.INCORRECT, 0.0)


def test_an_extraction_without_source_is_explained_as_none() -> None:
    assert explain(Extraction()) == "No answer: nothing in the visible content can be read as one"


def test_an_unscorable_item_says_why_in_sentence_and_problem() -> None:
    decision = unscorable(
        Item(item_id="q1", task_type=TaskType.CHOICE), "kind", "expected x, got y", fallback=True
    )
    assert (decision.verdict, decision.score, decision.explanation) == (
        "unscorable",
        None,
        "Not scored: expected x, got y.",
    )
    (problem,) = decision.problems
    assert (problem.kind, problem.message, problem.item_id, problem.skipped) == (
        "kind",
        "expected x, got y",
        "q1",
        False,
    )
    assert decision.extraction.reasoning_fallback is True


@pytest.mark.parametrize(
    ("value", "told"),
    [(4.508e-54, "< 0.0001"), (0.0, "0"), (0.0001, "0.0001"), (0.66667, "0.6667"), (1.0, "1")],
)
def test_a_figure_is_told_with_four_digits_and_never_as_a_power_of_ten(value, told) -> None:
    assert figure_text(value) == told
