import json
import zipfile
from pathlib import Path

import pytest

from scoring.loaders.mmlu_pro_names import read_model, read_summaries

SUMS = {"corr": 3.0, "wrong": 1.0, "acc": 0.75}


@pytest.mark.parametrize(
    ("path", "category", "model"),
    [
        ("model_outputs_Llama-3_5shots.json", "law", ("Llama-3", 5)),
        ("results.zip/model_outputs_o_1_0shots.json", None, ("o_1", 0)),
        ("gpt4o/law_result.json", "law", ("gpt4o", None)),
        ("runs/org--model/CoT/all/computer science.json", "computer science", ("org--model", None)),
        ("folder/other.json", "law", (None, None)),
        ("folder/other.json", None, (None, None)),
    ],
)
def test_the_model_stands_in_a_name(path, category, model) -> None:
    assert read_model(Path("/x") / path, category) == model


def test_the_summaries_beside_the_files_are_read(tmp_path: Path) -> None:
    for category in ("law", "health"):
        total = {category: SUMS, "total": SUMS}
        (tmp_path / f"{category}_summary.json").write_text(json.dumps(total))
    found, sums = read_summaries([tmp_path / "law_result.json"])
    assert ([path.name for path in found], sums) == (["law_summary.json"], {"law": SUMS})
    found, sums = read_summaries([tmp_path / "law_result.json", tmp_path / "health_result.json"])
    assert sums == {"law": SUMS, "health": SUMS}


def test_one_summary_of_all_categories_has_the_total(tmp_path: Path) -> None:
    (tmp_path / "summary.json").write_text(json.dumps({"law": SUMS, "total": SUMS}))
    assert read_summaries([tmp_path / "law_result.json"])[1] == {"law": SUMS, "total": SUMS}


@pytest.mark.parametrize("text", ["", "[]", '{"law": 3}', "{" + " " * (1 << 20)])
def test_what_is_no_summary_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "summary.json").write_text(text)
    assert read_summaries([tmp_path / "law_result.json"]) == ([], {})


def test_summaries_are_found_in_an_archive(tmp_path: Path) -> None:
    archive = tmp_path / "run.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr("m/law_result.json", "[]")
        zipped.writestr("m/law_summary.json", json.dumps({"law": SUMS}))
        zipped.writestr("law_summary.json", json.dumps({"law": {}}))
    found, sums = read_summaries([archive / "m/law_result.json"])
    assert (found, sums) == ([archive / "m/law_summary.json"], {"law": SUMS})
