import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring.audit.query import Audit
from scoring.errors import ComparisonError, ContractError
from scoring.report.files import plan_reports, report_files, write_reports

SAMPLES = Path(__file__).parents[4] / "sample_runs/native_reasoning_audit"
NAMES = ["corrected_metrics.json", "scorer_audit.md", "scorer_audit.html"]
BOTH = [*NAMES, "lane_comparison.md", "lane_comparison.html"]
Make = Callable[..., Any]
HOSTILE = "</script>]]>-->\n````\n| \u202e \u2067 \x00 \ud800 <img src=x> [a](javascript:b) {{x}} \r\n"


def test_without_a_baseline_there_is_no_comparison(sample_b: Audit) -> None:
    assert list(plan_reports(sample_b)) == NAMES


def test_with_a_baseline_there_is_one(sample_a: Audit, sample_b: Audit) -> None:
    assert list(plan_reports(sample_b, sample_a)) == BOTH


def test_files_on_disk_and_in_memory_are_the_same(sample_a: Audit, sample_b: Audit, tmp_path: Path) -> None:
    paths = write_reports(tmp_path / "new" / "reports", sample_b, sample_a)
    assert {path.name: path.read_bytes() for path in paths} == report_files(sample_b, sample_a)
    assert sorted(path.name for path in paths[0].parent.iterdir()) == sorted(BOTH)


def test_the_same_run_in_another_folder_gives_the_same_bytes(sample_b: Audit, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere" / "lane_b.json"
    moved.parent.mkdir()
    moved.write_bytes((SAMPLES / "lane_b.json").read_bytes())
    again = scoring.rescore_run(moved, tmp_path / "audit")
    assert report_files(again) == report_files(sample_b)


def test_no_file_names_a_folder_of_the_machine(sample_a: Audit, sample_b: Audit) -> None:
    for data in report_files(sample_b, sample_a).values():
        assert str(SAMPLES.parent).encode() not in data
        assert b"/tmp/" not in data


def test_the_run_file_is_not_touched(audit_of: Make, record: Make, tmp_path: Path) -> None:
    audit = audit_of(record())
    (run,) = tmp_path.rglob("lane.json")
    before = hashlib.sha256(run.read_bytes()).hexdigest()
    write_reports(tmp_path / "out", audit)
    assert hashlib.sha256(run.read_bytes()).hexdigest() == before == audit.info.sources[0].sha256


def test_other_files_in_the_folder_stay(sample_b: Audit, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    write_reports(tmp_path, sample_b)
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_file_in_the_place_of_the_folder_is_refused(sample_b: Audit, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ContractError, match=r"expected a folder .* got a file"):
        write_reports(tmp_path / "file", sample_b)


def test_lanes_without_a_common_item_are_refused_before_anything_is_written(
    audit_of: Make, record: Make, sample_b: Audit, tmp_path: Path
) -> None:
    with pytest.raises(ComparisonError):
        write_reports(tmp_path / "out", sample_b, audit_of(record("other")))
    assert not (tmp_path / "out").exists()


def test_hostile_runs_give_whole_documents(audit_of: Make, record: Make) -> None:
    hostile = record(
        HOSTILE,
        category=HOSTILE,
        prompt=HOSTILE,
        options={"A": HOSTILE, "B": HOSTILE},
        extracted_final_answer="A",
        extraction_method=HOSTILE,
        raw_content=f"{HOSTILE}FINAL: A",
        raw_reasoning=f"{HOSTILE * 20_000}FINAL: B",
        correct=False,
    )
    audit = audit_of(hostile, model=HOSTILE, lane=HOSTILE, **{HOSTILE: HOSTILE})
    baseline = audit_of(hostile | {"raw_content": f"{HOSTILE}FINAL: B"}, model=HOSTILE)
    files = report_files(audit, baseline)
    assert all(data.decode() for data in files.values())
    assert json.loads(files["corrected_metrics.json"])["n_changed"] == 1
    for name in ("scorer_audit.html", "lane_comparison.html"):
        assert b"<script" not in files[name]
        assert b"<img" not in files[name]
        assert len(files[name]) < 60_000
    assert b"characters left out" in files["scorer_audit.md"]


def test_ten_times_the_items_take_at_most_fifteen_times_the_time(audit_of: Make, record: Make) -> None:
    def seconds(n: int) -> float:
        lanes = [
            audit_of(*(record(f"q{at}", raw_content=f"FINAL: {'AB'[at % 7 == lane]}") for at in range(n)))
            for lane in (0, 1)
        ]
        times = []
        for _ in range(2):
            start = time.process_time()
            report_files(lanes[0], lanes[1])
            times.append(time.process_time() - start)
        return min(times)

    assert seconds(10_000) < 15 * seconds(1_000)
