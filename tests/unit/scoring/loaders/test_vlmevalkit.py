import base64
import csv
import io
import json
import zipfile
from pathlib import Path

import openpyxl
import pytest
from PIL import Image

from scoring.images.embedded import EmbeddedImage
from scoring.loaders.registry import list_runs, load_run
from scoring.records import TaskType, Verdict

ROW = {
    "index": 0,
    "question": "Where?",
    "A": "left",
    "B": "right",
    "C": "None",
    "answer": "B",
    "prediction": "B",
}


def rows(*texts: str, **change: object) -> list[dict[str, object]]:
    return [ROW | {"index": i, "prediction": text} | change for i, text in enumerate(texts)]


def write(path: Path, table: list[dict[str, object]]) -> Path:
    """Write a table in the way that its extension asks for."""
    path.parent.mkdir(parents=True, exist_ok=True)
    names = list(table[0])
    if path.suffix == ".xlsx":
        book = openpyxl.Workbook()
        book.active.append(names)
        for row in table:
            book.active.append([row[name] for name in names])
        book.save(path)
    elif path.suffix == ".tsv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, names, delimiter="\t", quoting=csv.QUOTE_ALL)
            writer.writeheader()
            writer.writerows(table)
    else:
        path.write_text(json.dumps(table), encoding="utf-8")
    return path


@pytest.mark.parametrize("ending", ["xlsx", "tsv", "json"])
def test_every_kind_of_table_gives_the_same_items(tmp_path: Path, load, ending: str) -> None:
    run = load(write(tmp_path / f"m/m_Set.{ending}", rows("B", "It is A.", thinking="Hm.", category="c")))
    first, second = run.items
    assert (run.info.format, run.info.model, run.info.benchmark, run.problems) == (
        "vlmevalkit",
        "m",
        "Set",
        [],
    )
    assert (first.item_id, first.task, first.category, first.prompt) == ("0", "Set", "c", "Where?")
    assert (first.options, first.target) == ({"A": "left", "B": "right", "C": "None"}, ("B",))
    assert (second.response.content, second.response.reasoning) == ("It is A.", "Hm.")


@pytest.mark.parametrize("ending", ["xlsx", "tsv", "json"])
def test_the_judge_beside_the_predictions_is_the_recorded_verdict(tmp_path: Path, load, ending: str) -> None:
    path = write(tmp_path / f"m/m_Set.{ending}", rows("B", "A"))
    judged = [
        row | {"hit": hit, "log": f"Match Log: {row['prediction']}. "}
        for row, hit in zip(rows("B", "A"), (1, 0), strict=True)
    ]
    result = write(tmp_path / f"m/m_Set_openai_result.{ending}", judged)
    run = load(path)
    recorded = [item.recorded[0] for item in run.items]
    assert [(one.scorer, one.answer, one.verdict) for one in recorded] == [
        ("openai", "B", Verdict.CORRECT),
        ("openai", "A", Verdict.INCORRECT),
    ]
    assert run.info.sources == (path, result)
    assert [item.recorded for item in load(result).items] == [item.recorded for item in run.items]


def test_predictions_and_their_judges_are_one_run_of_a_folder(tmp_path: Path, load) -> None:
    path = write(tmp_path / "m/m_Set.xlsx", rows("B"))
    write(tmp_path / "m/m_Set_openai_result.xlsx", rows("B", hit=1))
    write(tmp_path / "m/m_Other_auxmatch.xlsx", rows("B", score=True, extracted="B"))
    assert [run.path.name for run in list_runs(tmp_path).runs] == ["m_Other_auxmatch.xlsx", "m_Set.xlsx"]
    (tmp_path / "m/m_Other_auxmatch.xlsx").unlink()
    assert load(tmp_path).info.sources[0] == path


def test_results_of_other_texts_are_not_used_and_told(tmp_path: Path, load) -> None:
    path = write(tmp_path / "m_Set.json", rows("B", "A"))
    write(tmp_path / "m_Set_openai_result.json", rows("B", "C", hit=1))
    run = load(path)
    assert [len(item.recorded) for item in run.items] == [1, 0]
    (problem,) = run.problems
    assert (problem.kind, problem.file) == ("unmatched_results", "m_Set_openai_result.json")
    assert "got 1 rows" in problem.message


