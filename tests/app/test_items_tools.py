import json

import pytest

WRONG = "findings=recorded_incorrect_though_matching"


def headings(page) -> list[str]:
    return [cell.strip(" ↑↓") for cell in page.panel("table").rows()[0]]


def test_the_usual_columns_are_shown_and_the_address_says_nothing_of_them(open_page):
    page = open_page("items")
    assert headings(page) == ["item", "target", "answer", "rule", "recorded", "rescored", "notes"]
    assert "col" not in page.query()


def test_the_columns_of_the_address_are_shown_in_the_order_of_the_table(open_page):
    page = open_page("items", "col=category&col=n_candidates&col=target")
    assert headings(page) == ["item", "target", "category", "values found"]


def test_a_column_is_switched_on_and_off_by_its_link(open_page, follow_link):
    page = open_page("items")
    more = follow_link(page.panel("table").links()["category"])
    assert headings(more)[-1] == "category"
    assert headings(follow_link(more.panel("table").links()["category"])) == headings(page)


def test_all_columns_can_be_hidden_but_the_item(open_page):
    assert headings(open_page("items", "col=none")) == ["item"]


def test_unknown_columns_are_left_out_and_said(open_page):
    page = open_page("items", "col=target&col=%3Cscript%3E&col=prompt")
    assert headings(page) == ["item", "target"]
    assert "columns" in page.panel("notices").text()


SORTS = ["target", "findings", "recorded_answer", "task_type", "n_candidates", "finish_reason", "attempt"]


@pytest.mark.parametrize("name", SORTS)
@pytest.mark.parametrize("down", ["", "&down=1"])
def test_every_kind_of_column_sorts_and_keeps_its_steps(open_page, name, down):
    page = open_page("items", f"col={name}&sort={name}{down}")
    rows = page.panel("table").rows()[1:]
    assert len(rows) == 100
    assert f"item={rows[1][0]}" in page.panel("item").links()["J  next"]


def test_a_column_is_sorted_up_then_down_then_not_at_all(open_page, follow_link):
    links = []
    page = open_page("items")
    for _ in range(3):
        (heading,) = [e for e in page.panel("table").elements("a") if e[1].get("keep") == "sort:answer"]
        links.append(heading[1]["href"])
        page = follow_link(links[-1])
    assert ["sort=answer" in link for link in links] == [True, True, False]
    assert ["down=1" in link for link in links] == [False, True, False]


def test_two_values_of_one_facet_are_both_let_through(open_page):
    page = open_page("items", "category=math&category=facts")
    assert "40 of 210" in page.panel("table").text()


def test_the_next_disagreement_skips_items_on_which_both_agree(open_page):
    links = open_page("items").panel("item").links()
    assert "item=reasoning_mmlu_015" in links["D  change"]


def test_the_next_finding_is_any_finding(open_page):
    links = open_page("items").panel("item").links()
    assert "item=reasoning_mmlu_013" in links["F  finding"]


def test_the_last_disagreement_has_no_next_one(open_page):
    links = open_page("items", f"{WRONG}&start=0&item=reasoning_mmlu_pro_041").panel("item").links()
    assert "D  change" not in links
    assert "J  next" not in links


def test_every_key_of_the_page_is_in_its_help(open_page):
    page = open_page("items", WRONG + "&item=reasoning_mmlu_030")
    used = {
        e[1]["hotkey"]
        for panel in ("item", "table")
        for tag in ("a", "button", "summary")
        for e in page.panel(panel).elements(tag)
        if "hotkey" in e[1]
    }
    (help_,) = page.panel("item").elements("details", class_="pop help")
    shown = {e.casefold() for e in _keys(help_)}
    assert used == shown == set("kjdflbpr/tg?")


def test_what_steps_lead_to_is_sent_ahead_exactly_as_it_is_drawn_then(open_page, follow_link):
    page = open_page("items", WRONG + "&item=reasoning_mmlu_030")
    ahead = page.data("ahead")["ahead"]
    assert len(ahead) == 2
    for href, sent in ahead.items():
        there = follow_link(href).data("item")
        assert sent["nodes"] == there["nodes"]
        assert sent["current"] == there["current"]
        assert there["here"] == href


def test_the_item_stands_beside_its_twin_with_a_line_for_each_difference(open_page):
    item = open_page("items", WRONG + "&beside=1&item=reasoning_mmlu_015").panel("item")
    lines = {row[0]: row[1:] for row in item.rows()}
    assert lines["final answer"] == ["D", "D", ""]
    assert lines["recorded"] == ["✓ correct", "✕ incorrect", "≠ differ"]
    assert {e[1]["box"] for e in item.elements("div") if "box" in e[1]} == {
        "a-content",
        "b-content",
        "b-reasoning",
    }


def test_differing_final_answers_are_marked(open_page, follow_link):
    lanes = open_page("lanes", "cell=only_a_correct")
    query = lanes.panel("pair").links()["the whole item"].partition("?")[2]
    item = open_page("items", query + "&beside=1").panel("item")
    (line,) = [row for row in item.elements("tr") if "final answer" in str(row)]
    assert line[1]["class"] == "differs"


def test_the_item_is_decided_by_every_policy_when_it_is_asked_for(open_page, follow_link):
    from scoring.policy import POLICIES

    page = open_page("items", WRONG)
    assert "Under every policy" not in page.panel("item").text()
    rows = follow_link(page.panel("item").links()["P  under other policies"]).panel("item").rows()
    told = {row[0]: row[1:] for row in rows}
    assert set(POLICIES) <= set(told)
    assert told["final-answer-v1"] == ["✓ correct", "D", "final_marker", "shown here"]
    assert told["ambiguity-fails-v0"][0] == "✕ incorrect"
    assert told["ambiguity-fails-v0"][-1] == "≠ verdict"


def test_a_policy_of_the_list_rescores_the_lane_and_stays_at_the_item(open_page, follow_link):
    link = open_page("items", WRONG + "&policies=1").panel("item").links()["ambiguity-fails-v0"]
    page = follow_link(link)
    assert page.query()["b_policy"] == ["ambiguity-fails-v0"]
    assert "✕ rescored incorrect" in page.panel("item").text()


def test_every_value_says_why_it_was_not_taken(open_page):
    item = open_page("items", WRONG).panel("item")
    why = {e[2]: e[1]["why"] for e in item.elements("mark")}
    assert why["FINAL: A"] == "A · final_marker · in the reasoning, not scored"


def test_the_words_of_the_search_are_looked_for_in_the_text(open_page):
    page = open_page("items", "q=boxes")
    (field,) = [e for e in page.panel("item").elements("input") if "find" in e[1]]
    assert field[1]["value"] == "boxes"


def test_a_saved_filter_is_listed_with_its_count_and_leads_to_its_items(open_page, follow_link):
    from app.saved import save_filter
    from app.state import parse_link

    name = "<img src=x> **bold**"
    assert save_filter(name, parse_link(f"items?{WRONG}").view)
    facets = open_page("items").panel("facets")
    (section,) = facets.elements("section", class_="facet saved")
    assert json.dumps(section).count('"9"') == 1
    (link,) = [e[1]["href"] for e in facets.elements("a") if e[1].get("keep") == f"saved:{name}"]
    assert "9 of 210" in follow_link(link).panel("table").text()


def _keys(part: list) -> list[str]:
    if part[0] == "kbd":
        return [part[2]]
    return [key for child in part[2:] if isinstance(child, list) for key in _keys(child)]
