import json
from pathlib import Path

from scoring.loaders.opencompass_results import Results, model_of, part_of, results_of


def put(path: Path, value: object = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value or {}))
    return path


def test_metrics_before_and_behind_the_details_are_read(tmp_path: Path) -> None:
    path = put(
        tmp_path / "r.json", {"accuracy": 50.0, "details": [{"pred": "B", "correct": True}], "type": "GEN"}
    )
    results = Results(path)
    assert (results.metrics, results.scorer, results.n_details) == (
        {"accuracy": 50.0, "type": "GEN"},
        "accuracy",
        1,
    )


def test_details_by_position_or_by_key_hold_answer_verdict_and_reference(tmp_path: Path) -> None:
    listed = Results(
        put(tmp_path / "a.json", {"details": [{"pred": ["B"], "answer": "C", "correct": [False]}]})
    )
    keyed = Results(
        put(tmp_path / "b.json", {"details": {"type": "GEN", "0": {"predictions": "B", "correct": False}}})
    )
    for results in (listed, keyed):
        found = results.detail("0", 0)
        assert found is not None
        assert (found.answer, found.correct) == ("B", False)
    assert listed.detail("1", 0) is None


def test_without_a_file_nothing_is_recorded() -> None:
    results = Results(None)
    assert (results.metrics, results.recorded(results.detail("0", 0)), results.n_repeats) == ({}, (), 1)


def test_a_results_file_that_is_broken_gives_what_stands_before(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_text('{"accuracy": 50.0, "details": [{"pred": "B", "correct": true}, {"pre')
    assert Results(path).n_details == 1


def test_results_lie_in_the_folder_of_the_same_name(tmp_path: Path) -> None:
    path = put(tmp_path / "predictions/m/law.json")
    assert results_of(path, "law") is None
    beside = put(tmp_path / "results/m/law.json")
    assert (results_of(path, "law"), model_of(path), model_of(tmp_path / "law.json")) == (beside, "m", None)


def test_numbered_files_are_parts_unless_they_have_results_of_their_own(tmp_path: Path) -> None:
    first, second = (put(tmp_path / f"predictions/m/law_{i}.json") for i in range(2))
    lone = put(tmp_path / "predictions/m/art_0.json")
    assert (part_of(first), part_of(second), part_of(lone)) == (("law", 0), ("law", 1), ("art_0", None))
    put(tmp_path / "results/m/law_1.json")
    assert part_of(second) == ("law_1", None)
