import hashlib
import io
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring.audit.query import Audit
from scoring.report.conclusion import conclude
from scoring.report.corrected import write_corrected_metrics

LANE_B = Path(__file__).parents[4] / "sample_runs/native_reasoning_audit/lane_b.json"
Make = Callable[..., Any]


def written(audit: Audit) -> dict[str, Any]:
    out = io.BytesIO()
    summary = audit.summary()
    n = write_corrected_metrics(audit, summary, conclude(audit, summary), out)
    metrics = json.loads(out.getvalue(), parse_constant=pytest.fail)
    assert n == len(metrics["items"])
    return metrics


@pytest.fixture(scope="module")
def metrics(sample_b: Audit) -> dict[str, Any]:
    return written(sample_b)


@pytest.fixture(scope="module")
def tasks() -> list[dict[str, Any]]:
    return json.loads(LANE_B.read_text())["tasks"]


def test_every_item_of_the_run_file_is_there_in_its_order(metrics: dict, tasks: list) -> None:
    assert [one["item_id"] for one in metrics["items"]] == [one["task_id"] for one in tasks]


@pytest.mark.parametrize(
    "name", ["extracted_final_answer", "extraction_method", "ambiguity_flag", "scoring_decision", "correct"]
)
def test_recorded_fields_stand_under_the_names_of_the_run_file(metrics: dict, tasks: list, name: str) -> None:
    assert [one[name] for one in metrics["items"]] == [one[name] for one in tasks]


def test_the_changed_items_are_those_recorded_wrong_with_the_expected_answer(
    metrics: dict, tasks: list
) -> None:
    wronged = [
        one["task_id"]
        for one in tasks
        if not one["correct"] and one["extracted_final_answer"] == one["expected_answer"]
    ]
    changed = [one for one in metrics["items"] if one["changed"]]
    assert [one["item_id"] for one in changed] == wronged
    assert {(one["recorded_verdict"], one["corrected_verdict"]) for one in changed} == {
        ("incorrect", "correct")
    }
    assert {one["classification"] for one in changed} == {"recorded_incorrect_though_matching"}
    assert metrics["n_changed"] == len(wronged) == 9


def test_totals_are_those_of_the_items(metrics: dict) -> None:
    for side in ("recorded", "corrected"):
        counted = Counter((one["category"], one[f"{side}_verdict"]) for one in metrics["items"])
        for group in metrics["by_category"]:
            for verdict in ("correct", "incorrect", "no_answer", "unscorable"):
                assert group[side][verdict] == counted[group["category"], verdict]
    assert metrics["totals"]["recorded"]["accuracy_percent"] == 89.52
    assert metrics["totals"]["corrected"]["accuracy_percent"] == 93.81


def test_the_run_file_is_named_with_its_digest(metrics: dict) -> None:
    digest = hashlib.sha256(LANE_B.read_bytes()).hexdigest()
    assert metrics["sources"] == [{"path": "lane_b.json", "sha256": digest, "n_bytes": LANE_B.stat().st_size}]


def test_a_correct_visible_answer_holds_the_expected_one(metrics: dict) -> None:
    assert all(
        one["visible_content_has_expected_answer"]
        for one in metrics["items"]
        if one["corrected_verdict"] == "correct" and one["extraction_source"] == "content"
    )


def test_a_recorded_field_never_takes_the_name_of_one_of_ours(jsonl_audit: Make) -> None:
    raw = {"classification": "theirs", "recorded:classification": 1, "n": float("nan"), "s": "\ud800\x00"}
    recorded = [{"scorer": "s", "verdict": "correct", "raw": raw}, {"scorer": "t", "score": 0.5}]
    item = {
        "item_id": "q",
        "task_type": "choice",
        "options": ["A", "B"],
        "target": ["A"],
        "content": "FINAL: A",
    }
    (one,) = written(jsonl_audit({**item, "recorded": recorded}))["items"]
    assert one["classification"] == "consistent"
    assert sorted(v for k, v in one.items() if "recorded:" in k and "classification" in k and v != 1) == [
        "theirs"
    ]
    assert (one["n"], one["s"]) == ("NaN", "\ufffd\x00")
    assert one["other_scorers"] == [{"scorer": "t", "score": 0.5}]


def test_a_record_that_is_no_object_is_kept(jsonl_audit: Make) -> None:
    item = {
        "item_id": "q",
        "task_type": "choice",
        "options": ["A", "B"],
        "target": ["A"],
        "content": "FINAL: A",
    }
    (one,) = written(jsonl_audit({**item, "recorded": [{"scorer": "s", "raw": [1, 2]}]}))["items"]
    assert one["recorded:raw"] == [1, 2]


def test_what_was_not_loaded_is_named(audit_of: Make, record: Make) -> None:
    metrics = written(audit_of(record(), "no record"))
    assert (metrics["n_items"], metrics["n_skipped"]) == (1, 1)
    assert [one["kind"] for one in metrics["problems"] if one["skipped"]]
