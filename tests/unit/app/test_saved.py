import json

import pytest

from app.saved import (
    FILE_NAME,
    MAX_NAME,
    MAX_SAVED,
    Saved,
    config_folder,
    forget_filter,
    load_saved,
    save_filter,
    view_of,
)
from app.state import Lane, View
from scoring.audit.filter import Filter

WRONG = Filter(findings=("recorded_incorrect_though_matching",), category=("math", "~"), text="FINAL")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LANESCOPE_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def view(where: Filter = WRONG) -> View:
    return View(page="items", a=Lane(run="0" * 12), where=where, sort="answer", descending=True)


def names() -> list[str]:
    return [one.name for one in load_saved()]


def test_nothing_is_saved_to_begin_with_and_no_folder_is_made(folder) -> None:
    assert load_saved() == []
    assert not folder.exists()


def test_a_saved_filter_comes_back_whole_on_the_lanes_of_another_view() -> None:
    assert save_filter("undercount", view())
    other = View(page="overview", a=Lane(run="a" * 12), b=Lane(run="b" * 12), lane="b")
    back = view_of(load_saved()[0], other)
    assert (back.where, back.sort, back.descending) == (WRONG, "answer", True)
    assert (back.page, back.a, back.b, back.lane) == ("items", other.a, other.b, "b")


def test_filters_are_listed_by_name_and_one_of_the_same_name_is_replaced() -> None:
    for name in ("beta", "Alpha", "beta"):
        save_filter(name, view(Filter(category=(name,))))
    assert names() == ["Alpha", "beta"]


def test_a_forgotten_filter_is_gone_and_the_others_stay() -> None:
    save_filter("one", view())
    save_filter("two", view())
    forget_filter("one")
    forget_filter("never there")
    assert names() == ["two"]


def test_a_name_stays_text_on_one_line_of_bounded_length() -> None:
    save_filter("  <b>x</b>\n../../etc \t" + "y" * 500, view())
    (name,) = names()
    assert name.startswith("<b>x</b> ../../etc yyy")
    assert len(name) == MAX_NAME


@pytest.mark.parametrize("name", ["", " \n\t "])
def test_a_name_without_characters_is_not_kept(name: str) -> None:
    assert not save_filter(name, view())
    assert load_saved() == []


def test_no_more_than_the_limit_are_kept() -> None:
    for i in range(MAX_SAVED):
        assert save_filter(f"{i:03}", view())
    assert not save_filter("one more", view())
    assert save_filter("000", view())
    assert len(load_saved()) == MAX_SAVED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"filters": 3}',
        '{"filters": [1, {"name": 2}, {"name": "x", "query": []}]}',
        "\x00\xff",
    ],
    ids=["empty", "cut", "list", "number", "entries", "bytes"],
)
def test_a_damaged_file_is_no_error_and_is_kept_apart_by_the_next_save(folder, text: str) -> None:
    folder.mkdir()
    (folder / FILE_NAME).write_text(text, encoding="utf-8")
    assert load_saved() == []
    assert save_filter("new", view())
    assert names() == ["new"]
    assert [p.read_text(encoding="utf-8") for p in folder.glob("*.old")] == [text]


def test_values_in_the_file_are_checked_as_those_of_a_link() -> None:
    saved = Saved(name="x", query={"verdict": ["perfect"], "sort": ["1; DROP TABLE items"], "a": ["../etc"]})
    back = view_of(saved, view())
    assert (back.where, back.sort, back.a) == (Filter(), "ordinal", view().a)


def test_a_folder_that_cannot_be_written_is_told_and_nothing_is_left(tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LANESCOPE_CONFIG", str(tmp_path / "file" / "config"))
    assert not save_filter("x", view())
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_the_file_is_whole_after_every_save(folder) -> None:
    save_filter("x", view())
    assert json.loads((folder / FILE_NAME).read_text())["filters"][0]["name"] == "x"
    assert [p.name for p in folder.iterdir()] == [FILE_NAME]


def test_the_folder_is_the_platforms_own_where_none_is_named(monkeypatch) -> None:
    monkeypatch.delenv("LANESCOPE_CONFIG")
    assert config_folder().name == "lanescope"
