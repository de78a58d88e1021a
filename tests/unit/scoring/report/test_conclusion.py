from collections.abc import Callable
from typing import Any

from scoring.audit.query import Audit
from scoring.report.conclusion import Conclusion, Fault, changed_categories, conclude, name_category

Make = Callable[..., Any]


def concluded(audit: Audit) -> Conclusion:
    return conclude(audit, audit.summary())


def test_lane_b_of_the_sample_comes_out_in_the_numbers_of_the_bug_report(sample_b: Audit) -> None:
    assert concluded(sample_b).sentence == (
        "9 items recorded incorrect though the final answer matches; scorer fault confirmed; "
        "188/210 = 89.52 % → 197/210 = 93.81 %; reasoning 128/145 = 88.28 % → 137/145 = 94.48 %"
    )


def test_lane_a_of_the_sample_has_no_fault(sample_a: Audit) -> None:
    assert concluded(sample_a).sentence == (
        "no item recorded incorrect though the final answer matches; no scorer fault found; "
        "184/210 = 87.62 %, recorded and rescored"
    )


def test_the_faulty_policy_finds_no_fault_in_its_own_verdicts(audit_of: Make, record: Make) -> None:
    rejected = record(correct=False, ambiguity_flag=True, raw_reasoning="FINAL: A or FINAL: B")
    assert concluded(audit_of(rejected)).fault is Fault.CONFIRMED
    assert concluded(audit_of(rejected, policy="ambiguity-fails-v0")).fault is Fault.NONE


def test_without_a_recorded_answer_a_fault_is_only_indicated(audit_of: Make, record: Make) -> None:
    found = concluded(audit_of(record(correct=False, extracted_final_answer=None)))
    assert (found.fault, found.n_matching, found.n_confirming) == (Fault.INDICATED, 1, 0)
    assert "scorer fault indicated, not confirmed" in found.sentence


def test_a_mixed_run_says_how_many_items_confirm_the_fault(audit_of: Make, record: Make) -> None:
    audit = audit_of(
        record("q1", correct=False),
        record("q2", correct=False),
        record("q3", correct=False, extracted_final_answer=None),
    )
    assert concluded(audit).sentence.startswith(
        "3 items recorded incorrect though the final answer matches; scorer fault confirmed on 2 of them; "
        "0/3 = 0.00 % → 3/3 = 100.00 %"
    )


def test_another_recorded_answer_leaves_the_question_open(audit_of: Make, record: Make) -> None:
    found = concluded(audit_of(record(correct=False, extracted_final_answer="B")))
    assert found.fault is Fault.OPEN
    assert "1 item credited differently for other reasons, which scorer is right is open" in found.sentence


def test_credit_without_an_answer_is_named_and_not_judged(audit_of: Make, record: Make) -> None:
    found = concluded(audit_of(record(raw_content="FINAL: B")))
    assert found.fault is Fault.OPEN
    assert "1 item recorded correct though we find another answer or none" in found.sentence


def test_a_run_without_recorded_verdicts_has_none_to_check(jsonl_audit: Make) -> None:
    item = {
        "item_id": "q",
        "task_type": "choice",
        "options": ["A", "B"],
        "target": ["A"],
        "content": "FINAL: A",
    }
    found = concluded(jsonl_audit(item))
    assert found.fault is Fault.NOT_RECORDED
    assert found.sentence == "no verdict is recorded, so there is none to check; rescored 1/1 = 100.00 %"


def test_items_without_a_recorded_verdict_are_left_out_and_counted(jsonl_audit: Make) -> None:
    item = {"task_type": "choice", "options": ["A", "B"], "target": ["A"], "content": "FINAL: A"}
    seen = [{"scorer": "s", "answer": "A", "verdict": "correct"}]
    found = concluded(jsonl_audit({"item_id": "q1", **item}, {"item_id": "q2", "recorded": seen, **item}))
    assert "no verdict recorded for 1 item, left out of the recorded totals" in found.sentence


def test_rewards_without_verdicts_are_compared_by_their_means(jsonl_audit: Make) -> None:
    item = {"task_type": "choice", "options": ["A", "B"], "target": ["A"], "content": "FINAL: A"}
    items = [{"item_id": f"q{i}", "recorded": [{"scorer": "s", "score": i / 2}], **item} for i in range(3)]
    found = concluded(jsonl_audit(*items))
    assert found.sentence.endswith(
        "mean score 0.5000 recorded → 1.0000 rescored over 3 items, 2 of them differ"
    )


def test_the_greatest_changes_are_named_and_the_rest_is_counted(audit_of: Make, record: Make) -> None:
    records = [record(f"{i}-{j}", category=f"c{i}", correct=False) for i in range(1, 6) for j in range(i)]
    audit = audit_of(*records)
    assert [one.value for one in changed_categories(audit.summary())] == ["c5", "c4", "c3", "c2", "c1"]
    sentence = concluded(audit).sentence
    assert "c5 0/5 = 0.00 % → 5/5 = 100.00 %; c4" in sentence
    assert "; 2 more categories changed" in sentence


def test_items_without_category_have_a_name() -> None:
    assert (name_category("~"), name_category(""), name_category("~~")) == ("(no category)", "(empty)", "~")
