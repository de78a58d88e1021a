"""Real VLMEvalKit files: counts, recorded accuracy against the run's own figures, and findings."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from scoring.loaders.registry import list_runs, load_run
from scoring.records import Item, JsonValue, Problem, TaskType, Verdict
from scoring.rescore.pipeline import rescore_in_memory

DATA = Path(__file__).parents[2].parent / "shared/data/runs/vlmevalkit"

OWL, VILA = "mPLUG-Owl3/mPLUG-Owl3_RealWorldQA", "vila_13b/vila_13b"
GPT = "gpt-4.1-2025-04-14/T20250428_G1ff966c3/gpt-4.1-2025-04-14_CV-Bench-2D"

# items, their type, recorded correct and incorrect
FILES = {
    f"{OWL}.xlsx": (765, TaskType.CHOICE, 372, 393),
    f"{OWL}_openai_result.xlsx": (765, TaskType.CHOICE, 372, 393),
    "converted/mPLUG-Owl3_RealWorldQA.tsv": (765, TaskType.CHOICE, 0, 0),
    "converted/mPLUG-Owl3_RealWorldQA.json": (765, TaskType.CHOICE, 0, 0),
    f"{VILA}_MMStar.xlsx": (1500, TaskType.CHOICE, 664, 836),
    f"{VILA}_MMStar_openai_result.xlsx": (1500, TaskType.CHOICE, 664, 836),
    f"{VILA}_POPE_auxmatch.xlsx": (5127, TaskType.CHOICE, 4668, 459),
    f"{VILA}_OCRBench.xlsx": (1000, TaskType.SUBSTRING, 0, 0),
    "InternVL-Chat-V1-5/InternVL-Chat-V1-5_MTVQA_TEST_JA.xlsx": (828, TaskType.SUBSTRING, 0, 0),
    f"{GPT}.xlsx": (1438, TaskType.CHOICE, 0, 0),
}


def read(name: str) -> tuple[dict[str, JsonValue], list[Item], list[Problem]]:
    if not DATA.is_dir():
        pytest.skip("the real run files are not here")
    run = load_run(DATA / name)
    entries = list(run.read())
    items = [entry for entry in entries if isinstance(entry, Item)]
    return run.info.metadata, items, [entry for entry in entries if isinstance(entry, Problem)]


def share_correct(items: list[Item]) -> float:
    return sum(item.recorded[0].verdict is Verdict.CORRECT for item in items) / len(items)


@pytest.mark.parametrize("name", FILES)
def test_a_real_file_is_read_whole_and_without_problems(name: str) -> None:
    n_items, task_type, n_correct, n_incorrect = FILES[name]
    _, items, problems = read(name)
    recorded = Counter(one.verdict for item in items for one in item.recorded)
    assert (len(items), {item.task_type for item in items}, problems) == (n_items, {task_type}, [])
    assert (recorded[Verdict.CORRECT], recorded[Verdict.INCORRECT]) == (n_correct, n_incorrect)
    assert len({(item.item_id, item.attempt) for item in items}) == n_items
    assert all(item.target and item.response.content and item.prompt for item in items)


def test_every_file_of_the_folder_is_looked_at() -> None:
    if not DATA.is_dir():
        pytest.skip("the real run files are not here")
    alone = {run.path.relative_to(DATA).as_posix() for run in list_runs(DATA).runs}
    assert alone == {name for name in FILES if "_openai_result" not in name}


@pytest.mark.parametrize("name", [f"{OWL}.xlsx", f"{VILA}_MMStar.xlsx"])
def test_the_recorded_accuracy_is_the_overall_figure_of_the_run(name: str) -> None:
    metadata, items, _ = read(name)
    ((figures,),) = metadata["results"].values()
    assert share_correct(items) == pytest.approx(float(figures["Overall"]), abs=1e-12)
    for category in figures.keys() - {"split", "Overall"}:
        of_it = [item for item in items if item.category == category]
        assert share_correct(of_it) == pytest.approx(float(figures[category]), abs=1e-12)


def test_the_recorded_accuracy_of_yes_or_no_is_that_of_each_sampling() -> None:
    """The figures count an object that was asked about in several samplings once in each of them."""
    metadata, items, _ = read(f"{VILA}_POPE_auxmatch.xlsx")
    (rows,) = metadata["results"].values()
    figures = {row["split"]: float(row["acc"]) / 100 for row in rows}
    of_each = {
        split: [item for item in items if split in item.category.split(",")]
        for split in figures.keys() - {"Overall"}
    }
    assert {split: share_correct(one) for split, one in of_each.items()} == pytest.approx(
        {split: figure for split, figure in figures.items() if split != "Overall"}
    )
    assert share_correct([item for one in of_each.values() for item in one]) == pytest.approx(
        figures["Overall"]
    )


def test_right_letters_that_the_judge_counted_as_wrong_are_findings() -> None:
    if not DATA.is_dir():
        pytest.skip("the real run files are not here")
    rows = rescore_in_memory(DATA / f"{OWL}.xlsx").rows(
        columns=["findings", "answer", "target", "recorded_all"]
    )
    found = rows[["recorded_incorrect_though_matching" in one for one in rows["findings"]]]
    assert [[answer] for answer in found["answer"]] == [json.loads(one) for one in found["target"]]
    logs = Counter(json.loads(one)[0]["raw"]["log"] for one in found["recorded_all"])
    assert logs == {"Match Log: Z. ": 11, "Match Log: A. ": 1}


def test_an_empty_cell_before_the_last_option_or_of_the_answer_keeps_its_letter() -> None:
    _, items, _ = read(f"{VILA}_MMStar.xlsx")
    lost = {item.item_id: item for item in items if None in item.options.values()}
    assert {key: (one.target, one.options[one.target[0]]) for key, one in lost.items()} == {
        "268": (("A",), None),
        "273": (("A",), None),
        "391": (("D",), "Three"),
    }


def test_option_texts_are_those_of_the_question() -> None:
    """Columns with empty cells turned numbers into floats; the prompt still lists them as they were."""
    _, items, _ = read(f"{GPT}.xlsx")
    for item in items:
        assert "\n".join(f"{label} {text}" for label, text in item.options.items()) in item.metadata["prompt"]


def test_options_and_targets_give_the_figures_of_a_run_without_verdicts() -> None:
    """Its replies name one letter, directly before the text of its option or after the word option."""
    metadata, items, _ = read(f"{GPT}.xlsx")
    ((figures,),) = metadata["results"].values()
    right: dict[str, list[bool]] = {}
    for item in items:
        named = {
            label
            for label, text in item.options.items()
            if re.search(
                rf"(?<!\w)[(*]*{label}[).:*]* *{re.escape(text)}(?!\w)|\(option {label}\)",
                item.response.content,
            )
        }
        right.setdefault(item.metadata["source"], []).append(named == {*item.target})
    shares = {source: sum(one) / len(one) for source, one in right.items()}
    assert shares == pytest.approx({source: float(figures[source]) for source in shares}, abs=1e-12)
    assert sum(shares.values()) / 2 == pytest.approx(float(figures["Overall"]), abs=1e-12)


def test_yes_or_no_is_the_first_word_of_every_reply_as_recorded() -> None:
    _, items, _ = read(f"{VILA}_POPE_auxmatch.xlsx")
    assert all(
        item.response.content.replace(",", " ").split()[0] == item.recorded[0].answer for item in items
    )
