import io
import json
import re
from pathlib import Path

import pytest

from scoring.loaders.lanescope_jsonl import dump_items, item_to_json
from scoring.loaders.registry import load_run
from scoring.records import Item, Recorded, Response, TaskType, Verdict

LINE = {
    "item_id": "q1",
    "task_type": "choice",
    "options": {"A": "x", "B": None},
    "target": ["B"],
    "content": "B",
}


def lines(*values: object) -> str:
    return "".join((value if isinstance(value, str) else json.dumps(value)) + "\n" for value in values)


def test_a_line_becomes_an_item(load_json) -> None:
    (item,) = load_json(lines(LINE), "run.jsonl").items
    assert item == Item(
        item_id="q1",
        task_type=TaskType.CHOICE,
        options={"A": "x", "B": None},
        target=("B",),
        response=Response(content="B"),
    )


def test_the_first_line_may_name_the_run(load_json) -> None:
    header = {"lane": "A", "model": "m", "benchmark": "b", "name": "n", "seed": 7}
    loaded = load_json(lines({"lanescope_run": header}, LINE))
    info = loaded.info
    assert (info.lane, info.model, info.benchmark, info.name) == ("A", "m", "b", "n")
    assert info.metadata == header
    assert (len(loaded.items), loaded.problems) == (1, [])


def test_a_second_header_is_told_and_is_no_record(load_json) -> None:
    first, second = {"lanescope_run": {"lane": "A"}}, {"lanescope_run": {"lane": "B"}}
    loaded = load_json(lines(first, LINE, second, LINE))
    assert (loaded.info.lane, len(loaded.items)) == ("A", 2)
    assert [(p.kind, p.line, p.skipped) for p in loaded.problems] == [("late_header", 3, False)]


def test_a_run_of_a_header_alone_has_no_items(load_json) -> None:
    loaded = load_json(lines({"lanescope_run": {"lane": "A"}}))
    assert (loaded.info.lane, loaded.items, loaded.problems) == ("A", [], [])


@pytest.mark.parametrize("bad", ["{oops", "5", '{"item_id": "x"}', '{"item_id": "x", "task_type": "essay"}'])
def test_a_line_that_is_no_item_is_skipped_with_its_line_number(load_json, bad) -> None:
    loaded = load_json(lines(LINE, bad, LINE))
    assert len(loaded.items) == 2
    assert [(p.line, p.index) for p in loaded.problems if p.skipped] == [(2, 1)]


def test_a_field_of_the_wrong_type_is_told_and_kept_in_the_metadata(load_json) -> None:
    loaded = load_json(lines(LINE | {"category": 5, "metadata": {"x": 1}}))
    assert loaded.items[0].metadata == {"category": 5, "x": 1}
    assert [(p.kind, p.path, p.item_id) for p in loaded.problems] == [("bad_field", "$.category", "q1")]


def test_an_unknown_field_is_told_and_kept_in_the_metadata(load_json) -> None:
    loaded = load_json(lines(LINE | {"colour": "red"}))
    assert loaded.items[0].metadata == {"colour": "red"}
    assert [(p.kind, p.path) for p in loaded.problems] == [("unknown_field", "$.colour")]


def test_fields_at_their_default_are_left_out() -> None:
    item = Item(item_id="a", task_type=TaskType.NUMBER, recorded=(Recorded(scorer="s"),))
    assert item_to_json(item) == {"item_id": "a", "task_type": "number", "recorded": [{"scorer": "s"}]}


def test_items_are_written_with_their_header_and_counted() -> None:
    file = io.BytesIO()
    item = Item(
        item_id="ä", task_type=TaskType.CHOICE, recorded=(Recorded(scorer="s", verdict=Verdict.CORRECT),)
    )
    assert dump_items([item], file, run={"lane": "A"}) == 1
    assert file.getvalue().decode() == (
        '{"lanescope_run":{"lane":"A"}}\n'
        '{"item_id":"ä","task_type":"choice","recorded":[{"scorer":"s","verdict":"correct"}]}\n'
    )


@pytest.mark.parametrize(
    "name",
    [
        "model_outputs_DeepSeek-Coder-V2_5shots.json",
        "gold_revisions/model_outputs_jamba-1.5-large_5shots.json",
        "per_category/gpt4o/biology_result.json",
    ],
)
def test_the_items_of_another_loader_survive_a_round_trip(tmp_path: Path, load, runs_folder, name) -> None:
    items = load(runs_folder / "mmlu_pro" / name).items
    with (tmp_path / "run.jsonl").open("wb") as file:
        dump_items(items, file)
    again = load_run(tmp_path / "run.jsonl")
    assert list(again.read()) == items


def test_the_example_of_the_documentation_loads_without_a_problem(load_json) -> None:
    page = (Path(__file__).parents[4] / "docs/formats.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```jsonl\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    loaded = load_json(example)
    assert (loaded.info.lane, len(loaded.items), loaded.problems) == ("B", 3, [])
