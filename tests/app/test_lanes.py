import json

RECORD = {
    "task_id": "both",
    "expected_answer": "A",
    "extracted_final_answer": "A",
    "extraction_method": "final_colon_letter",
    "ambiguity_flag": False,
    "raw_content": "FINAL: A",
    "raw_reasoning": None,
    "scoring_decision": {"correct": True, "required_substrings": None},
    "correct": True,
}


def test_the_sentence_says_who_is_ahead_and_what_the_recorded_scorer_did(open_page):
    (title,) = open_page("lanes").panel("story").elements("h2")
    assert title[2] == (
        "B is ahead by 13 items (+6.19 pp); recorded: +4 (+1.90 pp). "
        "The recorded scorer took 9 right answers from B and none from A."
    )


def test_every_cell_of_both_tables_lists_as_many_items_as_it_says(open_page, follow_link):
    cells = [
        (e[2], e[1]["href"])
        for e in open_page("lanes").panel("lanes").elements("a")
        if e[1].get("keep", "").startswith("cell:")
    ]
    assert len(cells) == 8
    for words, href in cells:
        panel = follow_link(href).panel("pairs")
        n = int(words.split()[0])
        assert f"· {n} item" in panel.text()
        assert len(panel.rows()[1:]) == min(n, 100)


def test_an_item_shows_both_responses_side_by_side(open_page):
    pair = open_page("lanes", "cell=only_b_correct&basis=recorded").panel("pair")
    boxes = {e[1]["box"] for e in pair.elements("div") if "box" in e[1]}
    assert {"a-content", "b-content"} <= boxes


def test_the_item_of_the_address_is_the_one_compared(open_page):
    pair = open_page("lanes", "cell=both_correct&item=reasoning_mmlu_015").panel("pair")
    assert pair.elements("span", class_="id")[0][2] == "reasoning_mmlu_015"


def test_categories_of_both_lanes_lead_to_their_items(open_page, follow_link):
    links = [
        (int(e[2]), e[1]["href"])
        for e in open_page("lanes").panel("lanes").elements("a")
        if "category=" in e[1]["href"]
    ]
    assert len(links) == 10
    for n, href in links[:4]:
        assert f"{n} of 210" in follow_link(href).panel("table").text()


def test_one_lane_alone_is_told_what_is_missing(open_page):
    run = open_page().query()["a"][0]
    assert "two lanes" in open_page("lanes", f"a={run}").panel("nothing").text()


def test_items_of_one_lane_only_are_listed_apart(open_page, tmp_path):
    extra = RECORD | {"task_id": "only here"}
    for lane, records in (("a", [RECORD, extra]), ("b", [RECORD])):
        (tmp_path / f"lane_{lane}.json").write_text(json.dumps({"lane": lane, "tasks": records}))
    page = open_page("lanes", "", (tmp_path,))
    assert ["Only in lane A", "1"] in page.panel("lanes").rows()
    listed = open_page("lanes", "cell=only_a", (tmp_path,))
    assert [row[0] for row in listed.panel("pairs").rows()[1:]] == ["only here"]
    assert "This lane does not have the item." in listed.panel("pair").text()


def test_lanes_without_a_common_item_say_why_they_cannot_be_compared(open_page, tmp_path):
    for lane in "ab":
        record = RECORD | {"task_id": f"only in {lane}"}
        (tmp_path / f"lane_{lane}.json").write_text(json.dumps({"lane": lane, "tasks": [record]}))
    page = open_page("lanes", "", (tmp_path,))
    assert "Expected" in page.panel("nothing").text()
