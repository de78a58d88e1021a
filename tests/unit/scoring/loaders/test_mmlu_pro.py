import json
import zipfile

import pytest

from scoring.errors import RunFormatError
from scoring.loaders.registry import load_run
from scoring.records import Item, Problem, TaskType, Verdict

RECORD = {
    "question_id": 70,
    "question": " Which one? ",
    "options": ["red", " green", "blue"],
    "answer": "C",
    "answer_index": 2,
    "cot_content": "",
    "category": "business",
    "src": "ori_mmlu-business",
    "pred": "C",
    "generated_text": " The answer is (C).\n",
}


def record(**changes):
    return RECORD | changes


def test_a_record_becomes_an_item(load_json) -> None:
    (item,) = load_json([RECORD]).items
    assert (item.item_id, item.task, item.category, item.task_type) == (
        "70",
        "mmlu_pro",
        "business",
        TaskType.CHOICE,
    )
    assert item.prompt == " Which one? "
    assert item.options == {"A": "red", "B": " green", "C": "blue"}
    assert item.target == ("C",)
    assert item.response.content == " The answer is (C).\n"
    assert item.response.reasoning is None
    assert item.metadata == {"answer_index": 2, "src": "ori_mmlu-business"}


@pytest.mark.parametrize("key", ["generated_text", "model_outputs", "response"])
def test_the_text_is_read_from_each_of_the_three_keys(load_json, key) -> None:
    without = {name: value for name, value in RECORD.items() if name != "generated_text"}
    (item,) = load_json([without | {key: "<think>x</think> (A)"}]).items
    assert item.response.content == "<think>x</think> (A)"


@pytest.mark.parametrize(
    ("pred", "verdict"), [("C", Verdict.CORRECT), ("A", Verdict.INCORRECT), (None, Verdict.INCORRECT)]
)
def test_the_recorded_verdict_is_pred_against_answer(load_json, pred, verdict) -> None:
    (item,) = load_json([record(pred=pred)]).items
    (recorded,) = item.recorded
    assert (recorded.answer, recorded.verdict, recorded.method, recorded.ambiguity) == (
        pred,
        verdict,
        None,
        None,
    )


def test_records_without_pred_have_nothing_recorded(load_json) -> None:
    without = {key: value for key, value in RECORD.items() if key != "pred"}
    (item,) = load_json([without]).items
    assert item.recorded == ()


@pytest.mark.parametrize("n", [1, 2, 10, 26])
def test_labels_follow_the_items_own_number_of_options(load_json, n) -> None:
    options = [f"option {i}" for i in range(n)]
    (item,) = load_json([record(options=options, answer="A", answer_index=0)]).items
    assert list(item.options) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:n])


def test_the_letter_wins_over_an_answer_index_that_differs(load_json) -> None:
    loaded = load_json([record(answer_index=1)])
    assert loaded.items[0].target == ("C",)
    assert [(p.kind, p.path, p.item_id, p.skipped) for p in loaded.problems] == [
        ("answer_index_differs", "$.answer_index", "70", False)
    ]


def test_an_answer_beyond_the_options_is_told(load_json) -> None:
    loaded = load_json([record(answer="F", answer_index=5)])
    assert loaded.items[0].target == ("F",)
    assert [p.kind for p in loaded.problems] == ["target_outside_options"]


def test_a_missing_answer_leaves_the_target_empty_and_is_told(load_json) -> None:
    loaded = load_json([record(answer=None)])
    assert (loaded.items[0].target, loaded.items[0].recorded[0].verdict) == ((), None)
    assert [p.kind for p in loaded.problems] == ["missing_target"]


def test_stray_strings_are_skipped_problems_with_index_and_line(load_json) -> None:
    text = f'[\n{json.dumps(RECORD)},\n"math",\n"total",\n{json.dumps(RECORD)}\n]'
    loaded = load_json(text)
    assert len(loaded.items) == 2
    assert [(p.index, p.line, p.skipped) for p in loaded.problems] == [(1, 3, True), (2, 4, True)]
    assert loaded.problems[0].message == "expected a record (an object), got 'math'"


