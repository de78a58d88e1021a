from collections.abc import Callable
from typing import Any

import pyarrow as pa

from scoring.audit.query import Audit
from scoring.audit.schema import SCHEMA
from scoring.report.as_markdown import render_markdown
from scoring.report.conclusion import RULE, conclude
from scoring.report.scorer_audit import N_ITEMS, UNNAMED, build_scorer_audit

Make = Callable[..., Any]


def report(audit: Audit) -> str:
    summary = audit.summary()
    return render_markdown(build_scorer_audit(audit, summary, conclude(audit, summary)))


def test_the_report_answers_its_questions_in_order(sample_b: Audit) -> None:
    text = report(sample_b)
    order = [
        text.index(part)
        for part in (
            "> 9 items recorded incorrect",
            "## What was checked",
            "## Recorded and rescored",
            "## Findings by kind",
            "## Items and their evidence",
            "## How to read this",
        )
    ]
    assert order == sorted(order)


def test_the_named_items_of_the_bug_report_stand_under_their_main_finding(sample_b: Audit) -> None:
    text = report(sample_b)
    start = text.index("### recorded_incorrect_though_matching: 9 items")
    end = text.index("### flag_only_from_reasoning: 2 items")
    for item in ("reasoning_mmlu_015", "reasoning_mmlu_pro_019", "reasoning_mmlu_030"):
        assert start < text.index(f"### `{item}`") < end


def test_the_rule_behind_the_conclusion_is_stated(sample_b: Audit) -> None:
    assert RULE in report(sample_b)


def test_items_beyond_the_limit_are_counted(audit_of: Make, record: Make) -> None:
    audit = audit_of(*(record(f"q{i}", correct=False) for i in range(N_ITEMS + 7)))
    text = report(audit)
    assert f"first {N_ITEMS} in the order of the file; 7 more are left out here" in text
    assert text.count("- Recorded:") == N_ITEMS


def test_items_credited_differently_without_a_finding_are_shown(audit_of: Make, record: Make) -> None:
    audit = audit_of(record(correct=False, extracted_final_answer="B"))
    table = audit.table(columns=SCHEMA.names)
    # As in an audit of a version that did not know the finding.
    none = pa.array([[]] * table.num_rows, SCHEMA.field("findings").type)
    stripped = table.set_column(SCHEMA.get_field_index("findings"), "findings", none)
    text = report(Audit.from_table(stripped, audit.info))
    assert f"### {UNNAMED}: 1 item" in text


def test_a_run_without_findings_says_so(audit_of: Make, record: Make) -> None:
    text = report(audit_of(record()))
    assert "None of the items has a finding." in text
    assert "No item has a finding, and none is credited differently." in text


def test_recorded_scores_are_shown_by_their_means(jsonl_audit: Make) -> None:
    item = {"task_type": "choice", "options": ["A", "B"], "target": ["A"], "content": "FINAL: A"}
    items = [{"item_id": f"q{i}", "recorded": [{"scorer": "s", "score": i / 4}], **item} for i in range(4)]
    text = report(jsonl_audit(*items))
    assert "| `recorded_score` | 4 | 0.3750 |\n| `score` | 4 | 1.0000 |" in text


def test_verdicts_alone_have_no_table_of_scores(audit_of: Make, record: Make) -> None:
    assert "**Scores**" not in report(audit_of(record()))
