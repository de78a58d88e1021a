"""The lab of a lane: trials are made once, and in the background they are the same."""

import time
from pathlib import Path

from app.lab import Lab, first
from scoring.policy import POLICIES
from scoring.rescore.pipeline import rescore_run

SAMPLE = Path(__file__).parents[3] / "sample_runs" / "native_reasoning_audit"


def test_a_policy_is_tried_once(tmp_path):
    lab = Lab(rescore_run(SAMPLE / "lane_b.json", tmp_path / "b"))
    policy = POLICIES["first-match-v0"]
    assert lab.known(policy) is None
    assert lab.try_now(policy) is lab.try_now(policy) is lab.known(policy)


def test_what_is_shown_needs_no_trial(tmp_path):
    audit = rescore_run(SAMPLE / "lane_b.json", tmp_path / "b", policy="ambiguity-fails-v0")
    lab = Lab(audit)
    assert lab.known(audit.info.policy) is lab.shown
    assert lab.shown.tally == audit.summary().rescored


def test_every_shipped_policy_is_tried_in_the_background(tmp_path):
    audit = rescore_run(SAMPLE / "lane_b.json", tmp_path / "b")
    lab, other = Lab(audit), Lab(audit)
    lab.begin()
    deadline = time.monotonic() + 60
    while lab.is_busy and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [lab.known(policy) for policy in POLICIES.values()] == [
        other.try_now(p) for p in POLICIES.values()
    ]
    lab.begin()
    assert not lab.is_busy


def test_nothing_is_tried_in_the_background_while_somebody_waits(tmp_path):
    lab = Lab(rescore_run(SAMPLE / "lane_b.json", tmp_path / "b"))
    others = [policy for policy in POLICIES.values() if policy != lab.shown.policy]
    with first():
        lab.begin()
        time.sleep(0.3)
        assert lab.is_busy
        assert not any(lab.known(policy) for policy in others)
        assert lab.try_now(others[0]) is lab.known(others[0])
    deadline = time.monotonic() + 60
    while lab.is_busy and time.monotonic() < deadline:
        time.sleep(0.05)
    assert all(lab.known(policy) for policy in others)


def test_the_decision_on_an_item_explains_itself(tmp_path):
    lab = Lab(rescore_run(SAMPLE / "lane_b.json", tmp_path / "b"))
    policy = POLICIES["ambiguity-fails-v0"]
    ordinal = next(n for n, v in enumerate(lab.try_now(policy).verdicts) if v != lab.shown.verdicts[n])
    assert "ambiguity flag" in lab.decide(policy, ordinal).explanation
