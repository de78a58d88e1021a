"""How long the reports of a run and its baseline take, and how much memory: `make bench`."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from scoring.rescore.pipeline import rescore_run

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.bench, pytest.mark.timeout(1200)]

# VmHWM, since ru_maxrss of a child begins at what its parent used.
REPORT = """
import re, sys, time
from pathlib import Path
from scoring.audit.query import open_audit
from scoring.report.files import write_reports
start = time.perf_counter()
written = write_reports(Path(sys.argv[3]), open_audit(sys.argv[1]), open_audit(sys.argv[2]))
seconds = time.perf_counter() - start
megabytes = sum(path.stat().st_size for path in written) / 1e6
peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024
print(f"{len(written)} files, {megabytes:.1f} MB, {seconds:.2f} s, peak memory {peak} MB")
"""


def write_lane(path: Path, n: int, *, seed: int) -> Path:
    """Write a run of choice items with half a kilobyte of text each, one in twenty recorded wrongly."""
    rng = np.random.default_rng(seed)
    right = rng.random(n) < 0.6 + 0.05 * seed
    recorded = right ^ (rng.random(n) < 0.05)
    with path.open("w", encoding="utf-8") as out:
        out.write('{"lanescope_run": {}}\n')
        for at in range(n):
            letter = "A" if right[at] else "BCD"[at % 3]
            record = {
                "item_id": f"item-{at:06d}",
                "category": f"category {at % 14}",
                "task_type": "choice",
                "prompt": f"Which of the four does sentence {at} name?",
                "options": {"A": "the first", "B": "the second", "C": "the third", "D": "the fourth"},
                "target": ["A"],
                "content": f"{'Let us weigh each of them in turn. ' * 14}\n\nFINAL: {letter}",
                "recorded": [
                    {"scorer": "s", "answer": letter, "verdict": "correct" if recorded[at] else "incorrect"}
                ],
            }
            out.write(json.dumps(record) + "\n")
    return path


@pytest.mark.parametrize("n", [12_000, 96_000])
def test_writing_the_reports_of_two_lanes(n: int, tmp_path: Path) -> None:
    audits = [tmp_path / f"audit-{seed}" for seed in (0, 1)]
    for seed, audit in enumerate(audits):
        rescore_run(write_lane(tmp_path / f"{seed}.jsonl", n, seed=seed), audit)
    words = [sys.executable, "-c", REPORT, str(audits[1]), str(audits[0]), str(tmp_path / "reports")]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    print(f"\n{n:,} items and their baseline: {ran.stdout.strip()}")
