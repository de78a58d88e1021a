"""How fast a file becomes an audit, stage by stage, and how much memory that takes: `make bench`."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from scoring.audit.rows import DecidedItem, build_rows
from scoring.audit.store import AuditWriter
from scoring.diagnose.findings import item_findings
from scoring.loaders.registry import load_run
from scoring.policy import POLICIES
from scoring.records import Item
from scoring.rescore.pipeline import rescore_run
from scoring.rescore.trial import read_items, try_policy
from scoring.tasks import score_item

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared/data/runs/mmlu_pro"
GIGABYTE = 1_000_000_000
pytestmark = [pytest.mark.bench, pytest.mark.timeout(1200)]

# VmHWM, since ru_maxrss of a child begins at what its parent used.
RESCORE = """
import re, sys, time
from pathlib import Path
from scoring.rescore.collector import relax_collector
from scoring.rescore.pipeline import rescore_run
relax_collector()
start = time.process_time()
n = rescore_run(sys.argv[1], sys.argv[2]).info.n_items
seconds = time.process_time() - start
print(n, seconds, int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""


@pytest.fixture(scope="module")
def records() -> str:
    """Return the records of all MMLU-Pro files, about 12,000 of them, as the inside of a JSON list."""
    if not DATA.is_dir():
        pytest.skip("the real run files are not here")
    files = sorted(DATA.glob("model_outputs_*.json"))
    records = [record for path in files for record in json.loads(path.read_text(encoding="utf-8"))]
    return json.dumps(records * (12_040 // len(records)))[1:-1]


def best(work: Callable[[], object], times: int = 3) -> float:
    """Return the least processor time that some work took, in seconds."""
    seconds = []
    for _ in range(times):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def _rescored_apart(run: Path, audit: Path) -> tuple[int, float, int]:
    """Return items, processor seconds and peak megabytes of a rescoring as the command does it."""
    words = [sys.executable, "-c", RESCORE, str(run), str(audit)]
    n, seconds, peak = subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    return int(n), float(seconds), int(peak)


def test_from_file_to_audit(records: str, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    run.write_text(f"[{records}]", encoding="utf-8")
    n, best_rate = 0, 0.0
    for _ in range(5):
        n, seconds, _ = _rescored_apart(run, tmp_path / "audit")
        best_rate = max(best_rate, n / seconds)
    print(f"\nfile to audit: {best_rate:,.0f} items/s on one core, {n:,} items")


def test_stage_by_stage(records: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(f"[{records}]", encoding="utf-8")
    run, policy = load_run(path), POLICIES["final-answer-v1"]
    items = [entry for entry in run.read() if isinstance(entry, Item)]
    decisions = [score_item(item, policy) for item in items]
    decided = [
        DecidedItem(n, item, decision, item_findings(item, decision))
        for n, (item, decision) in enumerate(zip(items, decisions, strict=True))
    ]
    rows = build_rows(decided)

    def write() -> None:
        with AuditWriter(tmp_path / "audit") as writer:
            writer.write(rows)

    stages = {
        "read": lambda: list(run.read()),
        "decide": lambda: [score_item(item, policy) for item in items],
        "findings": lambda: [item_findings(*pair) for pair in zip(items, decisions, strict=True)],
        "rows": lambda: build_rows(decided),
        "write": write,
    }
    print()
    for name, work in stages.items():
        print(f"{name}: {best(work) / len(items) * 1e6:.1f} µs an item")


def test_memory_does_not_grow_with_the_file(records: str, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    for n_bytes in (GIGABYTE // 50, GIGABYTE):
        with run.open("w", encoding="utf-8") as file:
            file.write("[" + records)
            while file.tell() < n_bytes:
                file.write(",\n" + records)
            file.write("]")
        n, seconds, peak = _rescored_apart(run, tmp_path / "audit")
        print(
            f"\n{run.stat().st_size / 1e6:,.0f} MB: {n:,} items, "
            f"{n / seconds:,.0f} items/s, peak memory {peak} MB"
        )
        assert peak < 300


def test_a_policy_tried_on_an_audit(records: str, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    run.write_text(f"[{records}]", encoding="utf-8")
    audit = rescore_run(run, tmp_path / "audit")
    items = read_items(audit)
    print(f"\nitems of an audit: {best(lambda: read_items(audit)):.2f} s for {len(items):,}")
    for name in ("final-answer-v1", "first-match-v0", "mmlu-pro-v0"):
        seconds = best(partial(try_policy, items, POLICIES[name]))
        print(f"{name} tried: {seconds:.2f} s for {len(items):,}")
