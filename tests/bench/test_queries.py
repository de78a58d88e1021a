"""How long an audit of 12,000 items takes to answer, in milliseconds: `make bench`."""

import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.audit.filter import FACETS, Filter
from scoring.audit.query import Audit
from scoring.rescore.pipeline import rescore_in_memory, rescore_run
from scoring.stats.compare import compare_lanes

DATA = Path(__file__).parents[2].parent / "shared/data/runs/mmlu_pro"
SHOWN = ("ordinal", "item_id", "category", "answer", "target", "verdict", "recorded_verdict", "findings")
WHERE = Filter(category=("law", "math"), verdict=("correct", "incorrect"))
pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run of about 12,000 items of different ids, out of the MMLU-Pro files."""
    if not DATA.is_dir():
        pytest.skip("the real run files are not here")
    files = sorted(DATA.glob("model_outputs_*.json"))
    entries = [entry for path in files for entry in json.loads(path.read_text(encoding="utf-8"))]
    records = [entry for entry in entries if isinstance(entry, dict)]
    many = [{**records[n % len(records)], "question_id": n} for n in range(12_040)]
    path = tmp_path_factory.mktemp("bench") / "run.json"
    path.write_text(json.dumps(many), encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=["folder", "memory"])
def audit(run: Path, request: pytest.FixtureRequest) -> Audit:
    if request.param == "memory":
        return rescore_in_memory(run)
    return rescore_run(run, run.parent / "audit")


QUESTIONS: dict[str, Callable[[Audit], object]] = {
    "count": lambda audit: audit.count(WHERE),
    "rows, a page": lambda audit: audit.rows(WHERE, SHOWN, limit=100),
    "rows, all": lambda audit: audit.rows(Filter(), SHOWN),
    "item": lambda audit: audit.item(7000),
    "neighbours": lambda audit: audit.neighbours(WHERE, 7000),
    "facets, all of them": lambda audit: audit.facets(WHERE, list(FACETS)),
    "summary": lambda audit: audit.summary(),
    "summary of a filter": lambda audit: audit.summary(WHERE),
    "text search": lambda audit: audit._find_text("court"),
    "filter click: rows, facets, summary": lambda audit: (
        audit.rows(WHERE, SHOWN, limit=100),
        audit.facets(WHERE, list(FACETS)),
        audit.summary(WHERE),
    ),
    "item click: item, neighbours": lambda audit: (audit.item(7000), audit.neighbours(WHERE, 7000)),
}


def test_answers(audit: Audit) -> None:
    print()
    for name, ask in QUESTIONS.items():
        ask(audit)
        times = []
        for _ in range(9):
            start = time.perf_counter()
            ask(audit)
            times.append(1000 * (time.perf_counter() - start))
        print(f"{name}: median {statistics.median(times):.1f} ms, slowest {max(times):.1f} ms")


def test_comparing_two_lanes(run: Path) -> None:
    a, b = rescore_in_memory(run), rescore_in_memory(run, policy="first-match-v0")
    start = time.perf_counter()
    comparison = compare_lanes(a, b)
    print(f"\ncompare {len(comparison.pairs):,} pairs: {1000 * (time.perf_counter() - start):.0f} ms")
