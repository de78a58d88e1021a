"""How long two lanes take to compare, with everything, and how much memory that takes: `make bench`."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.audit.schema import SCHEMA

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.bench, pytest.mark.timeout(1200)]

# VmHWM, since ru_maxrss of a child begins at what its parent used.
COMPARE = """
import re, sys, time
from pathlib import Path
from scoring.audit.info import AuditInfo
from scoring.audit.query import Audit
from scoring.audit.schema import SCHEMA_VERSION
from scoring.policy import POLICIES
from scoring.stats.compare import compare_lanes
from scoring.stats.payload import comparison_payload

def audit(path, n):
    policy = POLICIES["final-answer-v1"]
    info = AuditInfo(
        schema_version=SCHEMA_VERSION, scorer_version="1", loader="bench", policy=policy, n_items=n
    )
    return Audit(info, Path(path))

n = int(sys.argv[3])
a, b = audit(sys.argv[1], n), audit(sys.argv[2], n)
start = time.perf_counter()
comparison = compare_lanes(a, b, margin_pp=1.0)
seconds = time.perf_counter() - start
assert len(comparison.pairs) == n
peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024
print(f"{seconds:.2f} s, peak memory {peak} MB, scores: {len(comparison.scores)}")
"""


def write_lane(path: Path, n: int, *, seed: int, soft: bool, clusters: bool) -> Path:
    """Write the rows of an audit with verdicts, answers, 14 categories and, if soft, rewards."""
    rng = np.random.default_rng(seed)
    right = rng.random(n) < 0.6 + 0.05 * seed
    answers = np.where(right, "A", rng.choice(list("BCDEFGHIJ"), n))
    score = np.where(right, 1.0, 0.0) if not soft else rng.beta(2 + seed, 2, n)
    verdict = pa.array(np.where(right, "correct", "incorrect"))
    recorded = pa.array(np.where(right & (rng.random(n) < 0.95), "correct", "incorrect"))
    ids = np.array([f"item-{at:08d}" for at in range(n)])
    order = rng.permutation(n)
    values: dict[str, pa.Array] = {
        "ordinal": pa.array(np.arange(n)),
        "task": pa.array(np.full(n, "bench")),
        "item_id": pa.array(ids[order]),
        "attempt": pa.array(np.zeros(n, dtype=np.int32)),
        "category": pa.array(np.array([f"category {at}" for at in range(14)])[order % 14]),
        "task_type": pa.array(np.full(n, "choice")),
        "answer": pa.array(answers),
        "recorded_answer": pa.array(answers),
        "recorded_scorer": pa.array(np.full(n, "bench")),
        "extraction_source": pa.array(np.full(n, "content")),
        "extraction_rule": pa.array(rng.choice(["answer_marker", "boxed", "last_line"], n)),
        "verdict": verdict,
        "recorded_verdict": recorded,
        "score": pa.array(score),
        "item_hash": pa.array([f"{at:064x}" for at in order]),
    }
    if clusters:
        values["cluster"] = pa.array(np.array([f"passage {at}" for at in order // 4]))
    if soft:
        values |= {
            name: pa.array(rng.beta(2 + seed, 2, n))
            for name in ("answer_reward", "annotation_reward", "task_reward", "format_score")
        }
    columns = [values.get(field.name, pa.nulls(n, field.type)).cast(field.type) for field in SCHEMA]
    schema = pa.schema([field.with_nullable(True) for field in SCHEMA])
    pq.write_table(pa.Table.from_arrays(columns, schema=schema), path, row_group_size=4096)
    return path


@pytest.mark.parametrize(
    ("n", "soft", "clusters"),
    [
        (12_000, False, False),
        (12_000, False, True),
        (12_000, True, False),
        (12_000, True, True),
        (1_000_000, False, False),
        (1_000_000, True, True),
    ],
    ids=str,
)
def test_comparing_two_lanes(n: int, soft: bool, clusters: bool, tmp_path: Path) -> None:  # noqa: FBT001
    lanes = [
        write_lane(tmp_path / f"{seed}.parquet", n, seed=seed, soft=soft, clusters=clusters)
        for seed in (0, 1)
    ]
    words = [sys.executable, "-c", COMPARE, *map(str, lanes), str(n)]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    what = f"{'five rewards' if soft else 'verdicts'}{', clusters of four' if clusters else ''}"
    print(f"\n{n:,} pairs, {what}: {ran.stdout.strip()}")
