"""The bundled sample through the command line gives the numbers of the public bug report."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "sample_runs" / "native_reasoning_audit"
MANIFEST = json.loads((SAMPLE / "MANIFEST.json").read_text(encoding="utf-8"))

Lanescope = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def lanescope(tmp_path_factory: pytest.TempPathFactory) -> Lanescope:
    """Return a call of the command with `--json`, its cache in a folder of its own."""
    environment = os.environ | {"LANESCOPE_CACHE": str(tmp_path_factory.mktemp("cache"))}

    def run(*arguments: str) -> dict[str, Any]:
        command = [sys.executable, "-m", "app.cli", *arguments, "--json"]
        done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer

    return run


@pytest.fixture(scope="module")
def summary(
    lanescope: Lanescope, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, str], dict[str, Any]]:
    """Return the summary of a lane rescored with a policy."""

    def rescore(lane: str, policy: str = "final-answer-v1") -> dict[str, Any]:
        out = tmp_path_factory.mktemp("audits") / f"{lane}-{policy}"
        result = lanescope("rescore", str(SAMPLE / f"{lane}.json"), "-o", str(out), "--policy", policy)
        found: dict[str, Any] = result["summary"]
        return found

    return rescore


Summary = Callable[..., dict[str, Any]]


def group(summary: dict[str, Any], by: str, value: str) -> dict[str, Any]:
    (found,) = [entry for entry in summary[by] if entry["value"] == value]
    entry: dict[str, Any] = found
    return entry


def flips(summary: dict[str, Any]) -> dict[tuple[str, str], int]:
    return {(flip["recorded"], flip["rescored"]): flip["count"] for flip in summary["flips"]}


def test_lane_a_stays_at_184_of_210(summary: Summary) -> None:
    found = summary("lane_a")
    assert (found["recorded"]["correct"], found["rescored"]["correct"], found["n"]) == (184, 184, 210)


def test_no_verdict_of_lane_a_changes_sides(summary: Summary) -> None:
    found = flips(summary("lane_a"))
    assert found.get(("correct", "correct")) == 184
    assert found.get(("incorrect", "correct"), 0) == 0


def test_lane_b_rises_from_188_to_197_of_210(summary: Summary) -> None:
    found = summary("lane_b")
    assert (found["recorded"]["correct"], found["rescored"]["correct"], found["n"]) == (188, 197, 210)


def test_the_reasoning_part_of_lane_b_rises_from_128_to_137_of_145(summary: Summary) -> None:
    part = group(summary("lane_b"), "by_category", "reasoning")
    assert (part["recorded"]["correct"], part["rescored"]["correct"], part["recorded"]["n"]) == (
        128,
        137,
        145,
    )


def test_nine_items_of_lane_b_were_recorded_incorrect_though_matching(summary: Summary) -> None:
    found = summary("lane_b")
    part = group(found, "by_finding", "recorded_incorrect_though_matching")
    assert part["recorded"]["n"] == part["rescored"]["correct"] == 9
    assert flips(found)["incorrect", "correct"] == 9


@pytest.mark.parametrize(("lane", "correct"), [("lane_a", 184), ("lane_b", 188)])
def test_the_faulty_policy_reproduces_each_recorded_verdict(
    lane: str, correct: int, summary: Summary
) -> None:
    found = flips(summary(lane, "ambiguity-fails-v0"))
    changed_sides = sum(n for pair, n in found.items() if (pair[0] == "correct") != (pair[1] == "correct"))
    assert (found["correct", "correct"], changed_sides) == (correct, 0)


def test_the_reasoning_fallback_reads_two_more_answers_of_lane_b(summary: Summary) -> None:
    assert summary("lane_b", "final-answer-v1+reasoning")["rescored"]["correct"] == 199


def test_the_lanes_differ_by_13_items_rescored_and_by_4_recorded(lanescope: Lanescope) -> None:
    found = lanescope("compare", str(SAMPLE / "lane_a.json"), str(SAMPLE / "lane_b.json"))
    gains = [found[side]["b"]["correct"] - found[side]["a"]["correct"] for side in ("recorded", "rescored")]
    assert (found["paired_n"], gains) == (210, [4, 13])


def test_the_rescored_flips_are_those_of_the_manifest(lanescope: Lanescope) -> None:
    found = lanescope("compare", str(SAMPLE / "lane_a.json"), str(SAMPLE / "lane_b.json"))["rescored_flips"]
    expected = MANIFEST["expected"]["rescored_flips"]
    assert {cell: found[cell]["n"] for cell in expected} == expected


@pytest.mark.parametrize("lane", ["lane_a", "lane_b"])
@pytest.mark.parametrize("policy", ["final-answer-v1", "ambiguity-fails-v0"])
def test_the_manifest_promises_what_the_command_prints(lane: str, policy: str, summary: Summary) -> None:
    assert MANIFEST["expected"][lane][policy] == summary(lane, policy)["rescored"]["correct"]
