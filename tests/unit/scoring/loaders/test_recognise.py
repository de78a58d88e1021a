import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from scoring.errors import RunFormatError
from scoring.loaders.recognise import find_run, find_runs, sniff_file
from scoring.loaders.registry import LOADERS, list_runs, load_run
from scoring.records import Item

OURS = json.dumps({"item_id": "a", "task_type": "choice"})


def pack(path: Path, **members: str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/") + ".jsonl", text)
    return path


def test_the_only_run_of_an_archive_is_opened_in_place(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.zip", deep__run=OURS, note="plain")
    run = load_run(path)
    assert run.info.sources == (path / "deep/run.jsonl",)
    assert run.info.metadata["files_not_read"] == ["note.jsonl"]
    assert [entry.item_id for entry in run.read() if isinstance(entry, Item)] == ["a"]
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_run_of_an_archive_is_opened_by_its_path(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.zip", one=OURS, two=OURS)
    with pytest.raises(RunFormatError, match=r"an archive with exactly one run, got 2 runs: one.jsonl"):
        load_run(path)
    assert load_run(path / "two.jsonl").info.name == "two"


def test_runs_in_archives_of_a_folder_are_listed(tmp_path: Path) -> None:
    pack(tmp_path / "a.zip", one=OURS, inner__two=OURS)
    with tarfile.open(tmp_path / "b.tar.gz", "w:gz") as archive:
        member = tarfile.TarInfo("three.jsonl")
        member.size = len(OURS)
        archive.addfile(member, io.BytesIO(OURS.encode()))
    (tmp_path / "four.jsonl").write_text(OURS)
    found = [run.path.relative_to(tmp_path).as_posix() for run in list_runs(tmp_path).runs]
    assert found == ["a.zip/inner/two.jsonl", "a.zip/one.jsonl", "b.tar.gz/three.jsonl", "four.jsonl"]


def test_an_archive_inside_an_archive_is_named_and_not_opened(tmp_path: Path) -> None:
    inner = pack(tmp_path / "inner.zip", one=OURS)
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as archive:
        archive.write(inner, "inner.zip")
    listing = find_runs(tmp_path / "outer.zip", LOADERS)
    assert listing.runs == ()
    assert [path.name for path, _ in listing.others] == ["inner.zip"]


def test_what_a_glob_matches_is_a_set_of_runs(tmp_path: Path) -> None:
    for name in ("a1", "a2", "b1"):
        (tmp_path / f"{name}.jsonl").write_text(OURS)
    assert [run.path.name for run in list_runs(tmp_path / "a*.jsonl").runs] == ["a1.jsonl", "a2.jsonl"]
    assert load_run(tmp_path / "b*").info.name == "b1"
    with pytest.raises(RunFormatError, match="a pattern with exactly one run, got 2 runs"):
        load_run(tmp_path / "a?.jsonl")


def test_a_file_whose_name_holds_a_star_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "a[1].jsonl").write_text(OURS)
    assert find_run(tmp_path / "a[1].jsonl", LOADERS).sources == (tmp_path / "a[1].jsonl",)


def test_a_damaged_archive_in_a_folder_is_named_with_its_reason(tmp_path: Path) -> None:
    pack(tmp_path / "a.zip", one=OURS)
    (tmp_path / "a.zip").write_bytes((tmp_path / "a.zip").read_bytes()[:60])
    ((path, reason),) = list_runs(tmp_path).others
    assert path.name == "a.zip"
    assert "not copied whole" in reason


def test_sniffing_says_why_the_loaders_before_did_not_take_it(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(json.dumps({"tasks": [{"expected_answer": "A", "raw_content": "A"}]}))
    loader, reasons = sniff_file(tmp_path / "x", LOADERS)
    assert loader is not None
    assert loader.name == "oc-llm"
    assert [name for name, _ in reasons] == ["lanescope-jsonl", "mmlu-pro"]


def test_a_format_that_is_an_archive_itself_is_one_run_and_not_a_folder(runs_folder: Path) -> None:
    (path,) = (runs_folder / "inspect/history/eval-set1").glob("*.eval")
    assert [run.path for run in list_runs(path).runs] == [path]


def test_a_folder_of_an_archive_is_opened_by_its_path(tmp_path: Path) -> None:
    record = {
        "question_id": 1,
        "question": "?",
        "options": ["a"],
        "answer": "A",
        "pred": "A",
        "response": "A",
    }
    files = {
        f"m__{category}_result": json.dumps([record | {"category": category}]) for category in ("law", "math")
    }
    path = pack(tmp_path / "a.zip", **files)
    ((found,), _, _) = list_runs(path)
    assert found.path == path / "m"
    run = load_run(found.path)
    assert run.info.model == "m"
    assert len([entry for entry in run.read() if isinstance(entry, Item)]) == 2
