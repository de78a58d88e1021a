import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import scoring

SAMPLE = Path(__file__).parents[4] / "sample_runs/native_reasoning_audit/lane_b.json"


def test_recorded_and_rescored_stand_side_by_side(lanescope: Callable, tmp_path: Path) -> None:
    ran = lanescope("rescore", SAMPLE, "-o", tmp_path / "audit")
    assert ran.code == 0
    assert "accuracy   188/210 = 89.52 %  197/210 = 93.81 %  +4.29 pp" in ran.out
    assert "incorrect -> correct" in ran.out
    assert "recorded_incorrect_though_matching" in ran.out


def test_json_holds_the_numbers_of_the_audit(lanescope: Callable, tmp_path: Path) -> None:
    printed = lanescope("rescore", SAMPLE, "-o", tmp_path / "audit", "--json").json
    summary = scoring.open_audit(tmp_path / "audit").summary()
    assert printed["audit"] == str(tmp_path / "audit")
    assert printed["summary"]["rescored"]["correct"] == summary.rescored.correct
    assert printed["summary"]["rescored"]["scored"] == summary.rescored.scored
    assert printed["problems"] == []


def test_the_policy_and_the_fallback_are_those_asked_for(lanescope: Callable, tmp_path: Path) -> None:
    run = lanescope(
        *("rescore", SAMPLE, "-o", tmp_path / "audit", "--json"),
        *("--policy", "strict-markers-v1", "--reasoning-fallback"),
    ).json["run"]
    assert (run["policy"], run["lane_fallback"]) == ("strict-markers-v1", True)


def test_without_the_switch_the_fallback_is_left_to_the_policy(lanescope: Callable, tmp_path: Path) -> None:
    run = lanescope("rescore", SAMPLE, "-o", tmp_path / "audit", "--json").json["run"]
    assert run["lane_fallback"] is None


def test_a_policy_file_is_written_into_the_audit_in_full(lanescope: Callable, tmp_path: Path) -> None:
    policy = tmp_path / "mine.toml"
    policy.write_text('name = "mine"\npick = "first"\n')
    lanescope("rescore", SAMPLE, "-o", tmp_path / "audit", "--policy", policy)
    made = scoring.open_audit(tmp_path / "audit").info.policy
    assert (made.name, made.pick) == ("mine", "first")


def test_problems_in_the_data_are_written_listed_and_exit_code_1(lanescope: Callable, tmp_path: Path) -> None:
    run = tmp_path / "run.jsonl"
    item = {
        "item_id": "1",
        "task_type": "choice",
        "options": ["A", "B"],
        "target": ["A"],
        "content": "FINAL: A",
    }
    run.write_text(f"{json.dumps(item)}\n[]\n")
    ran = lanescope("rescore", run, "-o", tmp_path / "audit")
    assert ran.code == 1
    assert "1 problem, 1 record not loaded\n  run.jsonl:2: expected " in ran.out
    assert scoring.open_audit(tmp_path / "audit").count() == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--option", "speed=9"], "got 'speed'"),
        (["--with", "scores=x.json"], "got 'scores'"),
        (["--option", "speed"], "expected KEY=VALUE, got 'speed'"),
        (["--policy", "mine"], "got 'mine'"),
        (["--workers", "0"], "expected at least one worker, got 0"),
    ],
    ids=["unknown option", "unknown role", "no pair", "unknown policy", "no worker"],
)
def test_a_mistake_of_the_caller_leaves_nothing_behind(
    lanescope: Callable, tmp_path: Path, words: list[str], message: str
) -> None:
    ran = lanescope("rescore", SAMPLE, "-o", tmp_path / "audit", *words)
    assert ran.code == 2
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []


def test_several_workers_write_the_same_audit(lanescope: Callable, tmp_path: Path) -> None:
    for n_workers in (1, 2):
        lanescope("rescore", SAMPLE, "-o", tmp_path / f"audit{n_workers}", "--workers", n_workers)
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / f"audit{n}").iterdir()} for n in (1, 2))
    assert one == two


def test_findings_of_the_whole_run_are_told(lanescope: Callable, tmp_path: Path) -> None:
    item = {
        "item_id": "1",
        "task_type": "choice",
        "options": ["A", "B"],
        "target": ["A"],
        "content": "FINAL: A",
    }
    path = tmp_path / "twice.jsonl"
    path.write_text(f"{json.dumps(item)}\n{json.dumps(item)}\n")
    ran = lanescope("rescore", path, "-o", tmp_path / "audit")
    assert "1 item: Items share task, id and attempt with an earlier one" in ran.out


def test_where_the_images_lie_in_files_the_commands_that_show_them_are_printed(
    lanescope: Callable, tmp_path: Path
) -> None:
    folder = Path(__file__).parents[4] / "sample_runs" / "grounding"
    told = lanescope("rescore", folder / "lane_a.jsonl", "-o", tmp_path / "audit").out
    where = os.path.relpath(folder)
    assert f"lanescope view {tmp_path / 'audit'} --images {where}\n" in told
    assert f"lanescope render {tmp_path / 'audit'} --worst 24 -o pictures --images {where}" in told
