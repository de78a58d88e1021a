from collections.abc import Callable
from typing import Any

from scoring.audit.query import Audit
from scoring.report.as_markdown import render_markdown
from scoring.report.blocks import Document
from scoring.report.lane_sides import describe_comparability
from scoring.stats.compare import compare_lanes

Make = Callable[..., Any]


def shown(a: Audit, b: Audit) -> str:
    comparison = compare_lanes(a, b)
    blocks = tuple(describe_comparability(comparison.comparability, len(comparison.pairs)))
    return render_markdown(Document(title="T", subject=(), blocks=blocks))


def test_lanes_that_differ_in_their_responses_alone_are_comparable(sample_a: Audit, sample_b: Audit) -> None:
    assert "210 pairs. Nothing was found that limits the comparison" in shown(sample_a, sample_b)


def test_items_with_another_target_are_named(audit_of: Make, record: Make) -> None:
    text = shown(
        audit_of(record("q1"), record("q2")), audit_of(record("q1"), record("q2", expected_answer="B"))
    )
    assert "The lanes are not fully comparable:" in text
    assert "`q2`" in text
    assert "`q1`" not in text
