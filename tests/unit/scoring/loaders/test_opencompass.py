import json
import math
from pathlib import Path

from scoring.loaders.registry import list_runs
from scoring.records import TaskType, Verdict

QUESTION = "Which is it?\nA. left\nB. right\nAnswer: "


def generated(gold: object = "B", reply: object = "It is B.", **fields: object) -> dict[str, object]:
    record: dict[str, object] = {"origin_prompt": QUESTION, "prediction": reply}
    return record | ({"gold": gold} if gold else {}) | fields


def detail(answer: object = "B", right: object = "B", *, correct: bool = True) -> dict[str, object]:
    return {
        "prompt": "long",
        "origin_prediction": "x",
        "predictions": answer,
        "references": right,
        "correct": correct,
    }


def write(folder: Path, files: dict[str, object], results: dict[str, object] | None = None) -> Path:
    """Write prediction files of model `m`, and results; return the folder of the predictions."""
    place = folder / "20250101_000000/predictions/m"
    place.mkdir(parents=True)
    for name, value in files.items():
        text = value if isinstance(value, str) else json.dumps(value, indent=4, ensure_ascii=False)
        (place / name).write_text(text)
    beside = folder / "20250101_000000/results/m"
    beside.mkdir(parents=True)
    for name, value in (results or {}).items():
        (beside / name).write_text(json.dumps(value, indent=4))
    return place


def test_the_real_runs_give_every_prediction(runs_folder: Path, load) -> None:
    found = {}
    for one in list_runs(runs_folder / "opencompass").runs:
        run = load(one.path)
        kinds = {problem.kind for problem in run.problems}
        found[run.info.model, run.info.benchmark] = (
            len(run.items),
            sum(bool(i.target) for i in run.items),
            kinds,
        )
    judged = {"missing_target"}
    assert found == {
        ("GPT4", "1-2"): (150, 150, set()),
        ("qwen-7b-chat-hf", "1-2"): (150, 150, set()),
        ("baichuan2-7b-chat-hf", "COREV2_6A_"): (8, 0, judged),
        ("qwen-7b-chat-hf", "COREV2_6A_"): (8, 0, judged),
        (None, "COREV2_6A_"): (8, 0, judged | {"judge_replies"}),
    }


def test_the_gold_of_a_real_sentence_is_the_option_that_it_names(runs_folder: Path, load) -> None:
    path = runs_folder / "opencompass/LawBench/predictions/zero_shot/GPT4/1-2.json"
    raw = json.loads(path.read_text())
    items = load(path).items
    assert [item.target for item in items] == [(one["refr"][5],) for one in raw.values()]
    assert {item.task_type for item in items} == {TaskType.CHOICE}
    assert items[0].response.content == raw["0"]["prediction"]


def test_a_generated_prediction_is_an_item_with_its_details(tmp_path: Path, load) -> None:
    results = {"accuracy": 50.0, "details": {"type": "GEN", "0": detail(), "1": detail("A", correct=False)}}
    place = write(
        tmp_path, {"law.json": {"0": generated(), "1": generated(res_length=3)}}, {"law.json": results}
    )
    run = load(place / "law.json")
    first, second = run.items
    assert (run.info.model, run.info.benchmark, run.problems) == ("m", "law", [])
    assert (first.item_id, first.task, first.target) == ("0", "law", ("B",))
    assert (first.prompt, first.options) == (QUESTION, {"A": "left", "B": "right"})
    assert [(one.scorer, one.answer, one.verdict) for one in first.recorded + second.recorded] == [
        ("accuracy", "B", Verdict.CORRECT),
        ("accuracy", "A", Verdict.INCORRECT),
    ]
    assert (second.metadata, run.info.metadata) == (
        {"res_length": 3},
        {"results": {"law": {"accuracy": 50.0}}},
    )
    assert [path.parts[-3] for path in run.info.sources] == ["predictions", "results"]


def test_a_gold_that_was_left_out_as_falsy_is_found_in_the_details(tmp_path: Path, load) -> None:
    files = {"n.json": {"0": generated(0), "1": generated(0)}}
    place = write(tmp_path, files, {"n.json": {"accuracy": 0, "details": [detail("1", 0, correct=False)]}})
    run = load(place / "n.json")
    assert (run.items[0].target, run.items[0].task_type) == (("0",), TaskType.NUMBER)
    assert [(one.kind, one.item_id) for one in run.problems] == [
        ("missing_verdict", "1"),
        ("missing_target", "1"),
    ]


def test_the_folder_of_a_model_is_one_run(tmp_path: Path, load) -> None:
    place = write(tmp_path, {"law.json": {"0": generated()}, "art.json": {"0": generated()}})
    run = load(place)
    assert [(item.task, item.item_id) for item in run.items] == [("art", "0"), ("law", "0")]
    assert (run.info.name, run.info.benchmark) == ("m", "art, law")


