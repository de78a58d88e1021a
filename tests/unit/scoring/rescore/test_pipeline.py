import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.audit.query import open_audit
from scoring.errors import AuditError, ContractError, PolicyError, RunFormatError
from scoring.loaders.registry import load_run
from scoring.policy import POLICIES
from scoring.rescore.batch import ROWS_PER_GROUP
from scoring.rescore.pipeline import rescore_in_memory, rescore_run

ROOT = Path(__file__).parents[4]
Record = Callable[..., dict[str, object]]
WriteRun = Callable[..., Path]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_run_becomes_an_audit(write_run: WriteRun, record: Record, tmp_path: Path) -> None:
    run = write_run([record(0), record(1, "FINAL: B")])
    audit = rescore_run(run, tmp_path / "audit")
    assert audit.info.lane == "B"
    assert audit.info.policy == POLICIES["final-answer-v1"]
    assert [source.path for source in audit.info.sources] == ["lane.json"]
    assert audit.info.run_folder == ".."
    assert audit.rows(columns=["item_id", "verdict"])["verdict"].tolist() == ["correct", "incorrect"]


def test_records_are_items_and_skipped_problems(write_run: WriteRun, record: Record, tmp_path: Path) -> None:
    run = write_run([record(0), 3, record(1), "stray", record(2)])
    audit = rescore_run(run, tmp_path / "audit")
    assert (audit.info.n_items, audit.info.n_skipped) == (3, 2)
    assert [problem.index for problem in audit.problems if problem.skipped] == [1, 3]
    assert audit.find("q1") == [1]


def test_rescoring_twice_gives_the_same_bytes(mmlu_pro_file: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        rescore_run(mmlu_pro_file, tmp_path / name)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_copy_of_the_run_rescored_elsewhere_gives_the_same_bytes(
    mmlu_pro_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (tmp_path / "here", tmp_path / "far" / "away"):
        (place / "runs").mkdir(parents=True)
        shutil.copy(mmlu_pro_file, place / "runs")
        monkeypatch.chdir(place)
        rescore_run(Path("runs") / mmlu_pro_file.name, "audit")
    assert contents(tmp_path / "here/audit") == contents(tmp_path / "far/away/audit")


def test_another_process_gives_the_same_bytes(write_run: WriteRun, record: Record, tmp_path: Path) -> None:
    run = write_run([record(n) for n in range(20)])
    rescore_run(run, tmp_path / "here")
    code = "import sys, scoring; scoring.rescore_run(*sys.argv[1:])"
    subprocess.run([sys.executable, "-c", code, str(run), str(tmp_path / "there")], cwd=ROOT, check=True)
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_no_path_of_the_machine_stands_in_an_audit(
    write_run: WriteRun, record: Record, tmp_path: Path
) -> None:
    rescore_run(write_run([record(0)]), tmp_path / "audit")
    assert not any(str(tmp_path).encode() in data for data in contents(tmp_path / "audit").values())


def test_an_audit_in_memory_says_the_same(write_run: WriteRun, record: Record, tmp_path: Path) -> None:
    run = write_run([record(0), record(1, "FINAL: B"), 3])
    stored, in_memory = rescore_run(run, tmp_path / "audit"), rescore_in_memory(run)
    assert in_memory.summary() == stored.summary()
    assert in_memory.item(1) == stored.item(1)
    assert in_memory.problems == stored.problems
    assert (in_memory.folder, in_memory.info.run_folder) == (None, None)


def test_policy_and_fallback_are_followed_and_written_down(
    write_run: WriteRun, record: Record, tmp_path: Path
) -> None:
    run = write_run([record(0, "", raw_reasoning="FINAL: A"), record(1, "FINAL: A\nFINAL: B")])
    audit = rescore_run(run, tmp_path / "audit", policy="first-match-v0", lane_fallback=True)
    assert audit.rows(columns=["verdict"])["verdict"].tolist() == ["correct", "correct"]
    assert (audit.info.policy.name, audit.info.lane_fallback) == ("first-match-v0", True)


def test_an_opened_run_can_be_rescored(write_run: WriteRun, record: Record, tmp_path: Path) -> None:
    run = load_run(write_run([record(0)]))
    assert rescore_run(run, tmp_path / "audit").count() == rescore_in_memory(run).count() == 1


def test_progress_runs_from_nothing_to_all(write_run: WriteRun, record: Record, tmp_path: Path) -> None:
    run = write_run([record(n, "x" * 5000) for n in range(100)])
    told: list[tuple[int, int, int]] = []
    rescore_run(run, tmp_path / "audit", on_progress=lambda *numbers: told.append(numbers))
    size = run.stat().st_size
    assert told[-1] == (size, size, 100)
    assert told == sorted(told)


def test_an_exception_out_of_the_progress_cancels_without_a_trace(
    write_run: WriteRun, record: Record, tmp_path: Path
) -> None:
    class CancelledError(Exception):
        pass

    def cancel(*_: int) -> None:
        raise CancelledError

    run = write_run([record(n) for n in range(10)], folder=tmp_path / "runs")
    with pytest.raises(CancelledError):
        rescore_run(run, tmp_path / "audits" / "a", on_progress=cancel)
    assert list((tmp_path / "audits").iterdir()) == []


def test_rows_stand_in_groups_of_a_fixed_size(write_run: WriteRun, record: Record, tmp_path: Path) -> None:
    audit = rescore_run(write_run([record(n) for n in range(ROWS_PER_GROUP + 5)]), tmp_path / "audit")
    assert audit.count() == ROWS_PER_GROUP + 5
    assert audit.item(ROWS_PER_GROUP).item_id == f"q{ROWS_PER_GROUP}"


def test_items_of_the_same_key_are_counted_as_a_finding_of_the_run(
    write_run: WriteRun, record: Record
) -> None:
    (finding,) = rescore_in_memory(write_run([record(0), record(1), record(0), record(0)])).info.findings
    assert (finding.name, finding.n_items) == ("duplicate_keys", 2)
    assert rescore_in_memory(write_run([record(0), record(1)])).info.findings == ()


def test_a_run_of_nobodys_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"a": 1}', encoding="utf-8")
    with pytest.raises(RunFormatError):
        rescore_run(tmp_path / "x.json", tmp_path / "audit")
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]


