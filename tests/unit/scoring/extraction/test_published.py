import pytest

from scoring import score_response
from scoring.extraction.published import FINDERS
from scoring.policy import POLICIES, PUBLISHED_RULES
from scoring.records import Extraction

LETTERS = "ABCDEFGHIJ"


def extract(
    policy: str, content: str | None, *, reasoning: str | None = None, labels: str = LETTERS
) -> Extraction:
    return score_response(
        content=content, reasoning=reasoning, target=labels[0], options=list(labels), policy=policy
    ).extraction


@pytest.mark.parametrize(
    ("policy", "content", "answer", "rule"),
    [
        ("mmlu-pro-first-v0", "the answer is (C). The answer is (D).", "C", "answer_is"),
        ("mmlu-pro-first-v0", "the answer is C", "C", "answer_is"),
        ("mmlu-pro-first-v0", "the answer is Certainly unclear", "C", "answer_is"),
        ("mmlu-pro-first-v0", "The Answer is (C)", None, None),
        ("mmlu-pro-first-v0", "the answer is **C**", None, None),
        ("mmlu-pro-first-v0", "Answer: C", None, None),
        ("mmlu-pro-v0", "Answer: B, so the answer is (C)", "C", "answer_is"),
        ("mmlu-pro-v0", "Answer: B\nanswer: C", "B", "answer_colon"),
        ("mmlu-pro-v0", "Answer: B answer:C\nanswer: D", "C", "answer_colon"),
        ("mmlu-pro-v0", "First A, then J. K", "J", "last_capital"),
        ("mmlu-pro-v0", "nothing here", None, None),
        ("lm-eval-mmlu-pro-v0", "the answer is (C). answer is D", "C", "answer_is"),
        ("lm-eval-mmlu-pro-v0", "Answer: C", None, None),
        ("simple-evals-gpqa-v0", "ANSWER: $C$\nAnswer: D", "C", "answer_colon"),
        ("simple-evals-gpqa-v0", "Answer: E", None, None),
        ("simple-evals-gpqa-v0", "Answer:\nC", None, None),
        ("inspect-choice-v0", "ANSWER: A\nanswer: c\nso ANSWER: D", "C", "answer_line"),
        ("inspect-choice-v0", "so ANSWER: A or ANSWER: D", "D", "answer_anywhere"),
        ("inspect-choice-v0", "ANSWER: A, B", None, None),
        ("inspect-choice-v0", "ANSWER: Apple", None, None),
    ],
)
def test_a_published_rule_reads_what_its_description_says(
    policy: str, content: str, answer: str | None, rule: str | None
) -> None:
    found = extract(policy, content)
    assert (found.answer, found.rule) == (answer, rule)


def test_a_lower_case_letter_stays_wrong_where_the_script_compares_it_as_it_is() -> None:
    decision = score_response(
        content="Answer: c", target="C", options=["A", "B", "C", "D"], policy="simple-evals-gpqa-v0"
    )
    assert (decision.extraction.answer, decision.verdict) == ("c", "incorrect")


def test_a_published_rule_reads_think_blocks_and_run_on_like_its_script() -> None:
    assert extract("mmlu-pro-first-v0", "<think>answer is (B)</think>FINAL: A").answer == "B"


def test_a_published_rule_reads_no_reasoning() -> None:
    found = extract("mmlu-pro-first-v0", None, reasoning="answer is (B)")
    assert (found.answer, found.status, found.reasoning_candidates) == (None, "no_visible_content", ())


def test_a_letter_that_the_item_lacks_stays_the_answer() -> None:
    assert extract("mmlu-pro-first-v0", "answer is (J)", labels="ABCD").answer == "J"


def test_the_span_holds_marker_and_letter() -> None:
    content = "So\r\nthe answer is (C)."
    found = extract("mmlu-pro-first-v0", content)
    assert found.span is not None
    assert content[slice(*found.span)] == "answer is (C)"
    assert [one.state for one in found.candidates] == ["taken"]


@pytest.mark.parametrize(
    ("content", "status", "kind"),
    [("no", "no_answer", "none"), (" \n", "no_visible_content", "no_visible_content")],
    ids=["text", "blank"],
)
def test_no_match_is_no_answer(content: str, status: str, kind: str) -> None:
    found = extract("mmlu-pro-first-v0", content)
    assert (found.status, found.answer_kind, found.span) == (status, kind, None)


def test_every_published_rule_has_its_finder_and_its_policy() -> None:
    named = [policy.published_rule for policy in POLICIES.values() if policy.published_rule]
    assert sorted(named) == sorted(FINDERS) == sorted(PUBLISHED_RULES)