def test_the_parts_of_a_split_run_count_on(tmp_path: Path, load) -> None:
    files = {f"law_{i}.json": {"0": generated(), "1": generated()} for i in (0, 1, 2, 10)}
    details = {str(i): detail(correct=i == 3) for i in range(8)}
    place = write(tmp_path, files, {"law.json": {"accuracy": 12.5, "details": details}})
    run = load(place)
    assert [item.item_id for item in run.items] == [str(i) for i in range(8)]
    assert [item.recorded[0].verdict for item in run.items].index(Verdict.CORRECT) == 3
    assert run.info.benchmark == "law"
    assert [path.name for path in run.info.sources][3] == "law_10.json"


def test_a_later_part_by_itself_is_told_and_takes_no_verdicts_of_others(tmp_path: Path, load) -> None:
    files = {f"law_{i}.json": {"0": generated()} for i in (0, 1)}
    place = write(tmp_path, files, {"law.json": {"accuracy": 1, "details": {"0": detail(), "1": detail()}}})
    run = load(place / "law_1.json")
    assert ([item.recorded for item in run.items], [one.kind for one in run.problems]) == (
        [()],
        ["missing_verdict"],
    )


def test_repeats_are_attempts(tmp_path: Path, load) -> None:
    def repeated(n: int) -> dict[str, object]:
        return {"example_abbr": f"s_{n}", "pred": ["A", "B"], "answer": ["B", "B"], "correct": [False, True]}

    predictions = {str(i): generated(reply=f"reply {i}") for i in range(4)}
    results = {"accuracy (2 runs average)": 50.0, "details": [repeated(0), repeated(1)]}
    run = load(write(tmp_path, {"law.json": predictions}, {"law.json": results}) / "law.json")
    assert [(i.item_id, i.attempt, i.response.content, i.recorded[0].verdict) for i in run.items] == [
        ("0", 0, "reply 0", Verdict.INCORRECT),
        ("1", 0, "reply 1", Verdict.INCORRECT),
        ("0", 1, "reply 2", Verdict.CORRECT),
        ("1", 1, "reply 3", Verdict.CORRECT),
    ]


def test_several_replies_and_turns_are_told_apart(load_json) -> None:
    sampled = generated(reply=["A", "B"])
    turns = {"origin_prompt": ["One?", "Two?"], "prediction": ["1", "2"], "gold": ["1", "3"]}
    run = load_json({"0": sampled, "1": turns})
    assert [(i.item_id, i.attempt, i.prompt, i.response.content, i.target) for i in run.items] == [
        ("0", 0, QUESTION, "A", ("B",)),
        ("0", 1, QUESTION, "B", ("B",)),
        ("1 / turn 1", 0, "One?", "1", ("1",)),
        ("1 / turn 2", 0, "Two?", "2", ("3",)),
    ]


def test_perplexities_are_scores_of_which_the_highest_is_chosen(load_json) -> None:
    labels = {
        f"label: {x}": {"testing input": f"Q {x}", "prompt": "", "PPL": ppl}
        for x, ppl in (("0", 2.5), ("1", 2.0))
    }
    run = load_json({"0": {"in-context examples": "", **labels, "prediction": 1, "gold": 0}})
    (item,) = run.items
    assert (item.task_type, item.choice_scores, list(item.options)) == (
        TaskType.LOGLIKELIHOOD,
        (-2.5, -2.0),
        ["0", "1"],
    )
    assert (item.target, item.prompt, item.recorded[0].answer, run.problems) == (("0",), "Q ", "1", [])


def test_an_option_without_its_measure_is_told_and_not_a_number(load_json) -> None:
    run = load_json({"0": {"label: A": {"PPL": 1.0}, "label: B": {}, "prediction": "A", "gold": "A"}})
    assert math.isnan(run.items[0].choice_scores[1])
    assert [one.kind for one in run.problems] == ["bad_field"]


def test_predictions_that_are_still_being_written_are_loaded_and_told(tmp_path: Path, load) -> None:
    lines = "".join(json.dumps({"idx": i, **generated()}) + "\n" for i in (3, 1))
    run = load(write(tmp_path, {"tmp_law.jsonl": lines + '{"idx": 2, "orig'}) / "tmp_law.jsonl")
    assert [item.item_id for item in run.items] == ["3", "1"]
    assert [one.kind for one in run.problems][-1] == "unfinished_run"
    assert sum(one.skipped for one in run.problems) == 1


def test_a_reply_that_is_no_text_and_an_entry_that_is_no_prediction_are_told(load_json) -> None:
    run = load_json({"0": generated(), "1": generated(reply={"steps": []}), "2": {"other": 1}, "3": "text"})
    assert [item.response.content for item in run.items] == ["It is B.", None]
    assert [(one.kind, one.skipped) for one in run.problems] == [
        ("missing_text", False),
        ("malformed_record", True),
        ("malformed_record", True),
    ]
