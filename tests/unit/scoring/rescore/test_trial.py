"""A policy tried on an audit decides as a rescoring of the run file does."""

from pathlib import Path

import pytest

from scoring.loaders.registry import load_run
from scoring.policy import POLICIES
from scoring.rescore.pipeline import rescore_run
from scoring.rescore.trial import Stopped, audited_trial, flips, read_items, try_policy

ROOT = Path(__file__).parents[4]
SAMPLE = ROOT / "sample_runs" / "native_reasoning_audit"
TRACE = ROOT.parent / "shared" / "data" / "trace" / "dataset"


@pytest.fixture(scope="module")
def audit(tmp_path_factory):
    return rescore_run(SAMPLE / "lane_b.json", tmp_path_factory.mktemp("audit") / "b")


@pytest.mark.parametrize("name", POLICIES)
def test_a_trial_decides_as_the_rescored_run_file(audit, tmp_path, name):
    trial = try_policy(read_items(audit), POLICIES[name])
    by_file = rescore_run(SAMPLE / "lane_b.json", tmp_path / "other", policy=name)
    assert audited_trial(by_file) == trial
    assert trial.tally == by_file.summary().rescored


@pytest.mark.parametrize("fallback", [True, False])
def test_the_fallback_of_the_lane_holds_in_a_trial(tmp_path, fallback):
    by_file = rescore_run(SAMPLE / "lane_b.json", tmp_path / "a", lane_fallback=fallback)
    items = read_items(by_file, lane_fallback=fallback)
    assert try_policy(items, by_file.info.policy, lane_fallback=fallback) == audited_trial(by_file)


def test_trace_items_are_tried_with_their_rewards(tmp_path):
    if not TRACE.is_dir():
        pytest.skip("the Trace data set is not here")
    responses = TRACE / "lane_a_responses.jsonl"
    run = load_run(TRACE, "trace", with_files={"responses": responses})
    audit = rescore_run(run, tmp_path / "trace")
    trial = try_policy(read_items(audit), audit.info.policy)
    assert trial == audited_trial(audit)
    assert trial.mean_score == pytest.approx(0.3322, abs=5e-5)


def test_flips_are_the_items_whose_verdict_differs(audit):
    items = read_items(audit)
    before, after = audited_trial(audit), try_policy(items, POLICIES["ambiguity-fails-v0"])
    found = flips(before, after)
    assert len(found) == 9
    assert {(one.before, one.after) for one in found} == {("correct", "incorrect")}
    assert [items[one.ordinal].item_id for one in found][:2] == ["reasoning_mmlu_015", "reasoning_mmlu_030"]
    assert flips(before, before) == ()


def test_a_trial_of_nothing_has_no_accuracy():
    trial = try_policy((), POLICIES["final-answer-v1"])
    assert (trial.tally.n, trial.tally.accuracy, trial.mean_score) == (0, None, None)


def test_a_trial_reports_its_progress_and_can_be_stopped(audit):
    seen = []

    def stop(n: int) -> None:
        seen.append(n)
        raise Stopped

    with pytest.raises(Stopped):
        try_policy(read_items(audit), POLICIES["final-answer-v1"], on_progress=stop)
    assert seen == [0]
