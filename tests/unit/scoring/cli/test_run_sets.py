import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.cli.run_sets import find_set, folder_name, name_in_set

LINE = json.dumps(
    {"item_id": "1", "task_type": "choice", "options": ["A", "B"], "target": ["A"], "content": "A"}
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "runs"
    (folder / "deep").mkdir(parents=True)
    (folder / "one.jsonl").write_text(LINE)
    (folder / "deep/two.jsonl").write_text(f"{LINE}\n{{")
    (folder / "notes.txt").write_text("nothing")
    return folder


def test_a_place_with_several_runs_is_a_set(folder: Path) -> None:
    found = find_set(folder)
    assert found is not None
    assert [name_in_set(run, folder) for run in found.runs] == ["deep/two.jsonl", "one.jsonl"]
    assert find_set(folder / "deep") is None
    assert find_set(folder / "one.jsonl") is None
    assert find_set(folder / "*") is not None


def test_an_archive_with_several_runs_is_a_set(folder: Path) -> None:
    with zipfile.ZipFile(folder / "x.zip", "w") as archive:
        for name in ("a", "b"):
            archive.writestr(f"{name}.jsonl", LINE)
    found = find_set(folder / "x.zip")
    assert found is not None
    assert [name_in_set(run, folder / "x.zip") for run in found.runs] == ["a.jsonl", "b.jsonl"]


@pytest.mark.parametrize(("name", "folder"), [("a/b c.json", "a_b_c.json"), ("../x", "x"), ("…", "run")])
def test_a_run_of_a_set_has_a_folder_of_one_name(name: str, folder: str) -> None:
    assert folder_name(name) == folder


def test_a_set_is_checked_run_by_run(lanescope: Callable, folder: Path) -> None:
    ran = lanescope("check", folder)
    assert ran.code == 1
    assert "holds 2 runs" in ran.out
    assert "notes.txt" in ran.out
    checked = lanescope("check", folder, "--json").json
    assert [(run["path"], run["n_items"], run["n_problems"]) for run in checked["runs"]] == [
        ("deep/two.jsonl", 1, 1),
        ("one.jsonl", 1, 0),
    ]


def test_a_set_is_rescored_into_an_audit_each(lanescope: Callable, folder: Path, tmp_path: Path) -> None:
    ran = lanescope("rescore", folder, "-o", tmp_path / "out")
    assert ran.code == 1
    assert "2 audits written" in ran.out
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["deep_two.jsonl", "one.jsonl"]
    assert lanescope("check", tmp_path / "out/one.jsonl").out.startswith("one.jsonl is an audit")


def test_check_says_why_other_formats_did_not_take_a_file(lanescope: Callable, folder: Path) -> None:
    ran = lanescope("check", folder / "one.jsonl")
    assert "Not read as:" in ran.out
    assert "mmlu-pro" in ran.out
    declined = lanescope("check", folder / "one.jsonl", "--json").json["declined"]
    assert {"oc-llm", "inspect", "table"} <= {one["format"] for one in declined}
    assert all(one["reason"] for one in declined)
