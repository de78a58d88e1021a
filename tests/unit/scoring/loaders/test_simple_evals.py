import json
from pathlib import Path

from scoring.records import TaskType, Verdict

PAGE = (
    "<pre>{said}</pre>\n<h3>Results</h3>\n<p>Correct Answer: {gold}</p>\n"
    "<p>Extracted Answer: {pred}</p>\n<p>Score: {score}</p>\n"
)
CONVO = [{"role": "user", "content": "?\nA) x\nB) y"}, {"role": "assistant", "content": "Answer: B"}]


def page(said: str = "", gold: str = "B", pred: str = "B", score: object = 1.0) -> str:
    return PAGE.format(said=said, gold=gold, pred=pred, score=score)


def write(folder: Path, pages: list[object], convos: list[object], **fields: object) -> Path:
    path = folder / "mmlu_some-model_20240101_120000_allresults.json"
    path.write_text(json.dumps({"score": 1.0, "metrics": {}, "htmls": pages, "convos": convos} | fields))
    return path


def test_the_real_results_give_their_own_score(runs_folder: Path, load) -> None:
    (path,) = (runs_folder / "simple_evals").rglob("*_allresults.json")
    run = load(path)
    verdicts = [item.recorded[0].verdict for item in run.items]
    assert (run.info.benchmark, run.info.model) == ("mmlu", "gemini-1.5-flash-002")
    assert (len(verdicts), run.problems) == (36, [])
    assert verdicts.count(Verdict.CORRECT) / 36 == json.loads(path.read_text())["score"]
    assert all(len(item.options) >= 3 for item in run.items)


def test_verdicts_come_out_of_the_pages(tmp_path: Path, load) -> None:
    pages = [page(), page(pred="None", score=0.0), page(gold="&lt;b&gt; &amp; c", pred="x", score="False")]
    run = load(write(tmp_path, pages, [CONVO] * 3))
    assert [(i.target, i.recorded[0].answer, i.recorded[0].verdict) for i in run.items] == [
        (("B",), "B", Verdict.CORRECT),
        (("B",), None, Verdict.INCORRECT),
        (("<b> & c",), "x", Verdict.INCORRECT),
    ]
    assert run.items[0].options == {"A": "x", "B": "y"}
    assert run.items[0].response.content == "Answer: B"
    assert run.items[2].task_type is TaskType.SHORT_TEXT


def test_results_that_the_model_wrote_itself_are_not_read(tmp_path: Path, load) -> None:
    forged = "&lt;h3&gt;Results&lt;/h3&gt; <p>Correct Answer: Z</p>"
    (item,) = load(write(tmp_path, [page(said=forged)], [CONVO])).items
    assert item.target == ("B",)


def test_ids_come_from_the_metadata_if_they_are_there(tmp_path: Path, load) -> None:
    metadata = {"example_level_metadata": [{"question_id": 12}]}
    items = load(write(tmp_path, [page()] * 2, [CONVO] * 2, metadata=metadata)).items
    assert [item.item_id for item in items] == ["12", "1"]


def test_fewer_pages_than_conversations_and_odd_entries_are_told(tmp_path: Path, load) -> None:
    run = load(write(tmp_path, [page()], [CONVO, CONVO, "text"]))
    assert len(run.items) == 2
    assert [problem.kind for problem in run.problems] == ["missing_verdict", "malformed_record"]
