import re
from pathlib import Path

import pytest

from scoring.diagnose.findings import FINDINGS, item_findings
from scoring.policy import POLICIES
from scoring.records import Item, JsonValue, Recorded, Response, TaskType, Verdict
from scoring.tasks import score_item

ROOT = Path(__file__).parents[4]
MATCHING = "recorded_incorrect_though_matching"
MISREAD = "recorded_answer_misread"
NOT_FOUND = "recorded_answer_not_found"
DIFFERING = "recorded_correct_though_differing"
FLAG = "flag_only_from_reasoning"
HIDDEN = "answer_only_in_reasoning"
DISAGREE = "recorded_fields_disagree"
EXAMPLES = "They want FINAL: A or FINAL: B as the last line."


def found(
    content: str | None,
    *,
    reasoning: str | None = None,
    policy: str = "final-answer-v1",
    item: dict[str, object] | None = None,
    **recorded: object,
) -> tuple[str, ...]:
    """Return the findings of a choice item with target D; `recorded` are fields of the scorer's record."""
    one = Item(
        **{
            "item_id": "q",
            "task_type": TaskType.CHOICE,
            "options": {"A": "one", "B": "two", "C": "three", "D": "four"},
            "target": ("D",),
            "response": Response(content=content, reasoning=reasoning),
            "recorded": (Recorded(**{"scorer": "file", **recorded}),) if recorded else (),
            **(item or {}),
        }
    )
    return item_findings(one, score_item(one, POLICIES[policy]))


def test_an_item_without_anything_odd_has_no_findings() -> None:
    assert found("FINAL: D", answer="D", verdict=Verdict.CORRECT, ambiguity=False) == ()


def test_an_item_without_anything_recorded_has_no_findings() -> None:
    assert found("FINAL: D", reasoning=EXAMPLES) == ()


def test_the_reported_case_has_both_of_its_findings() -> None:
    names = found("FINAL: D", reasoning=EXAMPLES, answer="D", verdict=Verdict.INCORRECT, ambiguity=True)
    assert names == (MATCHING, FLAG)


# --- recorded incorrect, though the answer meets the target ------------------------------------------


@pytest.mark.parametrize("answer", ["D", "d", " (D) ", "D.", "**D**", "four", "Four."])
def test_a_matching_answer_recorded_as_incorrect_is_found_however_it_is_written(answer: str) -> None:
    assert MATCHING in found("FINAL: D", answer=answer, verdict=Verdict.INCORRECT)


def test_where_no_answer_was_recorded_the_visible_one_stands_for_it() -> None:
    assert MATCHING in found("FINAL: D", verdict=Verdict.INCORRECT)


@pytest.mark.parametrize("answer", ["A", "one", "", "D or A"])
def test_a_recorded_answer_that_misses_the_target_is_another_fault(answer: str) -> None:
    assert found("FINAL: D", answer=answer, verdict=Verdict.INCORRECT) == (MISREAD,)


def test_an_answer_that_we_find_wrong_too_is_no_finding() -> None:
    assert found("FINAL: A", answer="A", verdict=Verdict.INCORRECT) == ()


def test_a_matching_record_without_a_visible_answer_is_not_marked_wrong() -> None:
    assert MATCHING not in found("no idea", answer="D", verdict=Verdict.INCORRECT)


def test_an_answer_read_from_the_reasoning_does_not_stand_for_a_missing_one() -> None:
    fallback = "final-answer-v1+reasoning"
    assert MATCHING not in found(None, reasoning="FINAL: D", policy=fallback, verdict=Verdict.INCORRECT)
    assert MATCHING in found(
        None, reasoning="FINAL: D", policy=fallback, answer="D", verdict=Verdict.INCORRECT
    )


@pytest.mark.parametrize("answer", ["1200", "1,200.0", "$1200", "12e2"])
def test_numbers_match_by_value(answer: str) -> None:
    item = {"task_type": TaskType.NUMBER, "options": {}, "target": ("1200",)}
    assert MATCHING in found("FINAL: 1200", item=item, answer=answer, verdict=Verdict.INCORRECT)


