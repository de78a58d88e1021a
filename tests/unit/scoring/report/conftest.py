"""Audits for the reports: the bundled sample, and small runs written and rescored for one test."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring.audit.query import Audit

SAMPLES = Path(__file__).parents[4] / "sample_runs/native_reasoning_audit"


@pytest.fixture(scope="session")
def sample_a(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    return scoring.rescore_run(SAMPLES / "lane_a.json", tmp_path_factory.mktemp("a") / "audit")


@pytest.fixture(scope="session")
def sample_b(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    return scoring.rescore_run(SAMPLES / "lane_b.json", tmp_path_factory.mktemp("b") / "audit")


@pytest.fixture
def record() -> Callable[..., dict[str, Any]]:
    """Return an oc-llm record of a choice item: right, and recorded as right, unless told otherwise."""

    def make(item_id: str = "q1", **fields: Any) -> dict[str, Any]:
        values = {
            "task_id": item_id,
            "category": "law",
            "prompt": "Which one?",
            "options": {"A": "one", "B": "two"},
            "expected_answer": "A",
            "extracted_final_answer": "A",
            "extraction_method": "final",
            "ambiguity_flag": False,
            "raw_content": "FINAL: A",
            "raw_reasoning": None,
            "correct": True,
        }
        return values | fields

    return make


@pytest.fixture
def audit_of(tmp_path: Path) -> Callable[..., Audit]:
    """Return the audit of a run file of oc-llm records, written for this test."""
    written = 0

    def make(*records: dict[str, Any], policy: str = "final-answer-v1", **header: Any) -> Audit:
        nonlocal written
        written += 1
        folder = tmp_path / f"run{written}"
        folder.mkdir()
        path = folder / "lane.json"
        path.write_text(json.dumps({"run_id": "small run", **header, "tasks": list(records)}))
        return scoring.rescore_run(path, folder / "audit", policy=policy)

    return make


@pytest.fixture
def jsonl_audit(tmp_path: Path) -> Callable[..., Audit]:
    """Return the audit of a Lanescope JSONL file of these items."""

    def make(*items: dict[str, Any]) -> Audit:
        path = tmp_path / "items.jsonl"
        path.write_text("\n".join(json.dumps(item) for item in items))
        return scoring.rescore_run(path, tmp_path / "jsonl-audit")

    return make
