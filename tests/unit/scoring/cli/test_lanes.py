import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

import scoring
from scoring.audit.means import score_means
from scoring.cli.arguments import add_lane
from scoring.cli.lanes import open_lane
from scoring.errors import ContractError, RunFormatError

SAMPLE = Path(__file__).parents[4] / "sample_runs/native_reasoning_audit/lane_b.json"


def asked(*words: str) -> Namespace:
    parser = ArgumentParser()
    add_lane(parser)
    return parser.parse_args(words)


@pytest.fixture
def audit(tmp_path: Path) -> Path:
    scoring.rescore_run(SAMPLE, tmp_path / "audit", policy="strict-markers-v1")
    return tmp_path / "audit"


def test_a_run_is_rescored_by_the_policy_asked_for() -> None:
    lane = open_lane(SAMPLE, asked("--policy", "first-match-v0", "--reasoning-fallback"))
    assert (lane.info.policy.name, lane.info.lane_fallback) == ("first-match-v0", True)


def test_a_run_is_rescored_by_the_default_policy_if_none_is_named() -> None:
    assert open_lane(SAMPLE, asked()).info.policy.name == "final-answer-v1"


def test_an_audit_is_opened_as_it_is(audit: Path) -> None:
    assert open_lane(audit, asked()).info.policy.name == "strict-markers-v1"


def test_an_audit_is_never_passed_off_as_scored_by_another_policy(audit: Path) -> None:
    with pytest.raises(ContractError, match="scored by final-answer-v1, got one scored by strict-markers-v1"):
        open_lane(audit, asked("--policy", "final-answer-v1"))


def test_an_audit_is_never_passed_off_as_made_with_the_fallback(audit: Path) -> None:
    with pytest.raises(ContractError, match="made with --reasoning-fallback, got one made without"):
        open_lane(audit, asked("--reasoning-fallback"))


def test_a_path_to_nothing_is_a_format_error(tmp_path: Path) -> None:
    with pytest.raises(RunFormatError, match="expected a run file or folder, got nothing"):
        open_lane(tmp_path / "gone", asked())


def test_a_run_is_rescored_once_and_then_taken_from_the_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LANESCOPE_CACHE", str(tmp_path / "cache"))

    def state() -> list[tuple[Path, int]]:
        return [(path, path.stat().st_mtime_ns) for path in sorted((tmp_path / "cache").rglob("*.parquet"))]

    open_lane(SAMPLE, asked())
    first = state()
    open_lane(SAMPLE, asked())
    assert len(first) == 1
    assert state() == first


@pytest.fixture
def boxes(tmp_path: Path) -> Path:
    record = {"id": "one", "width": 100, "height": 50, "target": [[10, 10, 30, 30]], "target_labels": ["dog"],
              "prediction": [[10, 10, 20, 20]], "prediction_labels": ["dog"]}  # fmt: skip
    path = tmp_path / "boxes.jsonl"
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    return path


def test_one_file_read_in_two_ways_makes_two_audits(boxes: Path) -> None:
    audits = [open_lane(boxes, asked("--option", f"boxes={form}")) for form in ("xyxy", "xywh")]
    assert [audit.info.metadata["read_with_options"] for audit in audits] == [
        {"boxes": "xyxy"},
        {"boxes": "xywh"},
    ]
    assert [score_means(audit)[0].mean for audit in audits] == [0.25, 1.0]


def test_an_audit_is_never_passed_off_as_read_in_another_way(boxes: Path, tmp_path: Path) -> None:
    scoring.rescore_run(scoring.load_run(boxes, options={"boxes": "xywh"}), tmp_path / "audit")
    assert open_lane(tmp_path / "audit", asked("--option", "boxes=xywh")).info.n_items == 1
    with pytest.raises(ContractError, match="read with the same --option and --with"):
        open_lane(tmp_path / "audit", asked("--option", "boxes=xyxy"))
    with pytest.raises(ContractError, match="in the format coco, got one of box-text"):
        open_lane(tmp_path / "audit", asked("--format", "coco"))