def test_a_record_without_id_is_skipped(load_json) -> None:
    loaded = load_json([RECORD, record(question_id=None)])
    assert len(loaded.items) == 1
    assert [(p.path, p.skipped) for p in loaded.problems] == [("$.question_id", True)]


@pytest.mark.parametrize("sentinel", ["MaxTokensExceeded", "Killed by user"])
def test_a_sentinel_stays_the_text_and_is_noted(load_json, sentinel) -> None:
    (item,) = load_json([record(generated_text=sentinel, pred=None)]).items
    assert (item.response.content, item.metadata["sentinel"]) == (sentinel, sentinel)


def test_lengths_in_place_of_texts_are_named(load_json) -> None:
    loaded = load_json([{**{k: v for k, v in RECORD.items() if k != "generated_text"}, "model_outputs": 812}])
    assert loaded.items[0].response.content is None
    assert "_result_lengths.json" in loaded.problems[0].message


def test_options_that_are_no_texts_are_told(load_json) -> None:
    loaded = load_json([record(options=["red", 3, None])])
    assert loaded.items[0].options == {"A": "red", "B": "3", "C": None}
    assert [p.path for p in loaded.problems] == ["$.options[1]", "$.options[2]"]


def test_a_worked_solution_in_the_record_is_kept(load_json) -> None:
    (item,) = load_json([record(cot_content="step by step")]).items
    assert item.metadata["cot_content"] == "step by step"


def test_model_and_shots_come_from_the_file_name(load_json) -> None:
    info = load_json([RECORD], "model_outputs_Meta-Llama-3_1-8B_5shots.json").info
    assert (info.model, info.metadata, info.benchmark) == ("Meta-Llama-3_1-8B", {"shots": 5}, "MMLU-Pro")


def test_records_one_a_line_under_a_json_name_are_read(load_json) -> None:
    text = f"{json.dumps(RECORD)}\n{{broken\n\n{json.dumps(record(question_id=71))}\n"
    loaded = load_json(text, "model.json")
    assert [item.item_id for item in loaded.items] == ["70", "71"]
    assert [(p.line, p.index, p.skipped) for p in loaded.problems] == [(2, 1, True)]


def test_a_summary_file_is_named(load_json) -> None:
    with pytest.raises(RunFormatError, match=r"MMLU-Pro's summary .* open the record file beside it"):
        load_json({"law": {"corr": 1.0, "wrong": 2.0, "acc": 0.33}, "total": {"corr": 1.0, "wrong": 2.0}})


def test_one_file_a_category_is_one_run_in_sorted_order(tmp_path) -> None:
    folder = tmp_path / "gpt4o"
    folder.mkdir()
    for i, category in enumerate(["law", "biology", "computer science"]):
        records = [record(question_id=i, category=category)]
        (folder / f"{category}_result.json").write_text(json.dumps(records))
        (folder / f"{category}_summary.json").write_text(json.dumps({category: {"corr": 1, "wrong": 0}}))
    run = load_run(folder)
    categories = ["biology", "computer science", "law"]
    assert [source.name for source in run.info.sources] == [
        *(f"{category}_result.json" for category in categories),
        *(f"{category}_summary.json" for category in categories),
    ]
    assert [item.item_id for item in run.read() if isinstance(item, Item)] == ["1", "2", "0"]
    assert (run.info.name, run.info.model) == ("gpt4o", "gpt4o")
    assert list(run.info.metadata["summary"]) == categories


def test_an_archive_is_read_in_place(tmp_path) -> None:
    archive = tmp_path / "model_outputs_m_5shots.json.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("eval/model_outputs_m_5shots.json", json.dumps([record(), "stray"]))
    run = load_run(archive)
    item, problem = run.read()
    assert (run.info.model, item.item_id) == ("m", "70")
    assert (problem.kind, problem.file) == ("malformed_record", "eval/model_outputs_m_5shots.json")


def test_a_real_archive_holds_the_same_items_as_its_unpacked_file(load, runs_folder) -> None:
    name = "mmlu_pro/model_outputs_Qwen1.5-7B-Chat_5shots"
    assert load(runs_folder / f"{name}.zip").items == load(runs_folder / f"{name}.json").items


