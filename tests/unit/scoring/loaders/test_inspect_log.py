import json
from collections import Counter
from pathlib import Path

import pytest

from scoring.errors import RunFormatError
from scoring.loaders.registry import load_run
from scoring.records import Verdict
from tests.unit.scoring.loaders.inspect_logs import sample, write_eval, write_json

GOLDEN = {
    # file: (items, recorded correct, recorded, attempts, problems)
    "inspect_scout/*popularity*.eval": (100, 63, 100, 1, {}),
    "inspect_scout/*websearch*.eval": (1, 1, 1, 1, {}),
    "history/eval-set1/*.eval": (1, 0, 1, 1, {}),
    "history/log-sets/set2/*.eval": (50, 35, 50, 5, {}),
    "history/tests/_helpers/fixtures/postfix/*.eval": (1, 0, 0, 1, {"missing_target": 1}),
    "replayed_writer_0.3.285/*pYU7Prh.eval": (72, 38, 72, 3, {}),
    "replayed_writer_0.3.285/*edited.eval": (72, 38, 72, 3, {}),
    "replayed_writer_0.3.285/*shuffled*.json": (8, 5, 8, 1, {}),
    "replayed_writer_0.3.285/*images*.eval": (6, 2, 5, 1, {"sample_error": 1}),
    "tests/analysis/test_logs/*.json": (0, 0, 0, 0, {"unfinished_run": 1, "missing_samples": 1}),
    "tests/analysis/test_logs_choices/*.eval": (1, 0, 1, 1, {}),
    "tests/log/test_eval_log/log_formats.*": (1, 0, 1, 1, {}),
    "tests/log/test_eval_log/log_images.json": (1, 0, 1, 1, {}),
    "tests/log/test_eval_log/log_read_sample.*": (1, 1, 1, 1, {}),
    "tests/log/test_eval_log/log_streaming.eval": (4, 3, 4, 2, {}),
    "tests/log/test_list_logs/*.eval": (1, 1, 1, 1, {"missing_target": 1}),
    "tests/scorer/logs/*15-17*.eval": (10, 0, 0, 1, {}),
    "tests/scorer/logs/*15-18*.eval": (10, 8, 10, 1, {}),
}


@pytest.mark.parametrize("pattern", GOLDEN)
def test_a_real_log_gives_the_accuracy_of_its_own_results(runs_folder: Path, load, pattern: str) -> None:
    n_items, n_correct, n_recorded, n_attempts, problems = GOLDEN[pattern]
    paths = sorted((runs_folder / "inspect").glob(pattern))
    assert paths
    for path in paths:
        run = load(path)
        verdicts = [one.recorded[0].verdict for one in run.items if one.recorded]
        assert run.info.format == "inspect"
        assert len(run.items) == n_items
        assert (verdicts.count(Verdict.CORRECT), len(verdicts)) == (n_correct, n_recorded)
        assert len({item.attempt for item in run.items}) == n_attempts
        assert Counter(problem.kind for problem in run.problems) == problems
        # The log's own figure, an independent route to the same number.
        scores = (run.info.metadata.get("results") or {}).get("scores") or []
        if scores and verdicts:
            accuracy = scores[0]["metrics"]["accuracy"]["value"]
            assert n_correct / n_recorded == pytest.approx(accuracy)


def test_the_two_containers_of_one_log_hold_the_same_items(runs_folder: Path, load) -> None:
    folder = runs_folder / "inspect/tests/log/test_eval_log"
    packed, plain = (load(folder / f"log_read_sample.{kind}").items for kind in ("eval", "json"))
    assert [item.response for item in packed] == [item.response for item in plain]
    assert [item.recorded[0].answer for item in packed] == [item.recorded[0].answer for item in plain]


def test_a_log_without_header_is_read_from_its_start(tmp_path: Path, load) -> None:
    start = {"version": 2, "eval": {"task": "t", "model": "m"}, "plan": {}}
    members = {"_journal/start.json": start, "samples/a/b_epoch_2.json": sample(epoch=2, id="a/b")}
    run = load(write_eval(tmp_path / "x.eval", members, head=None))
    assert (run.info.benchmark, run.info.model) == ("t", "m")
    assert [(item.item_id, item.attempt) for item in run.items] == [("a/b", 1)]
    assert [problem.kind for problem in run.problems] == ["missing_header"]


def test_a_damaged_sample_is_told_with_its_member_and_the_others_are_loaded(tmp_path: Path, load) -> None:
    members = {
        "samples/1_epoch_1.json": sample(1),
        "samples/2_epoch_1.json": b'{"id": 2, "epoch": 1, "inp',
        "samples/3_epoch_1.json": b"[]",
        "samples/4_epoch_1.json": sample(4),
    }
    run = load(write_eval(tmp_path / "x.eval", members))
    assert [item.item_id for item in run.items] == ["1", "4"]
    told = [(problem.kind, problem.file, problem.skipped) for problem in run.problems]
    assert told == [
        ("truncated_file", "x.eval/samples/2_epoch_1.json", True),
        ("malformed_record", "x.eval/samples/3_epoch_1.json", True),
    ]


