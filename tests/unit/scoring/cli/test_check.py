import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.loaders.registry import LOADERS

SAMPLE = Path(__file__).parents[4] / "sample_runs/native_reasoning_audit/lane_b.json"
GOOD = {"item_id": "1", "task_type": "choice", "options": ["A", "B"], "target": ["A"], "content": "FINAL: A"}


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    path = tmp_path / "faulty.jsonl"
    path.write_text(f'{json.dumps(GOOD)}\n{{"item_id":\n{json.dumps(GOOD | {"item_id": "3"})}\n')
    return path


def test_a_run_is_recognised_and_counted(lanescope: Callable) -> None:
    ran = lanescope("check", SAMPLE)
    assert ran.code == 0
    assert "is a run of the format oc-llm" in ran.out
    assert re.search(r"with a recorded verdict +210\n", ran.out)
    assert ran.out.endswith("No problems in 1 file.\n")


def test_task_types_are_counted(lanescope: Callable) -> None:
    checked = lanescope("check", SAMPLE, "--json").json
    assert checked["task_types"]["choice"] == 145
    assert sum(checked["task_types"].values()) == checked["n_items"] == 210


def test_a_problem_is_listed_with_its_line_and_exit_code_1(lanescope: Callable, faulty: Path) -> None:
    ran = lanescope("check", faulty)
    assert ran.code == 1
    assert "\n1 problem, 1 record not loaded\n  faulty.jsonl:2: expected " in ran.out


def test_every_record_is_an_item_or_a_problem(lanescope: Callable, faulty: Path) -> None:
    checked = lanescope("check", faulty, "--json").json
    assert (checked["n_records"], checked["n_items"], checked["n_skipped"]) == (3, 2, 1)
    assert checked["problems"][0]["line"] == 2


def test_an_audit_is_called_one(lanescope: Callable, faulty: Path, tmp_path: Path) -> None:
    lanescope("rescore", faulty, "-o", tmp_path / "audit")
    ran = lanescope("check", tmp_path / "audit")
    assert ran.code == 1
    assert ran.out.startswith("audit is an audit of faulty: read as lanescope-jsonl, 2 items")
    assert "faulty.jsonl:2: expected " in ran.out
    assert lanescope("check", tmp_path / "audit", "--json").json["format"] == "audit"


def test_a_file_of_no_known_format_is_told_with_what_was_tried(lanescope: Callable, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("nothing of the kind")
    ran = lanescope("check", path)
    assert (ran.code, ran.out) == (2, "")
    assert "expected a run in a known format" in ran.err
    assert all(name in ran.err for name in ("lanescope-jsonl: ", "mmlu-pro: ", "oc-llm: "))


def test_an_unknown_format_is_answered_with_the_known_ones(lanescope: Callable) -> None:
    ran = lanescope("check", SAMPLE, "--format", "csv")
    assert ran.code == 2
    names = ", ".join(loader.name for loader in LOADERS)
    assert f"expected a format out of {names}, got 'csv'" in ran.err


def test_repeated_keys_are_counted(lanescope: Callable, tmp_path: Path) -> None:
    path = tmp_path / "twice.jsonl"
    path.write_text(f"{json.dumps(GOOD)}\n{json.dumps(GOOD)}\n")
    assert "with the task, id and attempt of an earlier one  1\n" in lanescope("check", path).out
    assert "of an earlier one" not in lanescope("check", SAMPLE).out


def test_what_stands_beside_a_run_and_is_not_read_is_named(lanescope: Callable, tmp_path: Path) -> None:
    line = '{"item_id": "x", "task_type": "number", "target": ["1"], "content": "1"}\n'
    with zipfile.ZipFile(tmp_path / "run.zip", "w") as archive:
        for name in ("ok.jsonl", "../out.jsonl", "/root.jsonl"):
            archive.writestr(name, line)
    told = lanescope("check", tmp_path / "run.zip").out
    (listed,) = [text for text in told.splitlines() if text.startswith("Beside it, not read: ")]
    assert "../out.jsonl" in listed
    assert "root.jsonl" in listed
