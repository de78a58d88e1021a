import json
from pathlib import Path

import pytest

from scoring.loaders.lm_eval_results import (
    MAX_BYTES,
    about_run,
    filter_names,
    find_results,
    model_of,
    name_tasks,
    read_name,
    takes_first,
    task_of,
)

TIME = "2025-01-02T03-04-05.678"
RESULTS = {
    "results": {"a": {"acc,none": 0.5}},
    "configs": {"a": {"filter_list": [{"name": "f", "filter": [{"function": "take_first"}]}]}, "long_a": {}},
}


def test_a_name_tells_task_and_time() -> None:
    assert read_name(Path(f"samples_mmlu_law_{TIME}.jsonl")) == ("mmlu_law", TIME)
    assert read_name(Path("run.jsonl")) == (None, None)


def test_results_of_the_same_time_are_found(tmp_path: Path) -> None:
    samples = tmp_path / f"samples_a_{TIME}.json"
    samples.write_text("{}")
    (tmp_path / "results_2024-01-02T03-04-05.678.json").write_text(json.dumps(RESULTS))
    assert find_results(samples) == (None, {})
    results = tmp_path / f"mine_{TIME}.json"
    results.write_text(json.dumps(RESULTS))
    assert find_results(samples) == (results, RESULTS)


def test_old_names_without_time_have_results_json(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps(RESULTS))
    path, results = find_results(tmp_path / "pretrained=x_long_a.jsonl")
    assert path == tmp_path / "results.json"
    assert task_of(tmp_path / "pretrained=x_long_a.jsonl", results) == "long_a"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"results": {}}'])
def test_what_is_no_results_file_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "results.json").write_text(text)
    assert find_results(tmp_path / "x.jsonl") == (None, {})


def test_a_results_file_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "results.json").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert find_results(tmp_path / "x.jsonl") == (None, {})


@pytest.mark.parametrize(
    ("results", "folder", "model"),
    [
        ({"model_name": "org/m"}, "x", "org/m"),
        ({"config": {"model_args": "dtype=x,pretrained=org/m,y=z"}}, "x", "org/m"),
        ({"config": {"model_args": {"pretrained": "org/m"}}}, "x", "org/m"),
        ({}, "org__m", "org/m"),
        ({}, "results", None),
    ],
)
def test_the_model_is_named_by_results_or_folder(results, folder, model) -> None:
    assert model_of(Path(folder) / "samples.jsonl", results) == model


def test_filters_stand_in_the_order_of_the_settings() -> None:
    assert filter_names(RESULTS, "a") == ["f"]
    assert filter_names(RESULTS, "long_a") == filter_names({}, None) == []
    assert takes_first(RESULTS, "a", "f")
    assert not takes_first(RESULTS, "a", "g")
    assert takes_first({}, None, "none")


def test_what_is_kept_of_the_results_is_about_these_tasks() -> None:
    assert about_run(RESULTS | {"config": {"limit": 20}, "date": 1}, ["a"]) == {
        "date": 1,
        "results": {"a": {"acc,none": 0.5}},
        "limit": 20,
    }


@pytest.mark.parametrize(
    ("tasks", "name"), [([], None), (["a"], "a"), (["a", "b", "c"], "a, b, c"), (["a"] * 4, "4 tasks")]
)
def test_a_benchmark_is_named_after_its_tasks(tasks: list[str], name: str | None) -> None:
    assert name_tasks(tasks) == name
