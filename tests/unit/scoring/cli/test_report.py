import json
from collections.abc import Callable
from pathlib import Path

SAMPLES = Path(__file__).parents[4] / "sample_runs/native_reasoning_audit"
SENTENCE = (
    "9 items recorded incorrect though the final answer matches; scorer fault confirmed; "
    "188/210 = 89.52 % → 197/210 = 93.81 %; reasoning 128/145 = 88.28 % → 137/145 = 94.48 %"
)


def test_reports_on_a_run_file_are_written_and_named(lanescope: Callable, tmp_path: Path) -> None:
    ran = lanescope("report", SAMPLES / "lane_b.json", "-o", tmp_path / "out")
    assert ran.code == 0
    assert SENTENCE in ran.out
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "corrected_metrics.json",
        "scorer_audit.html",
        "scorer_audit.md",
    ]


def test_a_baseline_adds_the_comparison(lanescope: Callable, tmp_path: Path) -> None:
    ran = lanescope(
        "report", SAMPLES / "lane_b.json", "--baseline", SAMPLES / "lane_a.json", "-o", tmp_path, "--json"
    )
    assert ran.json["files"][-2:] == ["lane_comparison.md", "lane_comparison.html"]
    assert ran.json["conclusion"]["sentence"] == SENTENCE
    assert ran.json["baseline"]["lane"] != ran.json["run"]["lane"]


def test_an_audit_gives_the_same_reports_as_its_run(lanescope: Callable, tmp_path: Path) -> None:
    lanescope("rescore", SAMPLES / "lane_b.json", "-o", tmp_path / "audit")
    lanescope("report", tmp_path / "audit", "-o", tmp_path / "one")
    lanescope("report", SAMPLES / "lane_b.json", "-o", tmp_path / "two")
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


def test_another_policy_gives_other_numbers(lanescope: Callable, tmp_path: Path) -> None:
    lanescope("report", SAMPLES / "lane_b.json", "-o", tmp_path, "--policy", "ambiguity-fails-v0")
    metrics = json.loads((tmp_path / "corrected_metrics.json").read_text())
    assert (metrics["policy"]["name"], metrics["conclusion"]["fault"]) == ("ambiguity-fails-v0", "none")


def test_problems_of_the_data_are_listed_and_change_the_exit_code(
    lanescope: Callable, tmp_path: Path
) -> None:
    (tmp_path / "run.jsonl").write_text('{"item_id": "a", "task_type": "choice", "content": "x"}\nnonsense\n')
    ran = lanescope("report", tmp_path / "run.jsonl", "-o", tmp_path / "out")
    assert ran.code == 1
    assert "problem" in ran.out


def test_a_folder_is_needed(lanescope: Callable) -> None:
    assert lanescope("report", SAMPLES / "lane_b.json").code == 2


def test_lanes_without_a_pair_leave_the_documents_of_the_run(lanescope: Callable, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text('{"item_id": "x", "task_type": "number", "target": ["1"], "content": "1"}\n')
    ran = lanescope("report", SAMPLES / "lane_b.json", "--baseline", other, "-o", tmp_path / "out")
    assert ran.code == 1
    assert "No lane comparison: expected items in common, got 1 items only in lane A (x)" in ran.out
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "corrected_metrics.json",
        "scorer_audit.html",
        "scorer_audit.md",
    ]


def test_a_margin_is_stated_in_the_comparison(lanescope: Callable, tmp_path: Path) -> None:
    lanes = [SAMPLES / f"lane_{name}.json" for name in "ab"]
    ran = lanescope("report", lanes[1], "--baseline", lanes[0], "-o", tmp_path, "--margin", "20")
    assert ran.code == 0
    assert "equivalent within 20 pp" in (tmp_path / "lane_comparison.md").read_text()
