import json
import re

import pytest

WRONG = "findings=recorded_incorrect_though_matching"


def test_the_nine_items_are_listed(open_page):
    rows = open_page("items", WRONG).panel("table").rows()[1:]
    assert len(rows) == 9
    assert {"reasoning_mmlu_015", "reasoning_mmlu_pro_019", "reasoning_mmlu_030"} <= {row[0] for row in rows}
    assert {(row[4], row[5]) for row in rows} == {("✕ incorrect", "✓ correct")}


def test_the_first_item_of_the_filter_is_shown_with_its_place(open_page):
    item = open_page("items", WRONG).panel("item")
    assert "reasoning_mmlu_015" in item.text()
    assert "1 of 9" in item.text()


def test_the_item_of_the_address_is_shown(open_page):
    item = open_page("items", f"{WRONG}&item=reasoning_mmlu_030").panel("item")
    assert item.elements("span", class_="id")[0][2] == "reasoning_mmlu_030"
    assert "2 of 9" in item.text()


def test_next_and_previous_stay_inside_the_filter(open_page):
    links = open_page("items", f"{WRONG}&item=reasoning_mmlu_030").panel("item").links()
    assert "item=reasoning_mmlu_015" in links["K  previous"]
    assert all(part in links["J  next"] for part in ("item=reasoning_mmlu_044", WRONG))


def test_the_first_item_has_no_previous_one(open_page):
    assert "K  previous" not in open_page("items", WRONG).panel("item").links()


def test_the_taken_span_is_marked_in_the_content(open_page):
    item = open_page("items", f"{WRONG}&item=reasoning_mmlu_015").panel("item")
    assert [e[2] for e in item.elements("mark", class_="taken")] == ["FINAL: D"]
    assert "FINAL: A" in [e[2] for e in item.elements("mark", class_="example")]


def test_every_value_of_the_decision_leads_to_its_mark(open_page):
    item = open_page("items", WRONG).panel("item")
    targets = {e[1]["to"] for e in item.elements("button") if "to" in e[1]}
    assert targets
    places = {
        e[1]["mark"]
        for tag in ("mark", "section", "details", "div")
        for e in item.elements(tag)
        if "mark" in e[1]
    }
    assert targets <= places


def test_the_decision_is_told_step_by_step(open_page):
    (trace,) = open_page("items", WRONG).panel("item").elements("ol")
    steps = [e[2] for step in trace[2:] for e in step[2:3]]
    assert steps == ["looked at", "found", "rejected because", "took", "compared", "verdict"]


def test_the_other_lane_shows_the_same_item(open_page, follow_link):
    link = open_page("items", "item=reasoning_mmlu_015").panel("item").links()["L  lane A"]
    page = follow_link(link)
    assert page.query()["lane"] == ["a"]
    assert page.panel("item").elements("span", class_="id")[0][2] == "reasoning_mmlu_015"


def test_a_facet_counts_what_its_click_would_show(open_page, follow_link):
    facets = open_page("items", "recorded_verdict=incorrect").panel("facets")
    link = next(e for e in facets.elements("a") if e[1].get("keep") == "facet:verdict:correct")
    assert [part[2] for part in link[2:] if part[1].get("class") == "count"] == ["9"]
    assert "9 of 210" in follow_link(link[1]["href"]).panel("table").text()


def test_values_that_no_item_is_left_for_stay_listed_with_zero(open_page):
    facets = open_page("items", WRONG).panel("facets")
    assert [e[1]["keep"] for e in facets.elements("a", class_="zero")].count("facet:verdict:incorrect") == 1


def test_the_search_field_searches_the_texts(open_page):
    test = open_page("items").test
    test.text_input(key="search").set_value("FINAL: A or FINAL: B").run()
    assert not test.exception
    assert test.query_params["q"] == "FINAL: A or FINAL: B"


def test_the_search_of_the_address_stands_in_the_field(open_page):
    page = open_page("items", "q=mmlu_015")
    assert page.test.text_input(key="search").value == "mmlu_015"
    assert len(page.panel("table").rows()[1:]) == 1


def test_a_filter_without_items_says_how_to_get_some_back(open_page):
    page = open_page("items", "q=no+such+words+anywhere")
    assert "Clear the filter" in page.panel("table").links()


def test_the_table_is_sorted_by_the_address(open_page):
    ids = [row[0] for row in open_page("items", "sort=item_id&down=1").panel("table").rows()[1:]]
    assert ids == sorted(ids, reverse=True)
    assert len(ids) == 100


def test_a_step_over_the_end_of_the_table_page_turns_it(open_page):
    page = open_page("items", "n=99&item=" + _id_at(open_page, 99))
    assert "start=100" in page.panel("item").links()["J  next"]


def test_an_item_outside_the_filter_is_shown_and_said_to_be_outside(open_page):
    item = open_page("items", f"{WRONG}&item=reasoning_mmlu_016").panel("item")
    assert "reasoning_mmlu_016" in item.text()
    assert "outside the filter" in item.text()


def test_an_unknown_item_falls_back_to_the_first_one_with_a_notice(open_page):
    item = open_page("items", f"{WRONG}&item=nothing_like_it").panel("item")
    assert "nothing_like_it" in _text_of(item, "notice warn")
    assert item.elements("span", class_="id")[0][2] == "reasoning_mmlu_015"


