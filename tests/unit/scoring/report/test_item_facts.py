from collections.abc import Callable

import pytest

from scoring.audit.query import Audit
from scoring.report.corrected import iterate_facts
from scoring.report.item_facts import CONSISTENT, classify


def test_the_first_finding_is_the_main_one() -> None:
    assert classify(("recorded_incorrect_though_matching", "flag_only_from_reasoning")) == (
        "recorded_incorrect_though_matching"
    )


def test_an_item_without_findings_is_consistent() -> None:
    assert classify(()) == CONSISTENT == "consistent"


@pytest.mark.parametrize(
    ("correct", "content", "changed"),
    [(True, "FINAL: A", False), (False, "FINAL: A", True), (True, "FINAL: B", True), (False, "", False)],
)
def test_an_item_is_changed_where_one_scorer_alone_gives_credit(
    audit_of: Callable[..., Audit], record: Callable, *, correct: bool, content: str, changed: bool
) -> None:
    (facts,) = iterate_facts(audit_of(record(correct=correct, raw_content=content)))
    assert facts.changed is changed


def test_an_item_without_a_recorded_verdict_is_not_changed(jsonl_audit: Callable[..., Audit]) -> None:
    item = {
        "item_id": "q",
        "task_type": "choice",
        "options": ["A", "B"],
        "target": ["A"],
        "content": "FINAL: A",
    }
    (facts,) = iterate_facts(jsonl_audit(item))
    assert (facts.recorded_verdict, facts.changed) == (None, False)


def test_an_earlier_value_that_is_right_counts_as_standing_in_the_visible_text(
    audit_of: Callable[..., Audit], record: Callable
) -> None:
    (facts,) = iterate_facts(audit_of(record(raw_content="FINAL: A\nNo.\nFINAL: B")))
    assert (facts.answer, facts.visible_content_has_expected_answer) == ("B", True)


def test_a_value_in_the_reasoning_does_not(audit_of: Callable[..., Audit], record: Callable) -> None:
    (facts,) = iterate_facts(audit_of(record(raw_content="FINAL: B", raw_reasoning="FINAL: A")))
    assert facts.visible_content_has_expected_answer is False