@pytest.mark.parametrize("answer", ["1201", "9e999999999", "nan", "-1200"])
def test_other_numbers_do_not_match(answer: str) -> None:
    item = {"task_type": TaskType.NUMBER, "options": {}, "target": ("1200",)}
    assert found("FINAL: 1200", item=item, answer=answer, verdict=Verdict.INCORRECT) == (MISREAD,)


def test_several_labels_match_together_and_not_alone() -> None:
    item = {"task_type": TaskType.MULTI_CHOICE, "target": ("A", "D"), "target_mode": "all"}
    assert MATCHING in found("FINAL: A, D", item=item, answer="A, D", verdict=Verdict.INCORRECT)
    assert found("FINAL: A, D", item=item, answer="A", verdict=Verdict.INCORRECT) == (MISREAD,)


def test_required_strings_in_the_text_count_whatever_answer_was_recorded() -> None:
    item = {"task_type": TaskType.SUBSTRING, "options": {}, "target": ("red", "blue"), "target_mode": "all"}
    assert MATCHING in found("red and blue", item=item, answer="red", verdict=Verdict.INCORRECT)


# --- recorded correct, though we find none or another ------------------------------------------------


@pytest.mark.parametrize("content", ["FINAL: A", "no idea", "", None, "FINAL: A or FINAL: D"])
def test_credit_for_another_answer_or_none_is_found(content: str | None) -> None:
    assert DIFFERING in found(content, answer="D", verdict=Verdict.CORRECT)


def test_credit_for_an_item_that_cannot_be_scored_is_no_finding() -> None:
    assert found("FINAL: D", item={"target": ("Z",)}, answer="D", verdict=Verdict.CORRECT) == ()


# --- an ambiguity flag that only the reasoning explains ----------------------------------------------


@pytest.mark.parametrize("reasoning", [EXAMPLES, "FINAL: A", "FINAL: A, B", "FINAL: D. No: FINAL: C"])
def test_a_flag_with_other_answers_in_the_reasoning_only_is_found(reasoning: str) -> None:
    assert FLAG in found("FINAL: D", reasoning=reasoning, ambiguity=True)


def test_think_blocks_in_the_content_are_reasoning() -> None:
    assert FLAG in found(f"<think>{EXAMPLES}</think>FINAL: D", ambiguity=True)


@pytest.mark.parametrize("reasoning", [None, "", "It is four.", "FINAL: D", "FINAL: X"])
def test_a_flag_that_the_reasoning_does_not_explain_is_no_finding(reasoning: str | None) -> None:
    assert found("FINAL: D", reasoning=reasoning, ambiguity=True) == ()


@pytest.mark.parametrize(
    "content",
    ["FINAL: A\nFINAL: D", "Answer: A\nFINAL: D", "FINAL: A or FINAL: D"],
    ids=["two finals", "weaker marker", "a conflict"],
)
def test_a_flag_that_the_visible_text_explains_is_no_finding(content: str) -> None:
    assert FLAG not in found(content, reasoning=EXAMPLES, ambiguity=True)


@pytest.mark.parametrize("flag", [False, None])
def test_without_a_flag_examples_in_the_reasoning_are_no_finding(flag: bool | None) -> None:  # noqa: FBT001
    assert found("FINAL: D", reasoning=EXAMPLES, answer="D", ambiguity=flag) == ()


def test_a_flag_on_an_empty_reply_is_explained_by_two_answers_in_the_reasoning() -> None:
    assert FLAG in found("", reasoning=EXAMPLES, ambiguity=True)
    assert FLAG not in found("", reasoning="FINAL: A", ambiguity=True)


def test_an_item_without_labels_has_the_finding_by_its_values() -> None:
    item = {"task_type": TaskType.NUMBER, "options": {}, "target": ("7",)}
    assert FLAG in found("FINAL: 7", item=item, reasoning="FINAL: 8", ambiguity=True)
    assert FLAG not in found("FINAL: 7", item=item, reasoning="FINAL: 7", ambiguity=True)


# --- an answer in the reasoning only -----------------------------------------------------------------


def test_an_answer_that_only_the_reasoning_holds_is_found_without_any_record() -> None:
    assert found("", reasoning="FINAL: D") == (HIDDEN,)