HOSTILE = [
    "a=%3Cscript%3E&b=../../etc/passwd",
    "a=ffffffffffff&b=ffffffffffff",
    "lane=z&sort=1%3B+DROP+TABLE+items&down=maybe",
    "verdict=perfect&change=a%3Eb&findings=%27%3B--",
    "n=-1&start=99999999999&item=%00%ff",
    "n=999999999999&item=" + "x" * 5000,
    "category=" + "&category=".join(map(str, range(300))),
    "q=" + "%25_'\"" * 200,
    "a_policy=../x&a_fallback=perhaps&b_policy=&cell=all&basis=both",
]


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("page", ["overview", "items", "lanes", "runs"])
def test_a_hostile_address_falls_back_without_an_exception(open_page, page, query):
    drawn = open_page(page, query)
    assert drawn.has("header")
    assert not drawn.test.error


def test_what_could_not_be_used_of_an_address_is_said(open_page):
    page = open_page("items", "verdict=perfect&sort=nothing")
    assert re.search("verdict.*sort", page.panel("notices").text())


def test_a_wrong_run_in_the_address_is_a_sentence_with_its_cure(open_page):
    page = open_page("items", "a=ffffffffffff")
    text = page.panel("notices").text()
    assert "Expected a run with the id ffffffffffff" in text
    assert "page Runs" in text


def _text_of(panel, cls):
    return " ".join(str(e) for e in panel.elements("div", class_=cls))


def _id_at(open_page, ordinal):
    return open_page("items").panel("table").rows()[1:][ordinal][0]


def test_items_without_a_visible_id_or_with_a_very_long_one_are_opened_by_their_place(open_page, tmp_path):
    ids = ["first", " ", "x" * 500, "last"]
    rows = [
        {
            "item_id": one,
            "task_type": "choice",
            "options": ["A", "B"],
            "target": ["A"],
            "content": f"No {n}. FINAL: A",
        }
        for n, one in enumerate(ids)
    ]
    run = tmp_path / "ids.jsonl"
    run.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    assert [row[0] for row in open_page("items", "", (run,)).panel("table").rows()[1:]][1] == "(blank id)"
    query = ""
    for n in range(len(ids)):
        item = open_page("items", query, (run,)).panel("item")
        assert f"No {n}." in item.text()
        if n + 1 < len(ids):
            query = item.links()["J  next"].partition("?")[2]


@pytest.fixture
def odd_items(open_page, tmp_path):
    """Replies without an answer, and a number that is right."""
    replies = {
        "nowhere": ("I cannot say.", "H", ["B", "H"]),
        "named": ("H and B both sound plausible to me.", "H", ["B", "H"]),
        "nothing": ("\n" * 8, "H", ["B", "H"]),
        "number": ("FINAL: 103", "103", None),
    }
    (tmp_path / "run.json").write_text(
        json.dumps(
            {
                "tasks": [
                    {
                        "task_id": name,
                        "expected_answer": "B" if options else "103",
                        "extracted_final_answer": recorded,
                        "extraction_method": "guess",
                        "ambiguity_flag": False,
                        "raw_content": content,
                        "raw_reasoning": None,
                        "scoring_decision": {"correct": options is None, "required_substrings": None},
                        "correct": options is None,
                    }
                    for name, (content, recorded, options) in replies.items()
                ]
            }
        )
    )
    return lambda query: open_page("items", query, (tmp_path,))


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("nowhere", "which is nowhere in the visible text."),
        ("named", "which the visible text names, but does not state as the answer."),
        ("nothing", "but there is no visible text."),
    ],
)
def test_a_recorded_answer_that_is_not_found_is_told_in_a_line(odd_items, item, said):
    panel = odd_items(f"item={item}").panel("item")
    (line,) = panel.elements("p", class_="missing wrap")
    assert _words(line) == f"Recorded H, {said}"
    assert "Recorded answer not found in the text" in panel.text()


def test_a_recorded_answer_that_is_not_found_is_a_finding_everywhere(odd_items):
    page = odd_items("findings=recorded_answer_not_found")
    assert [row[0] for row in page.panel("table").rows()[1:]] == ["nowhere", "named", "nothing"]
    assert {row[-1] for row in page.panel("table").rows()[1:]} == {"Recorded answer not found in the text"}
    links = page.panel("facets").elements("a", keep="facet:findings:recorded_answer_not_found")
    assert _words(links[0]) == "Recorded answer not found in the text3"
    assert "item=named" in page.panel("item").links()["F  finding"]


def test_target_and_answer_of_the_same_words_are_one_chip(odd_items):
    (chip,) = odd_items("item=number").panel("item").elements("span", class_="option target answer")
    assert _words(chip) == "103✓ target, answer"


def test_names_that_no_link_of_ours_has_are_told(open_page):
    notices = open_page("items", "policy=strict&col=target").panel("notices").text()
    assert "Not known, and left out of the link: “policy”." in notices


def _words(element):
    return element if isinstance(element, str) else "".join(_words(part) for part in element[2:])
