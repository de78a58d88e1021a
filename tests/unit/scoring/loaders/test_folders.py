from pathlib import Path

import pytest

from scoring.loaders import folders
from scoring.loaders.archive_parts import Member
from scoring.loaders.folders import candidate_files, candidate_members, expand, is_audit, is_glob


def names(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in candidate_files(folder)[0]]


def make(folder: Path, *files: str) -> None:
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("{}")


def test_files_of_a_tree_come_sorted(tmp_path: Path) -> None:
    make(tmp_path, "b.json", "a/z.json", "a/b.json")
    assert names(tmp_path) == ["a/b.json", "a/z.json", "b.json"]


def test_hidden_files_manifests_and_audits_are_no_candidates(tmp_path: Path) -> None:
    make(
        tmp_path,
        ".git/x.json",
        ".hidden.json",
        "MANIFEST.json",
        "audit/run.json",
        "audit/items-0.parquet",
        "run.json",
    )
    assert names(tmp_path) == ["run.json"]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    make(tmp_path, "outside/secret.json", "inside/run.json")
    (tmp_path / "inside/link.json").symlink_to(tmp_path / "outside/secret.json")
    (tmp_path / "inside/folder").symlink_to(tmp_path / "outside")
    assert names(tmp_path / "inside") == ["run.json"]


def test_too_deep_a_tree_is_said_to_be_incomplete(tmp_path: Path) -> None:
    make(tmp_path, "/".join("abcdefg") + "/run.json")
    assert candidate_files(tmp_path) == ([], False)


def test_too_many_files_are_said_to_be_incomplete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "MAX_FILES", 3)
    make(tmp_path, *(f"{i}.json" for i in range(3)))
    assert candidate_files(tmp_path)[1] is True
    make(tmp_path, "3.json")
    files, complete = candidate_files(tmp_path)
    assert (len(files), complete) == (3, False)


def test_an_audit_is_known_by_its_two_parts(tmp_path: Path) -> None:
    make(tmp_path, "run.json")
    assert not is_audit(tmp_path)
    make(tmp_path, "items-0000.parquet")
    assert is_audit(tmp_path)


def test_a_pattern_is_what_it_matches_and_any_other_path_itself(tmp_path: Path) -> None:
    make(tmp_path, "b.json", "a.json", "c.txt", "[x].json")
    assert [path.name for path in expand(tmp_path / "?.json")] == ["a.json", "b.json"]
    assert expand(tmp_path / "[x].json") == [tmp_path / "[x].json"]
    assert expand(tmp_path / "none*") == []
    assert is_glob(tmp_path / "none*")
    assert not is_glob(tmp_path / "a.json")


def test_members_of_an_archive_are_left_out_as_files_are() -> None:
    members = [
        Member(name, 1, refused)
        for name, refused in [("a.json", ""), (".x/b.json", ""), ("__MACOSX/c.json", ""), ("d.json", "why")]
    ]
    found = candidate_members(Path("x.zip"), members)
    assert found == ([Path("x.zip/a.json")], [(Path("x.zip/d.json"), "why")], True)
