import json
from pathlib import Path

from scoring.records import TaskType, Verdict

QUESTION = "Which colour?\nA. red\nB. green\nAnswer with the letter."


def line(n: int = 0, **fields: object) -> dict[str, object]:
    """Return a line as it is written where the filter kept the reply as it was."""
    start = {"doc_id": n, "target": "B", "filtered_resps": ["B"], "doc_hash": "h", "exact_match": 1.0}
    return start | {"input": QUESTION} | fields


def write(folder: Path, tasks: dict[str, list[dict[str, object]]], results: object = None) -> Path:
    run = folder / "maker__m"
    run.mkdir()
    for task, lines in tasks.items():
        text = "".join(json.dumps(one) + "\n" for one in lines)
        (run / f"20260218_234435_samples_{task}.jsonl").write_text(text)
    if results is not None:
        (run / "20260218_234435_results.json").write_text(json.dumps(results))
    return run


def test_the_real_run_gives_its_recorded_verdicts_and_tells_that_it_was_cut(runs_folder: Path, load) -> None:
    run = load(runs_folder / "lmms_eval")
    (path,) = (runs_folder / "lmms_eval").rglob("*samples*")
    raw = [json.loads(one) for one in path.read_text().splitlines()]
    verdicts = [item.recorded[0].verdict for item in run.items]
    assert (len(raw), verdicts.count(Verdict.CORRECT)) == (500, sum(one["exact_match"] == 1 for one in raw))
    assert verdicts.count(Verdict.CORRECT) == 341
    assert [one.kind for one in run.problems] == ["missing_samples"]
    assert [item.item_id for item in run.items] == [str(one["doc_id"]) for one in raw]
    assert (run.info.model, run.info.benchmark) == ("liuhaotian/llava-v1.5-7b", "scienceqa_img")


def test_a_line_is_an_item_with_the_options_of_its_prompt(tmp_path: Path, load) -> None:
    run = load(write(tmp_path, {"colours": [line()]}))
    (item,) = run.items
    assert (item.item_id, item.task, item.target, item.task_type) == ("0", "colours", ("B",), TaskType.CHOICE)
    assert (item.prompt, item.options) == (QUESTION, {"A": "red", "B": "green"})
    assert (item.response.content, item.metadata) == ("B", {"doc_hash": "h"})
    (recorded,) = item.recorded
    assert (recorded.scorer, recorded.answer, recorded.verdict) == ("exact_match,none", "B", Verdict.CORRECT)
    assert (run.info.model, run.problems) == ("maker/m", [])


def test_the_reply_is_the_one_before_the_filter(tmp_path: Path, load) -> None:
    raw = "<think>A?</think>B"
    (item,) = load(write(tmp_path, {"t": [line(resps=[[raw]], filtered_resps=["B"])]})).items
    assert (item.response.content, item.recorded[0].answer) == (raw, "B")


def test_metrics_that_are_objects_tell_verdict_answer_and_category(tmp_path: Path, load) -> None:
    about = {"question_id": 7, "score": 0.0, "prediction": "no", "category": "popular"}
    one = line(
        target="yes", filtered_resps=["No."], input="Is it red?", pope_accuracy=about, pope_recall=about
    )
    del one["exact_match"]
    (item,) = load(write(tmp_path, {"pope": [one]})).items
    (recorded,) = item.recorded
    assert (recorded.scorer, recorded.answer, recorded.verdict) == (
        "pope_accuracy,none",
        "no",
        Verdict.INCORRECT,
    )
    assert (item.category, list(item.options)) == ("popular", ["yes", "no"])
    assert item.metadata["metrics_with_the_same_value"] == ["pope_recall"]


def test_the_tasks_of_one_evaluation_are_one_run(tmp_path: Path, load) -> None:
    results = {
        "results": {"a": {"exact_match,none": 1.0}},
        "n-samples": {"a": {"effective": 1}},
        "model_name": "x",
    }
    run = load(write(tmp_path, {"a": [line()], "b": [line()]}, results))
    assert [(item.task, item.item_id) for item in run.items] == [("a", "0"), ("b", "0")]
    assert (run.info.model, run.info.benchmark, run.problems) == ("x", "a, b", [])
    assert run.info.metadata["results"] == {"a": {"exact_match,none": 1.0}}


def test_a_missing_or_broken_results_file_is_none(tmp_path: Path, load) -> None:
    folder = write(tmp_path, {"a": [line()]})
    (folder / "20260218_234435_results.json").write_text("{")
    assert load(folder / "20260218_234435_samples_a.jsonl").info.metadata == {}


def test_repeats_are_attempts_of_which_the_first_has_the_verdict(tmp_path: Path, load) -> None:
    run = load(write(tmp_path, {"t": [line(resps=[["B", "A"]])]}))
    assert [(i.attempt, i.response.content, i.recorded[0].verdict) for i in run.items] == [
        (0, "B", Verdict.CORRECT),
        (1, "A", None),
    ]


def test_log_likelihoods_are_scored_from_the_numbers(tmp_path: Path, load) -> None:
    pairs = [["-1.5", "False"], ["-0.5", "True"]]
    (item,) = load(write(tmp_path, {"t": [line(target="1", filtered_resps=pairs, acc=1)]})).items
    assert (item.task_type, item.choice_scores, item.target) == (TaskType.LOGLIKELIHOOD, (-1.5, -0.5), ("B",))


def test_what_is_missing_is_told(tmp_path: Path, load) -> None:
    lines = [line(target=""), line(1, filtered_resps=[None]), line(doc_id=None), line(3, target=["B"])]
    run = load(write(tmp_path, {"t": lines}))
    assert [(one.kind, one.skipped) for one in run.problems] == [
        ("missing_target", False),
        ("missing_text", False),
        ("malformed_record", True),
        ("bad_field", False),
        ("missing_target", False),
    ]


def test_samples_of_the_older_harness_are_left_to_its_loader(tmp_path: Path, load) -> None:
    older = line(doc={}, resps=[["B"]], arguments=[])
    assert load(write(tmp_path, {"t": [older]})).info.format == "lm-eval"
