"""Server time of the dashboard at 12,000 items: one item step, one filter change."""

import json
import os
import statistics
import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

pytestmark = pytest.mark.bench

MAIN = Path(__file__).parents[2] / "app" / "main.py"
N_ITEMS = 12_000
LIMIT_MS = 150


@pytest.fixture(scope="module")
def items_page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    for lane in "ab":
        records = [_record(i, lane) for i in range(N_ITEMS)]
        (folder / f"lane_{lane}.json").write_text(json.dumps({"lane": lane, "tasks": records}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANESCOPE_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("LANESCOPE_CONFIG", str(folder))
        patch.setenv("LANESCOPE_PATHS", str(folder))
        patch.setattr("sys.argv", ["main.py"])
        test = AppTest.from_file(str(MAIN), default_timeout=120).run()
        test.switch_page("views/items.py").run()
        assert not test.exception
        yield test


def _record(i: int, lane: str) -> dict:
    letter = "ABCD"[(i + (lane == "b")) % 4]
    return {
        "task_id": f"item_{i:05d}",
        "category": f"category {i % 14}",
        "prompt": f"Question {i}? " * 20,
        "options": {label: f"option {label}" for label in "ABCD"},
        "expected_answer": "ABCD"[i % 4],
        "extracted_final_answer": letter,
        "extraction_method": "final_colon_letter",
        "ambiguity_flag": i % 7 == 0,
        "raw_content": f"FINAL: {letter}",
        "raw_reasoning": "A thought about it. " * 40 + "FINAL: A or FINAL: B?",
        "scoring_decision": {"correct": i % 3 == 0, "required_substrings": None},
        "correct": i % 3 == 0,
    }


def _times_ms(test: AppTest, changes: list[dict[str, str]]) -> list[float]:
    times = []
    for change in changes:
        for key, value in change.items():
            test.query_params[key] = value
        begun = time.perf_counter()
        test.run()
        times.append((time.perf_counter() - begun) * 1000)
        assert not test.exception
    return times


def _report(what: str, times: list[float]) -> None:
    ordered = sorted(times)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    load = os.getloadavg()[0]
    print(f"\n{what}: median {statistics.median(times):.0f} ms, p95 {p95:.0f} ms (load {load:.1f})")


def test_an_item_step(items_page: AppTest) -> None:
    _times_ms(items_page, [{"item": "item_00000", "n": "0"}])
    times = _times_ms(items_page, [{"item": f"item_{i:05d}", "n": str(i)} for i in range(1, 40)])
    _report("item step", times)
    assert statistics.median(times) < LIMIT_MS


def test_a_filter_change(items_page: AppTest) -> None:
    times = _times_ms(items_page, [{"category": f"category {i}"} for i in range(14)])
    _report("filter change", times)
    assert statistics.median(times) < LIMIT_MS


def test_a_text_search(items_page: AppTest) -> None:
    _report("text search", _times_ms(items_page, [{"q": f"question {i}? "} for i in (5, 17, 301, 4000)]))