def test_thinking_that_was_joined_to_the_reply_stays_joined(load_json) -> None:
    (item,) = load_json([record(generated_text="Hm, maybe A.\n\nThe answer is (C).")]).items
    assert (item.response.content, item.response.reasoning) == ("Hm, maybe A.\n\nThe answer is (C).", None)


def test_problems_of_a_run_of_several_files_name_the_file(tmp_path) -> None:
    for category in ("law", "math"):
        (tmp_path / f"{category}_result.json").write_text(json.dumps([record(category=category), "stray"]))
    problems = [entry for entry in load_run(tmp_path).read() if isinstance(entry, Problem)]
    assert [problem.file for problem in problems] == ["law_result.json", "math_result.json"]


REAL = {
    "model_outputs_Meta-Llama-3-8B_5shots.json": (602, 0),
    "model_outputs_Meta-Llama-3_1-8B-Instruct_5shots.json": (602, 0),
    "model_outputs_Qwen1.5-7B-Chat_5shots.json": (602, 0),
    "model_outputs_DeepSeek-Coder-V2_5shots.json": (602, 43),
    "gold_revisions/model_outputs_jamba-1.5-large_5shots.json": (48, 0),
    "gold_revisions/model_outputs_Qwen1.5-7B-Chat_5shots.json": (48, 0),
    "gold_revisions/model_outputs_Meta-Llama-3_1-8B-Instruct_5shots.json": (48, 0),
    "per_category/gpt4o/biology_result.json": (120, 0),
    "per_category/Qwen3-30B-A3B-UD-Q6_K_XL_think_bias_0/computer science_result.json": (80, 0),
}


@pytest.mark.parametrize("name", REAL)
def test_the_records_of_a_real_file_are_items_and_skipped_problems(load, runs_folder, name) -> None:
    path = runs_folder / "mmlu_pro" / name
    loaded = load(path)
    plain = json.loads(path.read_text(encoding="utf-8"))
    skipped = [problem for problem in loaded.problems if problem.skipped]
    assert (len(loaded.items), len(skipped)) == REAL[name]
    assert len(plain) == len(loaded.items) + len(skipped)


@pytest.mark.parametrize("name", REAL)
def test_what_a_real_file_recorded_is_what_plain_reading_finds(load, runs_folder, name) -> None:
    path = runs_folder / "mmlu_pro" / name
    plain = [record for record in json.loads(path.read_text(encoding="utf-8")) if isinstance(record, dict)]
    recorded = [item.recorded[0] for item in load(path).items]
    assert [one.answer for one in recorded] == [record["pred"] for record in plain]
    assert [one.verdict is Verdict.CORRECT for one in recorded] == [
        record["pred"] == record["answer"] for record in plain
    ]


@pytest.mark.parametrize(
    ("name", "n_correct"),
    [
        ("model_outputs_Meta-Llama-3-8B_5shots.json", 223),
        ("model_outputs_Qwen1.5-7B-Chat_5shots.json", 151),
    ],
)
def test_the_recorded_accuracy_of_a_real_file_is_the_published_one(
    load, runs_folder, name, n_correct
) -> None:
    verdicts = [item.recorded[0].verdict for item in load(runs_folder / "mmlu_pro" / name).items]
    assert verdicts.count(Verdict.CORRECT) == n_correct


def test_the_text_of_real_records_is_the_files_text(load, runs_folder) -> None:
    path = runs_folder / "mmlu_pro/model_outputs_Meta-Llama-3_1-8B-Instruct_5shots.json"
    plain = json.loads(path.read_text(encoding="utf-8"))
    assert [item.response.content for item in load(path).items] == [r["generated_text"] for r in plain]


def test_the_item_whose_index_and_letter_disagree_is_told(load, runs_folder) -> None:
    path = runs_folder / "mmlu_pro/gold_revisions/model_outputs_jamba-1.5-large_5shots.json"
    assert [(p.kind, p.item_id) for p in load(path).problems] == [("answer_index_differs", "3983")]
