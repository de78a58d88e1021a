import json
from pathlib import Path

import pytest

from scoring.errors import RunFormatError
from scoring.loaders.base import RunInfo, read_items
from scoring.loaders.fields import Fields
from scoring.loaders.json_stream import Layout
from scoring.loaders.registry import load_run
from scoring.records import Item, Problem, TaskType


def to_item(fields: Fields) -> Item | None:
    if fields.text("id") is None:
        fields.tell("malformed_record", "expected an id, got none", "$.id")
        return None
    return Item(item_id=str(fields.get("id")), task_type=TaskType.CHOICE)


def read(root: Path, *contents: object, **options: object) -> list[Item | Problem]:
    sources = []
    for i, content in enumerate(contents):
        path = root / f"{i}.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        sources.append((path, Layout("list")))
    return list(read_items(sources, root, to_item, **options))


def test_items_and_problems_come_in_the_order_of_the_files(tmp_path: Path) -> None:
    found = read(tmp_path, [{"id": "a"}, 5, {"id": "b"}], [{"id": "c"}])
    assert [entry.item_id for entry in found] == ["a", None, "b", "c"]


def test_the_problems_of_a_record_follow_its_item_and_name_it(tmp_path: Path) -> None:
    item, problem = read(tmp_path, '[\n{"id": "a", "x": "\\ud800"}\n]')
    assert isinstance(item, Item)
    assert (problem.kind, problem.item_id, problem.file, problem.line, problem.index, problem.path) == (
        "invalid_text",
        "a",
        "0.json",
        2,
        0,
        "$.x",
    )
    assert problem.skipped is False


def test_a_record_that_makes_no_item_counts_once_however_many_problems_it_has(tmp_path: Path) -> None:
    found = read(tmp_path, [{"id": 5}])
    assert [(problem.kind, problem.skipped) for problem in found] == [
        ("bad_field", False),
        ("malformed_record", True),
    ]


def test_a_record_nested_too_deep_is_a_skipped_problem(tmp_path: Path) -> None:
    deep = '[{"id": "a"}, {"id": "b", "x": ' + "[" * 100_000 + "]" * 100_000 + '}, {"id": "c"}]'
    found = read(tmp_path, deep)
    assert [entry.item_id for entry in found if isinstance(entry, Item)] == ["a", "c"]
    assert [(p.kind, p.index, p.skipped) for p in found if isinstance(p, Problem)] == [("too_deep", 1, True)]


def test_bytes_are_counted_over_all_files(tmp_path: Path) -> None:
    seen: list[int] = []
    read(tmp_path, [{"id": "a"}], [{"id": "b"}, {"id": "c"}], on_bytes=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == sum(path.stat().st_size for path in tmp_path.iterdir())


def test_a_problem_tells_a_cure_for_a_cut_file(tmp_path: Path) -> None:
    problem = read(tmp_path, '[{"id": "a"}, {"id": ')[-1]
    assert (problem.kind, problem.skipped) == ("truncated_file", True)
    assert "Copy the file again" in problem.cure


def test_a_file_that_is_gone_when_it_is_read_raises(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"item_id": "a", "task_type": "choice"}\n')
    run = load_run(path)
    path.unlink()
    with pytest.raises(RunFormatError, match=r"expected a readable file, got No such file .* run.jsonl"):
        list(run.read())


def test_a_run_can_be_read_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"item_id": "a", "task_type": "choice"}\n')
    run = load_run(path)
    assert list(run.read()) == list(run.read())


def test_a_run_knows_its_size_and_absolute_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"item_id": "a", "task_type": "choice"}\n')
    monkeypatch.chdir(tmp_path)
    run = load_run("run.jsonl")
    assert run.total_bytes == path.stat().st_size
    assert isinstance(run.info, RunInfo)
    assert (run.info.sources, run.info.root, run.info.name) == ((path,), tmp_path, "run")
