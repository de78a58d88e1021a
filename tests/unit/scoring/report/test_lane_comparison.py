import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring.audit.query import Audit
from scoring.report.as_markdown import render_markdown
from scoring.report.estimates import Notes
from scoring.report.lane_comparison import build_lane_comparison, finding
from scoring.stats.compare import compare_lanes

Make = Callable[..., Any]


@pytest.fixture(scope="module")
def text(sample_a: Audit, sample_b: Audit) -> str:
    return render_markdown(build_lane_comparison(sample_a, sample_b, compare_lanes(sample_a, sample_b)))


def test_the_finding_names_difference_interval_test_and_origin(sample_a: Audit, sample_b: Audit) -> None:
    found = finding(compare_lanes(sample_a, sample_b), Notes())
    for part in ("A 184/210 = 87.62 %, B 197/210 = 93.81 %", "+6.19 pp", "model +13", "scorer −9"):
        assert part in found


def test_the_report_goes_from_the_finding_to_the_items(text: str) -> None:
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == [
        "## Whether the lanes can be compared",
        "## Accuracy",
        "## Where the difference comes from",
        "## Items that changed",
        "## Items that are not paired",
        "## What was compared",
        "## How to read this",
    ]


def test_the_two_by_two_is_that_of_the_sample(text: str) -> None:
    for line in (
        "| both right | 171 | 178 |",
        "| only A right (lost) | 13 | 6 |",
        "| only B right (won) | 17 | 19 |",
    ):
        assert line in text


def test_without_recorded_verdicts_no_difference_is_explained(jsonl_audit: Make) -> None:
    item = {
        "item_id": "q",
        "task_type": "choice",
        "options": ["A", "B"],
        "target": ["A"],
        "content": "FINAL: A",
    }
    audit = jsonl_audit(item)
    comparison = compare_lanes(audit, audit)
    assert "no pair has a recorded verdict in both lanes" in finding(comparison, Notes())
    assert "No pair has a recorded verdict in both lanes." in render_markdown(
        build_lane_comparison(audit, audit, comparison)
    )


def test_rewards_are_a_part_of_the_finding(jsonl_audit: Make) -> None:
    item = {"item_id": "q", "task_type": "trace", "answer_gt": {"type": "integer", "value": 7}}
    reward = {
        "annotation_gt": {"type": "point", "value": [5, 5]},
        "content": '{"answer": 7, "annotation": [5, 30]}',
    }
    audit = jsonl_audit(item | reward, item | reward | {"item_id": "r"})
    assert "mean score A 0." in finding(compare_lanes(audit, audit), Notes())


def alike(folder: Path, right: range) -> Audit:
    """Eight passages of six items each, all right or all wrong together."""
    records = (
        {
            "item_id": f"q{at}",
            "task_type": "choice",
            "options": {"A": None, "B": None},
            "target": ["A"],
            "content": f"FINAL: {'A' if at // 6 in right else 'B'}",
            "cluster": f"passage {at // 6}",
        }
        for at in range(48)
    )
    run = folder.with_suffix(".jsonl")
    run.write_text("\n".join(map(json.dumps, records)))
    return scoring.rescore_run(run, folder)


def test_alike_items_are_judged_by_their_clusters(tmp_path: Path) -> None:
    comparison = compare_lanes(alike(tmp_path / "a", range(3)), alike(tmp_path / "b", range(1, 6)))
    told = finding(comparison, Notes())
    clustered = comparison.rescored.clustered
    assert clustered is not None
    assert clustered.test.p is not None
    assert f"cluster-robust t p {clustered.test.p:.4f}" in told
    assert f"{clustered.robust.low:+.2f} to {clustered.robust.high:+.2f}" in told


def test_every_number_in_brackets_is_explained(sample_a: Audit, sample_b: Audit) -> None:
    text = render_markdown(build_lane_comparison(sample_a, sample_b, compare_lanes(sample_a, sample_b)))
    figures, _, notes = text.partition("Numbers in brackets")
    used = set(re.findall(r"\d \\?\[(\d+)\\?\]", figures))
    assert used
    assert used == set(re.findall(r"^\\?\[(\d+)\\?\] ", notes, re.MULTILINE))
