import json
import shutil
from pathlib import Path

import pytest

from app import state

SAMPLES = Path(__file__).parents[2] / "sample_runs" / "native_reasoning_audit"
MMLU_PRO = Path(__file__).parents[2].parent / "shared" / "data" / "runs" / "mmlu_pro"


RECORD = {
    "task_id": "t1",
    "expected_answer": "A",
    "extracted_final_answer": "A",
    "extraction_method": "final_colon_letter",
    "ambiguity_flag": False,
    "raw_content": "FINAL: A",
    "raw_reasoning": None,
    "scoring_decision": {"correct": True, "required_substrings": None},
    "correct": True,
}


@pytest.fixture
def own_cache(open_page, tmp_path, monkeypatch):
    monkeypatch.setenv("LANESCOPE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_the_runs_of_the_folder_are_listed_with_format_and_size(open_page):
    rows = open_page("runs").panel("runs").rows()[1:]
    assert [(row[0].rpartition("/")[2].strip(), row[1], row[3]) for row in rows] == [
        ("lane_a.json", "oc-llm", "210"),
        ("lane_b.json", "oc-llm", "210"),
    ]


def test_files_that_are_no_runs_are_named_with_the_reason(open_page, tmp_path):
    (tmp_path / "run.json").write_text(json.dumps({"tasks": [RECORD]}))
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    (tmp_path / "notes.json").write_text(json.dumps({"note": "not a run"}))
    shown = open_page("runs", paths=(tmp_path,)).panel("runs")
    assert "1 other file here is no run: why" in shown.texts()
    listed = [row for row in shown.rows() if len(row) == 2]
    # An image beside a run was never meant as one.
    assert [row[0].rpartition("/")[2].strip() for row in listed] == ["notes.json"]
    assert all(len(row[1]) > 20 for row in listed)


def test_the_bundled_samples_open_with_the_two_lanes_of_the_reasoning_audit(open_page):
    shown = open_page("overview", paths=(SAMPLES.parent,))
    assert "188" in shown.panel("header").text()


def test_a_run_becomes_a_lane_by_its_link(open_page, follow_link):
    page = open_page("runs")
    picks = [e[1]["href"] for e in page.panel("runs").elements("a", class_="pick")]
    swapped = follow_link(picks[1])
    assert swapped.query()["b"] == page.query()["a"]


def test_swap_exchanges_the_lanes_with_their_settings(open_page):
    page = open_page("runs")
    before = page.query()
    page.test.selectbox(key="policy_b").set_value("ambiguity-fails-v0").run()
    page.test.button(key="swap").click().run()
    assert not page.test.exception
    after = page.query()
    assert (after["a"], after["b"], after["a_policy"]) == (before["b"], before["a"], ["ambiguity-fails-v0"])


def test_another_policy_rescores_the_lane(open_page):
    page = open_page("runs")
    page.test.selectbox(key="policy_b").set_value("ambiguity-fails-v0").run()
    assert not page.test.exception
    assert "188 of 210 recorded → 188 rescored" in page.panel("lane_b").text()


def test_the_reasoning_fallback_is_kept_in_the_address(open_page):
    page = open_page("runs")
    page.test.segmented_control(key="fallback_b").set_value("on").run()
    assert not page.test.exception
    assert page.query()["b_fallback"] == ["on"]


@pytest.mark.parametrize("text", ["/etc/passwd", "../../../etc/passwd", "~/x", "\x00", "a" * 5000])
def test_a_path_outside_the_folders_is_refused_with_a_cure(open_page, text):
    page = open_page("runs")
    page.test.text_input(key="path").set_value(text).run()
    assert not page.test.exception
    assert (
        "folders given at start" in page.panel("found").text() or "looked up in" in page.panel("found").text()
    )


def test_a_link_that_leads_out_of_the_folders_is_refused(open_page, tmp_path):
    (tmp_path / "secret.json").write_text("[]")
    inside = tmp_path / "runs"
    inside.mkdir()
    (inside / "way_out.json").symlink_to(tmp_path / "secret.json")
    page = open_page("runs", "", (inside,))
    page.test.text_input(key="path").set_value("way_out.json").run()
    assert "expected a path inside the folders" in page.panel("found").text().lower()


def test_a_file_that_is_no_run_says_what_was_tried(open_page, tmp_path):
    (tmp_path / "notes.json").write_text('{"shopping": ["milk"]}')
    page = open_page("runs", "", (tmp_path,))
    page.test.text_input(key="path").set_value("notes.json").run()
    text = page.panel("found").text()
    assert all(name in text for name in ("oc-llm", "mmlu-pro", "notes.json"))


def test_an_uploaded_run_joins_the_list(open_page, own_cache):
    page = open_page("runs")
    content = json.dumps({"run_id": "my upload", "tasks": [RECORD]}).encode()
    page.test.file_uploader(key="upload").upload("../../x/run.json", content).run()
    assert not page.test.exception
    assert "recognised as oc-llm" in page.panel("uploaded").text()
    page.test.run()
    assert any("uploaded: run.json" in row[0] for row in page.panel("runs").rows()[1:])


def test_uploads_of_the_past_do_not_change_what_the_dashboard_begins_with(open_page, own_cache):
    upload = own_cache / "uploads" / "0123" / "run.json"
    upload.parent.mkdir(parents=True)
    upload.write_bytes((SAMPLES / "lane_a.json").read_bytes() + b"\n")
    assert "188 of 210 recorded" in open_page().panel("overview").text()


def test_an_upload_that_is_no_run_is_refused_without_a_machine_path(open_page, own_cache):
    page = open_page("runs")
    page.test.file_uploader(key="upload").upload("notes.txt", b"hello").run()
    assert not page.test.exception
    text = page.panel("uploaded").text()
    assert "notes.txt" in text
    assert str(own_cache) not in text


def test_problems_are_listed_with_record_message_and_cure(open_page, tmp_path):
    (tmp_path / "run.json").write_text(json.dumps({"tasks": [RECORD, "stray", RECORD | {"task_id": "t2"}]}))
    rows = open_page("runs", "", (tmp_path,)).panel("problems").rows()
    assert any("expected a record" in " ".join(row) for row in rows)


def test_a_changed_source_is_said_and_the_numbers_stay(open_page, tmp_path):
    source = tmp_path / "lane.json"
    source.write_bytes((SAMPLES / "lane_b.json").read_bytes())
    page = open_page("overview", "", (tmp_path,))
    source.write_bytes(source.read_bytes() + b"\n")
    page.test.run()
    assert "has changed or gone" in page.panel("notices").text()
    assert "188 of 210 recorded" in page.panel("overview").text()


def test_an_audit_that_vanished_from_the_cache_is_made_anew(open_page, own_cache):
    page = open_page()
    for audit in (own_cache / "audits").iterdir():
        shutil.rmtree(audit)
    page.test.switch_page("views/items.py")
    page.test.query_params["verdict"] = "no_answer"
    page.test.run()
    assert not page.test.exception
    assert page.panel("table").rows()[1:]


@pytest.mark.skipif(not MMLU_PRO.is_dir(), reason="the MMLU-Pro files are not beside the checkout")
def test_a_folder_with_many_runs_begins_with_the_choice(open_page):
    page = open_page("overview", "", (MMLU_PRO,))
    assert page.has("runs")
    assert len(page.panel("runs").rows()) > 5


def test_policy_and_lanes_are_remembered_in_the_address(open_page):
    runs = open_page("runs").query()
    query = f"a={runs['b'][0]}&b={runs['a'][0]}&a_policy=ambiguity-fails-v0&b_fallback=on"
    page = open_page("runs", query)
    assert page.test.selectbox(key="policy_a").value == "ambiguity-fails-v0"
    assert page.test.selectbox(key="policy_b").value == "final-answer-v1"
    assert page.test.segmented_control(key="fallback_b").value == "on"
    assert "188 of 210 recorded → 188 rescored" in page.panel("lane_a").text()


def test_a_lane_that_was_stopped_stays_closed_until_it_is_asked_for(open_page, own_cache):
    page = open_page("runs")
    lane = state.Lane(run=page.query()["b"][0], policy="first-match-v0")
    page.test.session_state["stopped"] = (lane,)
    page.test.query_params["b_policy"] = "first-match-v0"
    page.test.run()
    assert "Rescoring lane B was stopped" in page.panel("notices").text()
    (button,) = [b for b in page.test.button if b.label == "Rescore lane B"]
    button.click().run()
    assert not page.has("notices")
    assert "210 items" in page.panel("lane_b").text()


@pytest.mark.parametrize(
    "content", [b"", b"[", b"{}", b'[{"id": 1}]', b'[["x"]]', b"\xff", b'[{"id": "<b>"}]']
)
def test_a_damaged_list_of_recent_runs_is_no_error(open_page, own_cache, content):
    own_cache.mkdir()
    (own_cache / "recent.json").write_bytes(content)
    assert not open_page("runs").has("recent")


def test_a_run_inside_an_archive_is_listed_and_opened_like_its_file(open_page, tmp_path, own_cache):
    import zipfile

    folder = tmp_path / "runs"
    folder.mkdir()
    for name in ("one", "two"):
        (folder / f"{name}.json").write_text(json.dumps({"tasks": [RECORD, RECORD | {"task_id": name}]}))
    with zipfile.ZipFile(folder / "packed.zip", "w") as archive:
        archive.write(folder / "one.json", "inner/one.json")
        archive.write(folder / "two.json", "inner/two.json")
    (folder / "one.json").unlink()
    (folder / "two.json").unlink()
    page = open_page("runs", paths=[folder])
    rows = page.panel("runs").rows()[1:]
    assert len(rows) == 2
    assert all("packed.zip/inner/" in row[0].replace(" ", "") for row in rows)


def test_a_run_of_several_files_in_an_archive_is_one_run(open_page, tmp_path, own_cache):
    import zipfile

    record = {"question_id": 1, "question": "?", "options": ["a"], "answer": "A", "response": "A"}
    (tmp_path / "runs").mkdir()
    with zipfile.ZipFile(tmp_path / "runs/packed.zip", "w") as archive:
        for category in ("law", "math"):
            archive.writestr(f"m/{category}_result.json", json.dumps([record | {"category": category}]))
    rows = open_page("runs", paths=[tmp_path / "runs"]).panel("runs").rows()[1:]
    assert [row[1] for row in rows] == ["mmlu-pro"]
