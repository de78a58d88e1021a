from pathlib import Path

import pytest

import scoring
from scoring.cli.lanes import open_lane
from scoring.errors import ContractError, RunFormatError

SAMPLE = Path(__file__).parents[4] / "sample_runs/native_reasoning_audit/lane_b.json"


@pytest.fixture
def audit(tmp_path: Path) -> Path:
    scoring.rescore_run(SAMPLE, tmp_path / "audit", policy="strict-markers-v1")
    return tmp_path / "audit"


def test_a_run_is_rescored_by_the_policy_asked_for() -> None:
    lane = open_lane(SAMPLE, "first-match-v0", lane_fallback=True)
    assert (lane.info.policy.name, lane.info.lane_fallback) == ("first-match-v0", True)


def test_a_run_is_rescored_by_the_default_policy_if_none_is_named() -> None:
    assert open_lane(SAMPLE, None, lane_fallback=None).info.policy.name == "final-answer-v1"


def test_an_audit_is_opened_as_it_is(audit: Path) -> None:
    assert open_lane(audit, None, lane_fallback=None).info.policy.name == "strict-markers-v1"


def test_an_audit_is_never_passed_off_as_scored_by_another_policy(audit: Path) -> None:
    with pytest.raises(ContractError, match="scored by final-answer-v1, got one scored by strict-markers-v1"):
        open_lane(audit, "final-answer-v1", lane_fallback=None)


def test_an_audit_is_never_passed_off_as_made_with_the_fallback(audit: Path) -> None:
    with pytest.raises(ContractError, match="made with --reasoning-fallback, got one made without"):
        open_lane(audit, None, lane_fallback=True)


def test_a_path_to_nothing_is_a_format_error(tmp_path: Path) -> None:
    with pytest.raises(RunFormatError, match="expected a run file or folder, got nothing"):
        open_lane(tmp_path / "gone", None, lane_fallback=None)


def test_a_run_is_rescored_once_and_then_taken_from_the_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LANESCOPE_CACHE", str(tmp_path / "cache"))

    def state() -> list[tuple[Path, int]]:
        return [(path, path.stat().st_mtime_ns) for path in sorted((tmp_path / "cache").rglob("*.parquet"))]

    open_lane(SAMPLE, None, lane_fallback=None)
    first = state()
    open_lane(SAMPLE, None, lane_fallback=None)
    assert len(first) == 1
    assert state() == first
