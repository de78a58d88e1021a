import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs

import pytest

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_runs" / "native_reasoning_audit"
GROUNDING = ROOT / "sample_runs" / "grounding"
REVISED = ROOT.parent / "shared/data/runs/mmlu_pro/gold_revisions"
NEEDS_REVISED = pytest.mark.skipif(
    not REVISED.is_dir(), reason="the MMLU-Pro files are not beside the checkout"
)
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
        if "_correct:" in e[1].get("keep", "") and "=" not in e[1]["keep"]
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


def test_a_category_of_the_forest_plot_lists_its_won_and_lost_items(open_page, follow_link):
    reasoning = follow_link(open_page("lanes").panel("lanes").links()["reasoning"]).panel("pairs")
    assert "Won or lost, rescored · 18 items" in reasoning.text()
    assert all(row[0].startswith("reasoning_") for row in reasoning.rows()[1:])


def test_one_lane_alone_is_told_what_is_missing(open_page):
    run = open_page().query()["a"][0]
    assert "two lanes" in open_page("lanes", f"a={run}").panel("nothing").text()


def test_items_of_one_lane_only_are_listed_apart(open_page, tmp_path):
    extra = RECORD | {"task_id": "only here"}
    for lane, records in (("a", [RECORD, extra]), ("b", [RECORD])):
        (tmp_path / f"lane_{lane}.json").write_text(json.dumps({"lane": lane, "tasks": records}))
    page = open_page("lanes", "", (tmp_path,))
    assert "1 item only in lane A" in " ".join(page.panel("story").text().split())
    listed = open_page("lanes", "cell=only_a", (tmp_path,))
    assert [row[0] for row in listed.panel("pairs").rows()[1:]] == ["only here"]
    assert "This lane does not have the item." in listed.panel("pair").text()


def test_lanes_without_a_common_item_say_why_they_cannot_be_compared(open_page, tmp_path):
    for lane in "ab":
        record = RECORD | {"task_id": f"only in {lane}"}
        (tmp_path / f"lane_{lane}.json").write_text(json.dumps({"lane": lane, "tasks": [record]}))
    page = open_page("lanes", "", (tmp_path,))
    assert "Expected" in page.panel("nothing").text()


@pytest.fixture(scope="module")
def told_by_the_command(tmp_path_factory) -> dict:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "app.cli",
            "compare",
            "lane_a.json",
            "lane_b.json",
            "--json",
            "--margin",
            "12",
        ],
        cwd=SAMPLES,
        env=os.environ | {"PYTHONPATH": str(ROOT), "LANESCOPE_CACHE": str(tmp_path_factory.mktemp("cache"))},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def number(value: float, digits: int = 2) -> str:
    return f"{value:+,.{digits}f}".replace("-", "−")


@pytest.mark.parametrize("basis", ["recorded", "rescored"])
def test_the_metrics_are_those_of_the_command(open_page, told_by_the_command, basis):
    one = told_by_the_command[basis]
    (row,) = [r for r in open_page("lanes").panel("lanes").rows() if r[0] == basis and len(r) == 6]
    low, high = (number(end) for end in one["diff_ci_pp"])
    assert row[1] == f"{one['n']}"
    assert row[2].startswith(f"{one['a']['correct']} /{one['a']['scored']}")
    assert row[3].startswith(f"{one['b']['correct']} /{one['b']['scored']}")
    assert row[4] == f"{number(one['diff_pp'])} pp {low} … {high}"
    assert row[5] == f"{one['mcnemar_p']:.4f}"


def test_attribution_causes_categories_and_equivalence_are_those_of_the_command(
    open_page, told_by_the_command
):
    panel = open_page("lanes", "margin=12").panel("lanes")
    parts, detail = told_by_the_command["attribution"], told_by_the_command["attribution_detail"]
    recorded = told_by_the_command["recorded"]["diff_pp"] * 210 / 100
    assert (
        f"recorded {recorded:+.0f} = model {parts['model']:+d}, scorer −{-parts['scorer']}" in panel.texts()
    )
    shown = [row[1:] for row in panel.rows() if len(row) == 4 and row[0] != "cause"]
    signed = [[str(c["n"]), *(number(c[k], 0) if c[k] else "0" for k in ("model", "scorer"))]
              for c in detail["by_cause"]]  # fmt: skip
    assert shown == signed
    lines = {row[0].rsplit(" ", 2)[0]: row for row in panel.rows() if len(row) == 6}
    for group in told_by_the_command["categories"]:
        assert lines[group["value"]][4].split()[0] == number(group["rescored"]["diff_pp"])
    assert lines["all pairs"][5] == ""
    assert told_by_the_command["rescored"]["figures"]["equivalence"]["statement"] in panel.texts()


def test_a_cause_lists_its_pairs_and_says_so(open_page, follow_link):
    (row,) = [
        r for r in open_page("lanes").panel("lanes").elements("tr") if "other recorded verdict" in str(r)
    ]
    href = row[3][2][1]["href"]
    assert parse_qs(href.partition("?")[2])["cause"] == ["other_recorded"]
    panel = follow_link(href).panel("pairs")
    assert "Pairs · 7 items" in panel.text()
    assert [r[-1] for r in panel.rows()[1:]] == ["other recorded verdict"] * 7
    assert "other recorded verdict" in panel.elements("a", class_="chip")[0][2][2]