def test_rotations_are_attempts_and_have_no_verdict_of_their_own(tmp_path: Path, load) -> None:
    turned = [*rows("B", "A", "B"), ROW | {"index": 1_000_000, "prediction": "A", "answer": "A"}]
    path = write(tmp_path / "m_Set.xlsx", turned)
    log = "Failed in Prefetching Rolling 1: Answer is A, Prediction is B, Pre-fetched is B. "
    write(tmp_path / "m_Set_openai_result.xlsx", [row | {"hit": 0, "log": log} for row in turned[:3]])
    run = load(path)
    assert [(item.item_id, item.attempt) for item in run.items] == [("0", 0), ("1", 0), ("2", 0), ("0", 1)]
    assert [one.verdict for item in run.items for one in item.recorded] == [None] * 3
    assert run.items[0].recorded[0].raw == {"hit": 0, "log": log}
    assert run.items[0].recorded[0].method == "all rotations"
    assert run.problems == []


def test_large_indexes_without_a_first_one_are_items_of_their_own(tmp_path: Path, load) -> None:
    run = load(write(tmp_path / "m_Set.json", [ROW | {"index": 2_000_007}, ROW | {"index": 5}]))
    assert [(item.item_id, item.attempt) for item in run.items] == [("2000007", 0), ("5", 0)]


def test_a_failed_request_is_an_item_without_a_reply(tmp_path: Path, load) -> None:
    run = load(write(tmp_path / "m_Set.json", rows("Failed to obtain answer via API.", "B")))
    assert (run.items[0].response.content, [problem.kind for problem in run.problems]) == (
        None,
        ["failed_request"],
    )
    assert run.items[0].metadata["sentinel"] == "Failed to obtain answer via API."


def test_a_reply_in_a_list_is_kept_as_it_was_written(tmp_path: Path, load) -> None:
    (item,) = load(write(tmp_path / "m_Set.json", rows("['B']"))).items
    assert (item.response.content, item.metadata["prediction"]) == ("B", "['B']")


@pytest.mark.parametrize(
    ("change", "kind"),
    [({"answer": None}, "missing_target"), ({"answer": "upwards"}, "target_outside_options")],
)
def test_a_row_without_a_usable_answer_is_told(tmp_path: Path, load, change, kind: str) -> None:
    run = load(write(tmp_path / "m_Set.json", rows("B", **change)))
    assert [(problem.kind, problem.path, problem.item_id) for problem in run.problems] == [
        (kind, "$.answer", "0")
    ]


def test_a_row_of_empty_cells_is_skipped_and_told(tmp_path: Path, load) -> None:
    run = load(write(tmp_path / "m_Set.tsv", [*rows("B"), dict.fromkeys(ROW, "")]))
    assert len(run.items) == 1
    assert [(problem.kind, problem.skipped) for problem in run.problems] == [("malformed_record", True)]


def test_other_columns_and_the_figures_beside_stay_in_the_metadata(tmp_path: Path, load) -> None:
    path = write(tmp_path / "m_Set.xlsx", rows("B", hint="Look.", image_path="/elsewhere/0.jpg"))
    (tmp_path / "m_Set_acc.csv").write_text('"split","Overall"\n"none","0.5"\n')
    run = load(path)
    assert run.info.metadata["results"] == {"m_Set_acc.csv": [{"split": "none", "Overall": "0.5"}]}
    (item,) = run.items
    assert (item.images, item.metadata) == (("/elsewhere/0.jpg",), {"hint": "Look."})


@pytest.mark.parametrize(
    ("name", "model", "benchmark"),
    [
        ("a_b/a_b_MMBench_DEV.json", "a_b", "MMBench_DEV"),
        ("a_b/T20250101_Gabc/a_b_MMBench_DEV.json", "a_b", "MMBench_DEV"),
        ("x/model_Set.json", "model", "Set"),
        ("x/a_b_c.json", None, None),
    ],
)
def test_folder_and_file_name_model_and_benchmark(tmp_path: Path, load, name, model, benchmark) -> None:
    info = load(write(tmp_path / name, rows("B"))).info
    assert (info.model, info.benchmark) == (model, benchmark)