def test_a_log_with_fewer_samples_than_it_says_is_told(tmp_path: Path, load) -> None:
    run = load(write_json(tmp_path / "x.json", sample(), results={"completed_samples": 5}))
    assert [(p.kind, p.message) for p in run.problems] == [
        ("missing_samples", "expected 5 samples, as the log says, got 1")
    ]


@pytest.mark.parametrize("status", ["started", "cancelled", "error"])
def test_an_unfinished_log_is_told(tmp_path: Path, load, status: str) -> None:
    run = load(write_json(tmp_path / "x.json", sample(), status=status))
    assert [problem.kind for problem in run.problems] == ["unfinished_run"]
    assert len(run.items) == 1


def test_a_chunked_sample_is_put_together_beside_one_that_is_not(tmp_path: Path, load) -> None:
    shell = sample(2, messages=..., metadata=..., input="attachment://1") | {"message_refs": [[1, 3]]}
    folder = "samples/2_epoch_1"
    members = {
        "samples/1_epoch_1.json": sample(1),
        f"{folder}/sample.json": shell,
        f"{folder}/metadata.json": {"category": "chunked"},
        f"{folder}/messages/0.json": [{"role": "user", "content": "not this"}],
        f"{folder}/messages/1.json": [
            {"role": "system", "content": "attachment://0"},
            {"role": "user", "content": "Where?"},
        ],
        f"{folder}/attachments/0.json": ["Be brief."],
        f"{folder}/attachments/1.json": ["The input."],
        f"{folder}/events/stats.json": {},
        f"{folder}/skeleton.json": {},
    }
    run = load(write_eval(tmp_path / "x.eval", members))
    assert run.problems == []
    assert [item.prompt for item in run.items] == ["Where? A) left B) right", "Be brief.\n\nWhere?"]
    assert run.items[1].category == "chunked"
    assert run.items[1].metadata["input"] == "The input."


def test_a_chunked_sample_without_one_of_its_chunks_is_told(tmp_path: Path, load) -> None:
    members = {
        "samples/2_epoch_1/sample.json": sample(2) | {"message_refs": [[0, 1]]},
        "samples/2_epoch_1/messages/1.json": [],
    }
    run = load(write_eval(tmp_path / "x.eval", members))
    assert run.items == []
    assert run.problems[0].kind == "truncated_file"


def test_the_main_scorer_is_chosen_by_name(tmp_path: Path, load) -> None:
    both = sample(scores={"match": {"value": "I"}, "judge": {"value": "C"}})
    results = {"completed_samples": 1, "scores": [{"scorer": "match"}, {"scorer": "judge"}]}
    path = write_json(tmp_path / "x.json", both, results=results)
    assert [one.scorer for one in load(path).items[0].recorded] == ["match", "judge"]
    chosen = load(path, options={"scorer": "judge"})
    assert [one.scorer for one in chosen.items[0].recorded] == ["judge", "match"]
    headline = results | {"headline": {"scorer": "judge"}}
    assert load(write_json(path, both, results=headline)).items[0].recorded[0].scorer == "judge"


def test_nan_literals_of_a_log_are_read(tmp_path: Path, load) -> None:
    path = write_json(tmp_path / "x.json", sample(scores={"s": {"value": "@"}}))
    path.write_text(path.read_text().replace('"@"', "NaN"))
    (item,) = load(path).items
    assert (item.recorded[0].verdict, item.recorded[0].score) == (None, None)


def test_another_archive_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(RunFormatError):
        load_run(write_eval(tmp_path / "x.eval", {"other.json": {}}, head=None))


def test_a_log_cut_while_it_was_copied_is_told(tmp_path: Path) -> None:
    path = write_eval(tmp_path / "x.eval", {"samples/1_epoch_1.json": sample()})
    path.write_bytes(path.read_bytes()[:-50])
    with pytest.raises(RunFormatError, match="not copied whole"):
        load_run(path)


def test_a_json_log_cut_in_a_sample_keeps_those_before(tmp_path: Path, load) -> None:
    path = write_json(tmp_path / "x.json", sample(1), sample(2))
    path.write_text(path.read_text()[:-100])
    run = load(path)
    assert [item.item_id for item in run.items] == ["1"]
    assert "truncated_file" in {problem.kind for problem in run.problems}


def test_progress_reaches_the_size_of_the_file(tmp_path: Path) -> None:
    members = {f"samples/{i}_epoch_1.json": sample(i) for i in range(3)}
    run = load_run(write_eval(tmp_path / "x.eval", members))
    seen: list[int] = []
    list(run.read(seen.append))
    assert seen == sorted(seen)
    assert seen[-1] == run.total_bytes
    assert json.dumps(run.info.metadata)
