"""A policy written as TOML reads back as the same policy."""

from dataclasses import replace

import pytest

from scoring.policy import POLICIES, load_policy
from scoring.policy_toml import base_of, policy_toml

DEFAULT = POLICIES["final-answer-v1"]


@pytest.mark.parametrize("name", POLICIES)
def test_every_shipped_policy_reads_back_from_every_base_that_can_hold_it(tmp_path, name):
    policy = replace(POLICIES[name], name="mine", description='one "sentence"\nand ünother')
    path = tmp_path / "mine.toml"
    path.write_text(policy_toml(policy, base=base_of(policy)), encoding="utf-8")
    assert load_policy(path) == policy
    assert base_of(policy) == name


def test_options_that_equal_the_base_are_left_out():
    written = policy_toml(replace(DEFAULT, name="mine", description="", pick="first"))
    assert written == 'base = "final-answer-v1"\nname = "mine"\ndescription = ""\npick = "first"\n'


def test_trace_settings_read_back(tmp_path):
    policy = replace(DEFAULT, name="mine", trace_half_life_px=12.5, trace_answer_weight=0.7, rules=())
    path = tmp_path / "mine.toml"
    path.write_text(policy_toml(policy), encoding="utf-8")
    assert load_policy(path) == policy


def test_an_option_that_only_the_base_has_cannot_be_written():
    with pytest.raises(ValueError, match="published_rule"):
        policy_toml(replace(DEFAULT, name="mine"), base="mmlu-pro-v0")
    assert base_of(replace(DEFAULT, name="mine")) == "final-answer-v1"