@pytest.mark.parametrize(("part", "n"), [("model", 25), ("scorer", 9)])
def test_a_part_of_the_waterfall_lists_the_pairs_that_move_it(open_page, follow_link, part, n):
    (bar,) = [
        e for e in open_page("lanes").panel("lanes").elements("a") if e[1].get("keep") == f"step:{part}"
    ]
    assert f"Pairs · {n} items" in follow_link(bar[1]["href"]).panel("pairs").text()


def test_totals_of_the_waterfall_lead_to_the_items_recorded_as_correct(open_page, follow_link):
    bars = open_page("lanes").panel("lanes").elements("a")
    (bar,) = [e for e in bars if e[1].get("keep") == "step:B recorded"]
    assert "188 of 210" in follow_link(bar[1]["href"]).panel("table").text()


def test_changed_wrong_answers_are_listed(open_page):
    panel = open_page("lanes", "cell=churn").panel("pairs")
    assert "Wrong in both, with different answers, rescored · 2 items" in panel.text()
    assert all(row[2] != row[3] for row in panel.rows()[1:])


def test_a_figure_with_a_caution_says_it_beside_the_figure_and_below(open_page):
    panel = open_page("lanes").panel("lanes")
    signs = [e for e in panel.elements("span", class_="caution") if "label" in e[1]]
    assert {e[1]["label"] for e in signs} == {
        "caution: fewer than 20 pairs: the interval may cover less than 93 %"
    }
    assert "Category format, category reading: fewer than 20 pairs" in panel.text()


def test_clusters_and_seed_of_the_address_are_used(open_page):
    page = open_page("lanes", "clusters=images&seed=7", (GROUNDING,))
    assert not page.has("notices")
    assert "seed 7" in page.panel("lanes").text()


def test_settings_that_cannot_be_used_are_told(open_page):
    told = open_page("lanes", "margin=-1&clusters=moon&seed=x&spot=<b>").panel("notices").text()
    assert all(f"“{name}”" in told for name in ("margin", "clusters", "seed", "spot"))


def test_a_setting_that_is_changed_goes_to_the_address(open_page):
    page = open_page("lanes")
    page.test.number_input(key="margin").set_value(2.5).run()
    page.test.selectbox(key="clusters").set_value("none").run()
    assert (page.query()["margin"], page.query()["clusters"]) == (["2.5"], ["none"])
    assert "2.5 pp" in page.panel("lanes").text()


def test_every_mark_of_a_soft_score_lists_as_many_pairs_as_it_says(open_page):
    page = open_page("lanes", "score=annotation_reward", (GROUNDING,))
    marks = [e for e in page.panel("lanes").elements("a") if "spot=" in e[1]["href"]]
    assert len(marks) > 20
    spots = {}
    for mark in marks:
        words = mark[1].get("label") or mark[2]
        n = int(words.split(":")[-1].split()[0].replace(",", ""))
        spots[parse_qs(mark[1]["href"])["spot"][0]] = n
    for kind in ("g", "a", "b", "d"):
        assert sum(n for spot, n in spots.items() if spot[0] == kind and spot[1].isdigit()) == 48
    for spot in (next(s for s in spots if s[0] == kind) for kind in ("g", "a", "d")):
        listed = open_page("lanes", f"score=annotation_reward&cell=pairs&spot={spot}", (GROUNDING,))
        assert f"Pairs · {spots[spot]} item" in listed.panel("pairs").text()


def test_soft_scores_stand_in_the_metrics_with_their_methods(open_page):
    panel = open_page("lanes", "", (GROUNDING,)).panel("lanes")
    names = [row[0] for row in panel.rows() if row[0].startswith("mean ")]
    assert names == [
        "mean score = task reward",
        "mean answer reward",
        "mean annotation reward",
        "mean format score",
    ]
    assert "BCa bootstrap" in panel.text()
    assert "paired permutation test" in panel.text()


@NEEDS_REVISED
def test_lanes_with_other_targets_are_not_fully_comparable_and_the_pairs_are_listed(open_page, follow_link):
    page = open_page("lanes", "", tuple(sorted(REVISED.glob("*.json"))[::2]))
    story = page.panel("story")
    (href,) = [h for words, h in story.links().items() if "cell=target" in h]
    n = next(words for words, h in story.links().items() if h == href).split()[0]
    listed = open_page("lanes", href.partition("?")[2], tuple(sorted(REVISED.glob("*.json"))[::2]))
    assert "Not fully comparable" in story.text()
    assert f"The target differs · {n} items" in listed.panel("pairs").text()


def test_a_third_run_makes_a_table_of_all_lanes(open_page, tmp_path):
    for name, replies in (("a", "AB"), ("b", "AA"), ("c", "BB")):
        tasks = [
            RECORD | {"task_id": f"{at}", "raw_content": f"FINAL: {reply}", "extracted_final_answer": reply}
            for at, reply in enumerate(replies)
        ]
        (tmp_path / f"lane_{name}.json").write_text(json.dumps({"lane": name, "tasks": tasks}))
    ids = run_ids(open_page("runs", "", (tmp_path,)))
    page = open_page("lanes", f"a={ids[0]}&b={ids[1]}", (tmp_path,))
    assert not page.has("matrix")
    page.test.multiselect(key="more_lanes").set_value([ids[2]]).run()
    assert page.query()["more"] == [ids[2]]
    rows = page.panel("matrix").rows()
    assert rows[1][2].startswith("+50.00")
    assert rows[2][3].startswith("⇄ −100.00") or rows[2][3].startswith("−100.00")


def run_ids(page) -> list[str]:
    links = page.panel("runs").elements("a")
    return list(
        dict.fromkeys(parse_qs(e[1]["href"].partition("?")[2])["a"][0] for e in links if "a=" in e[1]["href"])
    )
