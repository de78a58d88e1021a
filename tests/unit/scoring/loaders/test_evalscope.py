import json
from pathlib import Path

from scoring.records import TaskType, Verdict


def review(index: object = 0, **fields: object) -> dict[str, object]:
    score = {
        "value": {"f1": 0.5, "acc": 1.0},
        "extracted_prediction": "B",
        "prediction": "It is B.",
        "main_score_name": "acc",
    }
    messages = [{"role": "user", "content": "?\nA) x\nB) y"}, {"role": "assistant", "content": "It is B."}]
    return {
        "index": index, "target": "B", "messages": messages,
        "sample_score": {"score": score, "sample_id": index, "sample_metadata": {"subject": "law"}},
    } | fields  # fmt: skip


def prediction(index: object = 0) -> dict[str, object]:
    message = {"content": "So B.", "reasoning_content": "Hm."}
    return {"index": index, "model_output": {"choices": [{"message": message, "stop_reason": "stop"}]}}


def write(folder: Path, reviews: list[object], predictions: list[object] | None = None) -> Path:
    for name, lines in (("reviews", reviews), ("predictions", predictions)):
        if lines is not None:
            (folder / name / "m").mkdir(parents=True)
            (folder / name / "m/set_a.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return folder / "reviews/m/set_a.jsonl"


def test_the_real_run_gives_the_score_of_its_report(runs_folder: Path, load) -> None:
    folder = runs_folder / "evalscope/qwen3-max"
    run = load(folder)
    report = json.loads((folder / "reports/qwen3-max/gsm8k.json").read_text())
    verdicts = [item.recorded[0].verdict for item in run.items]
    assert (run.info.format, run.info.model, run.problems) == ("evalscope", "qwen3-max", [])
    assert len(verdicts) == report["metrics"][0]["num"] == 10
    assert verdicts.count(Verdict.CORRECT) / len(verdicts) == report["score"]
    assert all(item.response.finish_reason == "stop" for item in run.items)


def test_a_review_is_joined_with_its_prediction(tmp_path: Path, load) -> None:
    run = load(write(tmp_path, [review(1), review(0)], [prediction(0), prediction(2), prediction(1)]))
    assert [item.response.reasoning for item in run.items] == ["Hm.", "Hm."]
    item = run.items[0]
    assert (item.item_id, item.category, item.target, item.options) == (
        "1",
        "law",
        ("B",),
        {"A": "x", "B": "y"},
    )
    assert (item.response.content, item.response.finish_reason) == ("So B.", "stop")
    assert (item.recorded[0].scorer, item.recorded[0].answer) == ("acc", "B")
    assert [one.scorer for one in item.recorded] == ["acc", "f1"]


def test_a_review_alone_holds_the_reply_too(tmp_path: Path, load) -> None:
    (item,) = load(write(tmp_path, [review()])).items
    assert (item.response.content, item.prompt) == ("It is B.", "?\nA) x\nB) y")


def test_an_older_review_is_read(tmp_path: Path, load) -> None:
    choice = {"message": {"content": "5"}, "review": {"gold": "5", "pred": "5", "result": True}}
    (item,) = load(write(tmp_path, [{"index": 3, "choices": [choice]}])).items
    assert (item.target, item.task_type, item.response.content) == (("5",), TaskType.NUMBER, "5")
    assert (item.recorded[0].answer, item.recorded[0].verdict) == ("5", Verdict.CORRECT)


def test_an_error_and_a_missing_target_are_told(tmp_path: Path, load) -> None:
    broken = {"index": 0, "model_output": {"choices": [], "error": "too many requests"}}
    run = load(write(tmp_path, [review(target=None)], [broken]))
    assert {problem.kind for problem in run.problems} == {"missing_target", "sample_error"}
    assert len(run.items) == 1
