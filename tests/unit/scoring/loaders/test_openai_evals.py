import json
from pathlib import Path

import pytest

from scoring.records import TaskType, Verdict

SPEC = {"spec": {"completion_fns": ["maker/m"], "eval_name": "set.test.v1", "run_id": "r1"}}
REPORT = {"final_report": {"accuracy": 0.5}}
PROMPT = [{"role": "user", "content": "?"}]


def event(sample: str, kind: str, **data: object) -> dict[str, object]:
    return {"run_id": "r1", "event_id": 0, "sample_id": sample, "type": kind, "data": data}


def asked(sample: str, sampled: object = "It is B.") -> dict[str, object]:
    return event(sample, "sampling", prompt=PROMPT, sampled=sampled)


def matched(sample: str, picked: object = "B", *, correct: bool = True) -> dict[str, object]:
    return event(
        sample, "match", correct=correct, expected="B", picked=picked, sampled="It is B.", options=["B"]
    )


@pytest.fixture
def read(tmp_path: Path, load):
    """Return a function that reads lines as a log."""

    def of(*lines: object):
        (tmp_path / "log.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n")
        return load(tmp_path / "log.jsonl")

    return of


def test_the_real_log_is_joined_by_sample_and_called_unfinished(runs_folder: Path, load) -> None:
    (path,) = (runs_folder / "openai_evals").glob("*.jsonl")
    run = load(path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    samples = list(dict.fromkeys(line["sample_id"] for line in lines if "sample_id" in line))
    assert sorted(item.item_id for item in run.items) == sorted(samples)
    assert all(item.response.content for item in run.items)
    assert {problem.kind for problem in run.problems} == {"missing_target", "unfinished_run"}
    assert run.info.benchmark == lines[0]["spec"]["eval_name"]


def test_events_of_samples_that_ran_at_once_are_joined(read) -> None:
    run = read(
        SPEC, asked("1"), asked("2", ["No: A."]), matched("2", "A", correct=False), REPORT, matched("1")
    )
    assert [(i.item_id, i.response.content, i.recorded[0].verdict) for i in run.items] == [
        ("2", "No: A.", Verdict.INCORRECT),
        ("1", "It is B.", Verdict.CORRECT),
    ]
    assert run.problems == []
    assert run.info.metadata["final_report"] == {"accuracy": 0.5}
    assert (run.items[0].target, run.items[0].task_type, run.items[0].prompt) == (
        ("B",),
        TaskType.CHOICE,
        "?",
    )


def test_the_first_sampling_is_the_reply_and_a_judge_comes_later(read) -> None:
    run = read(
        SPEC,
        asked("1"),
        asked("1", "The judge says yes."),
        event("1", "metrics", choice="Y", score=1.0),
        REPORT,
    )
    (item,) = run.items
    assert (item.response.content, item.metadata["n_samplings"]) == ("It is B.", 2)
    assert [(one.scorer, one.answer, one.verdict) for one in item.recorded] == [
        ("score", "Y", Verdict.CORRECT)
    ]


@pytest.mark.parametrize("score", [None, "high"])
def test_metrics_without_a_number_are_kept(read, score: object) -> None:
    (item,) = read(SPEC, asked("1"), event("1", "metrics", choice="Y", score=score), REPORT).items
    assert (item.recorded[0].scorer, item.recorded[0].verdict) == ("metrics", None)


def test_a_log_without_report_is_told_and_so_is_an_error(read) -> None:
    run = read(SPEC, asked("1"), event("1", "error", message="no luck"))
    assert {problem.kind for problem in run.problems} == {"missing_target", "sample_error", "unfinished_run"}


def test_a_broken_line_is_told_with_its_number(tmp_path: Path, load) -> None:
    lines = [json.dumps(line) for line in (SPEC, asked("1"), matched("1"), REPORT)]
    (tmp_path / "x").write_text("\n".join([*lines[:3], '{"run_id": "r1", ', lines[3]]))
    run = load(tmp_path / "x")
    assert [(problem.kind, problem.line) for problem in run.problems] == [("malformed_json", 4)]
    assert len(run.items) == 1
