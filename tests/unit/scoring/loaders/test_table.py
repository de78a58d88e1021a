import json
from collections import Counter
from pathlib import Path

import pytest

from scoring.loaders.table import sniff
from scoring.records import Verdict


def test_the_real_list_without_ids_gives_its_recorded_accuracy(runs_folder: Path, load) -> None:
    run = load(runs_folder / "adhoc_json/vlm_base_results.json")
    assert run.info.format == "table"
    assert (len(run.items), run.problems) == (300, [])
    assert sum(item.recorded[0].verdict is Verdict.CORRECT for item in run.items) == 199
    assert Counter(item.task_type for item in run.items) == {"choice": 245, "number": 55}
    assert all(item.metadata["item_id_assumed"] for item in run.items)


@pytest.mark.parametrize("kind", ["xlsx", "json", "tsv"])
def test_the_real_sheet_and_its_conversions_give_the_same_items(runs_folder: Path, load, kind: str) -> None:
    folder = runs_folder / "vlmevalkit"
    found = {
        "xlsx": folder / "mPLUG-Owl3/mPLUG-Owl3_RealWorldQA.xlsx",
        "json": folder / "converted/mPLUG-Owl3_RealWorldQA.json",
        "tsv": folder / "converted/mPLUG-Owl3_RealWorldQA.tsv",
    }
    run = load(found[kind], format="table")
    other = load(found["xlsx"], format="table")
    assert len(run.items) == 765
    assert [(one.item_id, one.target, one.response.content) for one in run.items] == [
        (one.item_id, one.target, one.response.content) for one in other.items
    ]


def test_a_half_written_last_line_is_told_and_the_others_are_loaded(tmp_path: Path, load) -> None:
    rows = [json.dumps({"response": "A", "target": "A", "n": i}) for i in range(3)]
    (tmp_path / "x.jsonl").write_text("\n".join(rows)[:-9])
    run = load(tmp_path / "x.jsonl")
    assert len(run.items) == 2
    assert [(problem.kind, problem.line, problem.skipped) for problem in run.problems] == [
        ("malformed_json", 3, True)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "category,accuracy\nlaw,0.5\n",
        json.dumps({"results": {"law": {"acc": 0.5, "n": 3}}}),
        "# A heading\n\nSome words, and more.\n",
        json.dumps({"model": "m", "n": 1, "other": {"t1": {"response": "A", "target": "A"}}}),
    ],
)
def test_tables_that_are_no_results_are_declined(tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text(text)
    assert str(sniff(tmp_path / "x")).startswith("expected")