def test_a_table_with_a_mapping_beside_it_is_read_by_the_mapping(tmp_path: Path, load) -> None:
    path = write(tmp_path / "m_Set.json", rows("B"))
    mapping = '[columns]\nitem_id = "index"\ncontent = "prediction"\ntarget = "answer"\n'
    (tmp_path / "m_Set.json.mapping.toml").write_text(mapping)
    assert load(path).info.format == "table"


def test_a_table_without_the_columns_is_none_of_these(tmp_path: Path, load) -> None:
    path = write(tmp_path / "m_Set.json", [{"id": 1, "response": "B", "target": "B", "hit": 1}])
    assert load(path, format="table").info.format == "table"
    with pytest.raises(Exception, match="expected columns index, prediction, question and answer"):
        load(path, format="vlmevalkit")


def test_yes_or_no_questions_are_choices(tmp_path: Path, load) -> None:
    table = [
        {"index": 0, "question": "?", "answer": "No", "prediction": "No.", "extracted": "No", "score": True}
    ]
    (item,) = load(write(tmp_path / "m_POPE_auxmatch.xlsx", table)).items
    assert (item.task_type, tuple(item.options), item.target) == (TaskType.CHOICE, ("Yes", "No"), ("No",))
    assert (item.recorded[0].scorer, item.recorded[0].answer) == ("auxmatch", "No")


def test_a_judged_table_inside_an_archive_is_read_in_place(tmp_path: Path, load) -> None:
    with zipfile.ZipFile(tmp_path / "runs.zip", "w") as archive:
        archive.writestr("m/m_Set.json", json.dumps(rows("B")))
        archive.writestr("m/m_Set_openai_result.json", json.dumps(rows("B", hit=1)))
    run = load(tmp_path / "runs.zip/m/m_Set.json")
    assert (run.info.model, run.items[0].recorded[0].verdict) == ("m", Verdict.CORRECT)


def test_images_inside_the_table_are_handed_out_once_each_with_its_item(tmp_path: Path) -> None:
    data = io.BytesIO()
    Image.new("RGB", (4, 3), "red").save(data, "PNG")
    picture = base64.b64encode(data.getvalue()).decode()
    path = write(tmp_path / "m_Set.tsv", [*rows("B", image=picture), ROW | {"index": 1, "image": 0}])
    images: list[EmbeddedImage] = []
    items = list(load_run(path).read(on_image=images.append))
    assert [(one.size, one.data) for one in images] == [((4, 3), data.getvalue())]
    assert [(item.images, "image" in item.metadata) for item in items] == [((images[0].path,), False)] * 2


def test_a_row_that_stands_twice_hides_no_result_of_other_predictions(tmp_path: Path, load) -> None:
    path = write(tmp_path / "m_Set.json", [ROW, ROW])
    write(tmp_path / "m_Set_openai_result.json", [ROW | {"hit": 1}, ROW | {"index": 9, "hit": 1}])
    run = load(path)
    assert [one.verdict for item in run.items for one in item.recorded] == [Verdict.CORRECT] * 2
    assert [(one.kind, "got 1 rows" in one.message) for one in run.problems] == [("unmatched_results", True)]


def test_answers_that_a_judge_extracted_without_a_verdict_are_recorded_answers(tmp_path: Path, load) -> None:
    path = write(tmp_path / "m/m_MathVista_MINI.tsv", rows("It is twelve.", "No idea."))
    judged = [
        row | {"res": res, "log": "x"}
        for row, res in zip(rows("It is twelve.", "No idea."), ("12", ""), strict=True)
    ]
    write(tmp_path / "m/m_MathVista_MINI_gpt-4-turbo.tsv", judged)
    recorded = [[(one.scorer, one.answer, one.verdict) for one in item.recorded] for item in load(path).items]
    assert recorded == [[("gpt-4-turbo", "12", None)], []]
    assert [run.path for run in list_runs(tmp_path).runs] == [path]
