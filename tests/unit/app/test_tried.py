"""The tried policy survives the address bar; what cannot be used is told."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tried import parse_tried, tried_query
from scoring.policy import EXTENDED_RULES, MARKER_RULES, POLICIES

RULES = MARKER_RULES + EXTENDED_RULES
DEFAULT = POLICIES["final-answer-v1"]


@pytest.mark.parametrize("name", POLICIES)
def test_a_shipped_policy_is_named_in_the_link_and_nothing_else(name):
    assert tried_query(POLICIES[name]) == {"try": [name], "opt": []}
    assert parse_tried({"try": [name]}, []) == POLICIES[name]


@given(
    base=st.sampled_from(list(POLICIES.values())),
    pick=st.sampled_from(["last", "first"]),
    rules=st.sets(st.sampled_from(RULES)),
    weight=st.floats(0.1, 5),
    half_life=st.none() | st.floats(1, 100),
    has_fallback=st.booleans(),
)
def test_a_changed_policy_reads_back_from_its_link(**options):
    base, rules = options["base"], options["rules"]
    changed = replace(
        base,
        pick=options["pick"],
        rules=tuple(rule for rule in RULES if rule in rules),
        trace_answer_weight=options["weight"],
        trace_half_life_px=options["half_life"],
        reasoning_fallback=options["has_fallback"],
    )
    notices = []
    found = parse_tried(tried_query(changed), notices)
    assert notices == []
    assert found is not None
    names = {"name": "", "description": "", "version": 1}
    assert replace(found, **names) == replace(changed, **names)


def test_changes_that_undo_each_other_are_the_shipped_policy_again():
    assert parse_tried({"try": ["first-match-v0"], "opt": ['pick:"last"']}, []) == DEFAULT


@pytest.mark.parametrize(
    "option",
    [
        "pick:",
        "pick:last",
        'pick:"middle"',
        "nothing:1",
        'name:"<b>x</b>"',
        "trace_answer_weight:1e999",
        "trace_answer_weight:NaN",
        "rules:" + "[" * 500,
        'rules:{"a":1}',
        "",
        ":",
        "pick:" + "1" * 5000,
    ],
)
def test_an_option_that_cannot_be_used_is_left_out_and_told(option):
    notices = []
    assert parse_tried({"try": ["final-answer-v1"], "opt": [option]}, notices) == DEFAULT
    assert len(notices) == 1


def test_changes_that_do_not_fit_together_are_told():
    notices = []
    weights = ["trace_answer_weight:0", "trace_annotation_weight:0"]
    assert parse_tried({"try": ["final-answer-v1"], "opt": weights}, notices) == DEFAULT
    assert "do not fit together" in notices[0]


def test_an_unknown_policy_becomes_the_usual_one_with_a_notice():
    notices = []
    assert parse_tried({"try": ["<script>"]}, notices) == DEFAULT
    assert "unknown" in notices[0]


def test_no_policy_is_tried_unless_the_link_names_one():
    assert parse_tried({"opt": ['pick:"first"']}, []) is None
    assert not any(tried_query(None).values())