@pytest.mark.parametrize(("content", "reasoning"), [("Hm.", "FINAL: D"), ("", "Hm."), ("", None)])
def test_without_an_answer_in_the_reasoning_or_with_visible_text_it_is_no_finding(
    content: str, reasoning: str | None
) -> None:
    assert found(content, reasoning=reasoning) == ()


# --- a record that contradicts itself ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"correct": True, "scoring_decision": {"correct": False}}, True),
        ({"correct": False, "scoring_decision": {"correct": True}}, True),
        ({"correct": True, "scoring_decision": {"correct": True}}, False),
        ({"correct": True, "scoring_decision": {"correct": None}}, False),
        ({"correct": True, "scoring_decision": None}, False),
        ({"a": {"correct": True}, "b": {"correct": False}}, True),
        ({"correct": True, "a": {"b": {"correct": False}}}, False),
        ({"correct": "no", "scoring_decision": {"correct": True}}, False),
        (None, False),
        ([], False),
    ],
    ids=str,
)
def test_fields_that_disagree_are_found(raw: JsonValue, expected: bool) -> None:  # noqa: FBT001
    assert (DISAGREE in found("FINAL: D", verdict=Verdict.CORRECT, raw=raw)) is expected


# --- a right answer that was read otherwise -----------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "answer", "names"),
    [
        (Verdict.INCORRECT, "A", (MISREAD,)),
        (Verdict.NO_ANSWER, None, (MISREAD,)),
        (Verdict.INCORRECT, "D", (MATCHING,)),
        (Verdict.INCORRECT, None, (MATCHING,)),
        (Verdict.CORRECT, "D", ()),
        (None, "A", ()),
    ],
    ids=str,
)
def test_uncredited_right_answers_are_either_marked_wrong_or_misread(
    verdict: Verdict | None, answer: str | None, names: tuple[str, ...]
) -> None:
    assert found("FINAL: D", verdict=verdict, answer=answer) == names


def test_a_wrong_answer_is_not_misread() -> None:
    assert found("FINAL: C", verdict=Verdict.INCORRECT, answer="A") == ()


# --- a recorded answer without one in the text ---------------------------------------------------------


@pytest.mark.parametrize("content", ["I cannot say.", "", None])
def test_an_answer_recorded_for_a_text_without_one_is_found(content: str | None) -> None:
    assert found(content, verdict=Verdict.INCORRECT, answer="H") == (NOT_FOUND,)


def test_credit_for_it_is_a_finding_of_its_own() -> None:
    assert found("I cannot say.", verdict=Verdict.CORRECT, answer="D") == (DIFFERING, NOT_FOUND)


@pytest.mark.parametrize(
    ("content", "reasoning"),
    [("FINAL: C", None), ("FINAL: C or D", None), ("", "FINAL: D")],
    ids=["another answer", "several answers", "only in the reasoning"],
)
def test_where_there_is_something_to_read_no_answer_is_missing(content: str, reasoning: str | None) -> None:
    assert NOT_FOUND not in found(content, reasoning=reasoning, verdict=Verdict.INCORRECT, answer="H")


@pytest.mark.parametrize(
    "item",
    [
        {"target": ()},
        {"task_type": TaskType.MULTI_CHOICE, "target": ("A", "D"), "target_mode": "all"},
        {"task_type": TaskType.NUMBER, "options": {}, "target": ("12",)},
    ],
    ids=["no target", "multiple choice", "number"],
)
def test_a_missing_answer_is_found_whatever_the_item_asks(item: dict[str, object]) -> None:
    assert NOT_FOUND in found("I cannot say.", item=item, verdict=Verdict.INCORRECT, answer="5")


def test_no_answer_is_missing_where_none_is_read_or_recorded() -> None:
    strings = {"task_type": TaskType.SUBSTRING, "options": {}, "target": ("ok",), "target_mode": "all"}
    assert NOT_FOUND not in found("no", item=strings, verdict=Verdict.INCORRECT, answer="ok")
    assert found("I cannot say.", verdict=Verdict.INCORRECT) == ()


# --- the table ---------------------------------------------------------------------------------------


def test_every_finding_is_a_sentence_for_people() -> None:
    assert all(re.fullmatch(r"[A-Z].+\.", finding.sentence) for finding in FINDINGS.values())


def test_every_finding_is_documented() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md")))
    assert [name for name in FINDINGS if f"`{name}`" not in text] == []
