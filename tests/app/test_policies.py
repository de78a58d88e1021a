"""The page Policies: a policy is tried, the flips are listed, nothing leaves the address bar."""

import json
from urllib.parse import urlencode

import pytest


def test_the_shown_policy_flips_nothing(open_page):
    page = open_page("policies", "lane=b")
    (lead,) = page.panel("lead").elements("h2")
    assert lead[2] == (
        "Lane B under final-answer-v1: 197 of 210 = 93.81 %, recorded 188; this is what the other pages show."
    )
    assert page.panel("flips").text() == ""


def test_the_faulty_scorer_flips_exactly_its_nine_items(open_page, follow_link):
    page = open_page("policies", "lane=b&try=ambiguity-fails-v0")
    rows = page.panel("flips").rows()[1:]
    assert len(rows) == 9
    assert rows[0][:4] == ["reasoning_mmlu_015", "✓ correct", "✕ incorrect", "D"]
    assert "ambiguity flag" in rows[0][4]
    href = page.panel("flips").elements("a")[0][1]["href"]
    assert "reasoning_mmlu_015" in follow_link(href).panel("item").text()


def test_a_flip_leads_to_the_item_with_both_decisions_and_back(open_page, follow_link):
    page = open_page("policies", "lane=b&try=ambiguity-fails-v0&opt=pick:%22first%22")
    item = follow_link(page.panel("flips").elements("a")[0][1]["href"])
    shown, tried = (
        next(row for row in item.panel("item").rows() if row[0].startswith(word))
        for word in ("shown", "tried")
    )
    assert shown[0].split() == ["shown", "final-answer-v1"]
    assert tried[0].startswith("tried ambiguity-fails-v0, changed")
    assert (shown[1], tried[1]) == ("✓ correct", "✕ incorrect")
    assert "characters 0-8" in shown[3]
    assert "ambiguity flag" in tried[3]
    links = item.panel("item").links()
    assert follow_link(links["all its flips"]).query()["opt"] == page.query()["opt"]
    left = follow_link(links["leave the trial"])
    assert not [row for row in left.panel("item").rows() if row[0].startswith("tried")]
    assert "try" not in left.query()


@pytest.mark.parametrize("query", ["try=strict-markers-v1", "try=final-answer-v1&opt=cut_run_on:false"])
def test_a_trial_of_the_address_is_not_warned_about(open_page, query):
    page = open_page("policies", f"lane=b&{query}")
    assert not page.has("notices")


def test_an_option_that_is_changed_goes_into_the_address(open_page):
    page = open_page("policies", "lane=b")
    page.test.segmented_control(key="tried_pick").set_value("first").run()
    assert not page.test.exception
    assert page.query()["try"] == ["first-match-v0"]
    page.test.toggle(key="tried_cut_run_on").set_value(False).run()
    assert not page.test.exception
    assert page.query()["opt"] == ["cut_run_on:false"]
    assert "first-match-v0, changed" in page.panel("trials").text()


def test_widgets_of_the_policy_before_do_not_change_the_one_of_a_link(open_page):
    page = open_page("policies", "lane=b&try=strict-markers-v1")
    page.test.session_state["followed"] = True
    page.test.toggle(key="tried_cut_run_on").set_value(False).run()
    assert "opt" not in page.query()
    page.test.toggle(key="tried_cut_run_on").set_value(False).run()
    assert page.query()["opt"] == ["cut_run_on:false"]


def test_the_base_is_chosen_and_its_options_are_shown(open_page):
    page = open_page("policies", "lane=b")
    page.test.selectbox(key="tried_base").set_value("mmlu-pro-v0").run()
    assert not page.test.exception
    assert page.test.selectbox(key="tried_published_rule").value == "mmlu_pro"
    page.test.selectbox(key="tried_published_rule").set_value("ours").run()
    assert page.query()["try"] == ["final-answer-v1"]


def test_weights_that_sum_to_nothing_are_refused_with_a_sentence(open_page, tmp_path):
    path = tmp_path / "run.jsonl"
    item = {
        "task": "t",
        "item_id": "1",
        "task_type": "trace",
        "prompt": "?",
        "target": ["A"],
        "content": "<answer>A</answer>",
        "answer_gt": {"type": "choice", "value": "A"},
    }
    path.write_text(json.dumps(item) + "\n")
    page = open_page("policies", "try=final-answer-v1&opt=trace_answer_weight:0", paths=(path,))
    page.test.number_input(key="tried_trace_annotation_weight").set_value(0.0).run()
    assert not page.test.exception
    assert "expected trace_answer_weight" in page.panel("told").text()


@pytest.mark.parametrize(
    "query",
    ["try=%00", "try=<script>", "try=final-answer-v1&opt=rules:[[[", "try=a&try=b&opt=&opt=:", "opt=pick:1"],
)
def test_hostile_values_are_told_and_the_page_stands(open_page, query):
    page = open_page("policies", query)
    assert not page.test.exception
    assert page.panel("lead").text()


def test_without_a_run_the_page_says_what_to_do(open_page, tmp_path):
    (tmp_path / "nothing.txt").write_text("no run")
    page = open_page("policies", paths=(tmp_path,))
    assert "no run is open" in page.panel("nothing").text()


def test_what_is_shown_is_the_lane_with_the_policy_of_the_address(open_page):
    lanes = {key: values[0] for key, values in open_page("policies").query().items()}
    page = open_page("policies", urlencode(lanes | {"b_policy": "strict-markers-v1"}))
    assert "Lane B under strict-markers-v1" in page.panel("lead").text()
    assert "this is what the other pages show" in page.panel("lead").text()
