import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.loaders.registry import load_run
from scoring.records import TaskType, Verdict


def details(runs_folder: Path, task: str) -> Path:
    (path,) = (runs_folder / "lighteval").rglob(f"details_{task}*.parquet")
    return path


@pytest.mark.parametrize(
    ("task", "n", "metric"), [("mmlu_pro", 60, "extractive_match"), ("trace_demo", 8, "exact_match")]
)
def test_the_real_details_give_the_figures_of_their_results(runs_folder: Path, load, task, n, metric) -> None:
    run = load(details(runs_folder, task))
    (results,) = (runs_folder / "lighteval").rglob("results_*.json")
    expected = json.loads(results.read_text())["results"][f"{task}|0"][metric]
    verdicts = [item.recorded[0].verdict for item in run.items]
    assert (run.info.model, run.problems) == ("Qwen/Qwen1.5-72B-Chat", [])
    assert len(verdicts) == n
    assert verdicts.count(Verdict.CORRECT) / n == pytest.approx(expected)


def test_real_images_are_handed_over_and_named(runs_folder: Path) -> None:
    run = load_run(details(runs_folder, "trace_demo"))
    images: list[object] = []
    items = [entry for entry in run.read(None, images.append) if hasattr(entry, "images")]
    assert [item.images for item in items] == [(image.path,) for image in images]
    assert all(item.image_size == image.size for item, image in zip(items, images, strict=True))


def write(path: Path, *rows: dict[str, object]) -> Path:
    pq.write_table(pa.Table.from_pylist(list(rows)), path)
    return path


def new(**doc: object) -> dict[str, object]:
    return {
        "doc": {
            "id": "7",
            "query": "?",
            "choices": [" A", " B"],
            "gold_index": 1,
            "specific": {"subject": "law"},
        }
        | doc,
        "metric": {"acc": 1.0},
        "model_response": {
            "input": "The prompt",
            "text": ["It is B."],
            "reasonings": ["Hm."],
            "logprobs": [],
        },
    }


def test_a_row_of_the_new_shape_is_an_item(tmp_path: Path, load) -> None:
    (item,) = load(write(tmp_path / "details_t|0_2024.parquet", new())).items
    assert (item.item_id, item.task, item.category, item.prompt) == ("7", "t|0", "law", "The prompt")
    assert (item.options, item.target) == ({"A": None, "B": None}, ("B",))
    assert (item.response.content, item.response.reasoning) == ("It is B.", "Hm.")


@pytest.mark.parametrize(
    ("choices", "gold", "options", "target", "task_type"),
    [
        (["left", "right"], 1, {"A": "left", "B": "right"}, ("B",), TaskType.CHOICE),
        (["A", "B"], [0, 1], {"A": None, "B": None}, ("A", "B"), TaskType.MULTI_CHOICE),
        (["42"], 0, {}, ("42",), TaskType.NUMBER),
        ([" Paris"], [0], {}, ("Paris",), TaskType.SHORT_TEXT),
    ],
)
def test_choices_and_gold_make_options_and_target(
    tmp_path, load, *, choices, gold, options, target, task_type
) -> None:
    (item,) = load(write(tmp_path / "x", new(choices=choices, gold_index=gold))).items
    assert (item.options, item.target, item.task_type) == (options, target, task_type)


def test_a_task_scored_by_likelihoods_has_them(tmp_path: Path, load) -> None:
    row = new()
    row["model_response"] = {"input": "p", "text": [], "logprobs": [-3.5, -0.5]}
    (item,) = load(write(tmp_path / "x", row)).items
    assert (item.task_type, item.choice_scores) == (TaskType.LOGLIKELIHOOD, (-3.5, -0.5))


def test_a_gold_outside_the_choices_is_told(tmp_path: Path, load) -> None:
    run = load(write(tmp_path / "x", new(gold_index=5)))
    assert [problem.kind for problem in run.problems] == ["missing_target"]


def test_the_old_flat_shape_is_read(tmp_path: Path, load) -> None:
    row = {
        "example": "?", "full_prompt": "Answer: ?", "predictions": ["It is B."], "gold": [" B"],
        "gold_index": [1], "choices": [" A", " B"], "metrics": {"em": 0.0}, "specifics": {"subject": "law"},
    }  # fmt: skip
    nested = row | {
        "predictions": "['It is B.']",
        "gold": "[' B']",
        "choices": "[' A', ' B']",
        "gold_index": "[1]",
    }
    for one in (row, nested):
        (item,) = load(write(tmp_path / "x", one)).items
        assert (item.prompt, item.response.content, item.target) == ("Answer: ?", "It is B.", ("B",))
        assert item.recorded[0].verdict is Verdict.INCORRECT
        assert item.metadata["item_id_assumed"] is True