def test_an_unknown_policy_is_refused_before_anything_is_written(
    write_run: WriteRun, record: Record, tmp_path: Path
) -> None:
    with pytest.raises(PolicyError, match="nonsense"):
        rescore_run(write_run([record(0)]), tmp_path / "audit", policy="nonsense")
    assert not (tmp_path / "audit").exists()


def test_the_run_itself_is_never_overwritten(write_run: WriteRun, record: Record, tmp_path: Path) -> None:
    run = write_run([record(0)])
    before = run.read_bytes()
    for target in (run, tmp_path):
        with pytest.raises(AuditError, match="expected an audit, an empty folder or nothing"):
            rescore_run(run, target)
    assert run.read_bytes() == before


def test_a_file_that_changes_while_it_is_read_is_refused(
    write_run: WriteRun, record: Record, tmp_path: Path
) -> None:
    run = write_run([record(n) for n in range(10)])

    def touch(*_: int) -> None:
        os.utime(run, (0, 0))

    with pytest.raises(RunFormatError, match="got a change while they were read"):
        rescore_run(run, tmp_path / "audit", on_progress=touch)
    assert not (tmp_path / "audit").exists()


def test_several_workers_give_the_same_bytes(write_run: WriteRun, record: Record, tmp_path: Path) -> None:
    records = [record(n, f"FINAL: {'AB'[n % 2]}") for n in range(2 * ROWS_PER_GROUP + 7)]
    run = write_run([*records[:5], "stray", *records[5:], 3])
    for name, workers in (("one", 1), ("three", 3)):
        rescore_run(run, tmp_path / name, workers=workers)
    assert contents(tmp_path / "one") == contents(tmp_path / "three")


def test_fewer_than_one_worker_is_refused(write_run: WriteRun, record: Record, tmp_path: Path) -> None:
    with pytest.raises(ContractError, match="expected at least one worker, got 0"):
        rescore_run(write_run([record(0)]), tmp_path / "audit", workers=0)


SLOW = """
import sys, time
from scoring.rescore.pipeline import rescore_run
def stall(*numbers):
    print("reading", flush=True)
    time.sleep(600)
rescore_run(sys.argv[1], sys.argv[2], on_progress=stall)
"""


def test_a_killed_run_leaves_nothing_half_written(
    write_run: WriteRun, record: Record, tmp_path: Path
) -> None:
    run = write_run([record(n) for n in range(10)], folder=tmp_path / "runs")
    target = tmp_path / "audits" / "a"
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, str(run), str(target)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "reading\n"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert not target.exists()
    assert rescore_run(run, target).count() == 10
    assert [path.name for path in target.parent.iterdir()] == ["a"]


def test_ten_times_the_items_take_at_most_fifteen_times_as_long(
    write_run: WriteRun, record: Record, tmp_path: Path
) -> None:
    few = write_run([record(n) for n in range(300)], "few.json")
    many = write_run([record(n) for n in range(3000)], "many.json")

    def best(run: Path) -> float:
        times = []
        for _ in range(3):
            start = time.process_time()
            rescore_run(run, tmp_path / "audit")
            times.append(time.process_time() - start)
        return min(times)

    assert best(many) <= 15 * best(few)


def test_an_audit_over_another_lane_is_opened_as_the_new_one(
    write_run: WriteRun, record: Record, tmp_path: Path
) -> None:
    rescore_run(write_run([record(0)]), tmp_path / "audit")
    rescore_run(write_run([record(0), record(1)], "other.json"), tmp_path / "audit")
    assert open_audit(tmp_path / "audit").count() == 2
