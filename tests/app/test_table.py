import json

import pytest

ROWS = [
    {"nr": i, "asked": f"question {i}", "said": f"It is {'AB'[i % 2]}.", "right": "B", "noted": i % 2 == 1}
    for i in range(8)
]


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "runs"
    folder.mkdir()
    (folder / "mine.jsonl").write_text("\n".join(map(json.dumps, ROWS)))
    return folder


@pytest.fixture
def page(open_page, folder):
    return open_page("table", paths=[folder])


def choose(page, **columns):
    for role, column in columns.items():
        (box,) = [one for one in page.test.selectbox if one.label.startswith(f"{role}:")]
        box.set_value(column)
    page.test.run()
    assert not page.test.exception


def test_a_table_of_no_known_format_is_shown_with_its_first_rows(page):
    head, *rows = page.panel("mapping_preview").rows()
    assert [cell.split()[0] for cell in head] == ["nr", "asked", "said", "right", "noted"]
    assert len(rows) == 5
    assert "Assign response and target" in page.panel("mapping_items").text()


def test_assigned_columns_show_the_first_items_as_they_would_load(page):
    choose(page, item_id="nr", prompt="asked", content="said", target="right", recorded_verdict="noted")
    rows = page.panel("mapping_items").rows()[1:]
    assert rows[1][:3] == ["1", "choice", "question 1"]
    assert rows[1][5:] == ["It is B.", "correct"]


def test_a_saved_mapping_makes_the_table_a_run(page, folder, open_page):
    choose(page, item_id="nr", content="said", target="right")
    page.test.button(key="mapping_save").click().run()
    assert not page.test.exception
    assert (folder / "mine.jsonl.mapping.toml").is_file()
    rows = open_page("runs", paths=[folder]).panel("runs").rows()[1:]
    assert [(row[1]) for row in rows] == ["table"]


def test_a_guess_fills_the_fields_in(open_page, folder):
    rows = [{"id": 1, "question": "?", "answer": "A", "response": "A"}]
    (folder / "mine.jsonl").write_text("\n".join(map(json.dumps, rows)))
    page = open_page("table", paths=[folder])
    values = {one.label.split(":")[0]: one.value for one in page.test.selectbox}
    assert (values["item_id"], values["target"], values["content"]) == ("id", "answer", "response")


def test_a_folder_without_tables_says_so(open_page, tmp_path):
    (tmp_path / "empty").mkdir()
    page = open_page("table", paths=[tmp_path / "empty"])
    assert "No table here." in page.panel("nothing").text()


def test_text_of_a_table_is_shown_as_it_stands(open_page, folder):
    text = "<script>alert(1)</script> **bold**"
    (folder / "mine.jsonl").write_text(json.dumps({"id": 1, "response": text, "target": "A"}))
    page = open_page("table", paths=[folder])
    assert text in page.panel("mapping_items").text()
