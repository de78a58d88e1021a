import json
from pathlib import Path

from scoring.records import TaskType, Verdict


def state(n: int = 0, **fields: object) -> dict[str, object]:
    return {
        "instance": {
            "id": f"id{n}",
            "split": "test",
            "input": {"text": "?"},
            "references": [
                {"output": {"text": "left"}, "tags": []},
                {"output": {"text": "right"}, "tags": ["correct", "other"]},
            ],
        },
        "train_trial_index": 0,
        "output_mapping": {"A": "left", "B": "right"},
        "request": {"prompt": "The question?", "model": "m"},
        "result": {
            "success": True,
            "completions": [{"text": " B", "finish_reason": {"reason": "stop"}, "thinking": {"text": "Hm."}}],
        },
    } | fields


def stats(n: int = 0, trial: int = 0, *, mean: float = 1.0) -> dict[str, object]:
    named = [
        {"name": {"name": name}, "mean": mean} for name in ("quasi_exact_match", "exact_match", "batch_size")
    ]
    return {"instance_id": f"id{n}", "train_trial_index": trial, "stats": named}


def write(
    folder: Path, states: list[object], listed: list[object] | None = None, method: str = "joint"
) -> Path:
    run = folder / "set:subject=all,model=m"
    run.mkdir()
    spec = {"method": f"multiple_choice_{method}", "model": "maker/m"}
    (run / "scenario_state.json").write_text(json.dumps({"adapter_spec": spec, "request_states": states}))
    if listed is not None:
        (run / "per_instance_stats.json").write_text(json.dumps(listed))
    return run


def test_the_real_run_gives_the_exact_match_of_its_stats(runs_folder: Path, load) -> None:
    (folder,) = (runs_folder / "helm/runs/v4").glob("*llama*")
    run = load(folder)
    own = json.loads((folder / "stats.json").read_text())
    (mean,) = (one["mean"] for one in own if one["name"] == {"name": "exact_match", "split": "test"})
    verdicts = [item.recorded[0].verdict for item in run.items]
    assert (len(verdicts), verdicts.count(Verdict.CORRECT) / len(verdicts), run.problems) == (100, mean, [])
    assert run.info.model == "meta/llama-3-8b-chat"
    assert sum(item.recorded[0].answer is None for item in run.items) == 14


def test_a_real_run_without_stats_has_no_recorded_verdicts(runs_folder: Path, load) -> None:
    (folder,) = (runs_folder / "helm/runs/v4").glob("*claude*")
    run = load(folder)
    assert (len(run.items), [item for item in run.items if item.recorded]) == (100, [])


def test_a_request_state_is_an_item(tmp_path: Path, load) -> None:
    run = load(write(tmp_path, [state()], [stats()]))
    (item,) = run.items
    assert (item.item_id, item.attempt, item.target, item.task_type) == ("id0", 0, ("B",), TaskType.CHOICE)
    assert (item.prompt, item.options) == ("The question?", {"A": "left", "B": "right"})
    assert (item.response.content, item.response.reasoning, item.response.finish_reason) == (
        " B",
        "Hm.",
        "stop",
    )
    assert [(one.scorer, one.answer) for one in item.recorded] == [
        ("exact_match", "B"),
        ("quasi_exact_match", "B"),
    ]
    assert run.info.benchmark == "set:subject=all"
    assert [path.name for path in run.info.sources] == ["scenario_state.json", "per_instance_stats.json"]


def test_trials_and_perturbations_are_told_apart(tmp_path: Path, load) -> None:
    perturbed = state()
    perturbed["instance"] = {**perturbed["instance"], "perturbation": {"name": "typos"}}
    listed = [stats(), stats(trial=1, mean=0.0), {**stats(mean=0.0), "perturbation": {"name": "typos"}}]
    run = load(write(tmp_path, [state(), state(train_trial_index=1), perturbed], listed))
    assert [(i.item_id, i.attempt, i.recorded[0].verdict) for i in run.items] == [
        ("id0", 0, Verdict.CORRECT),
        ("id0", 1, Verdict.INCORRECT),
        ("id0 / typos", 0, Verdict.INCORRECT),
    ]


def test_a_request_for_each_option_is_told_and_has_no_target(tmp_path: Path, load) -> None:
    states = [state(reference_index=i, request_mode="original", output_mapping=None) for i in range(2)]
    run = load(write(tmp_path, states, method="separate_original"))
    assert [item.item_id for item in run.items] == [
        "id0 / reference 0 / original",
        "id0 / reference 1 / original",
    ]
    assert {item.target for item in run.items} == {()}
    assert {problem.kind for problem in run.problems} == {"separate_requests"}


def test_without_options_the_right_references_are_the_target(tmp_path: Path, load) -> None:
    (item,) = load(write(tmp_path, [state(output_mapping=None)])).items
    assert (item.target, item.options, item.task_type) == (("right",), {}, TaskType.SHORT_TEXT)


def test_missing_parts_are_told(tmp_path: Path, load) -> None:
    broken = state(result={"success": False, "error": "no luck", "completions": []})
    broken["instance"] = {"id": "x"}
    nameless = state()
    nameless["instance"] = {"references": []}
    run = load(write(tmp_path, [broken, nameless]))
    assert [item.response.content for item in run.items] == [None]
    assert [problem.kind for problem in run.problems] == [
        "sample_error",
        "missing_target",
        "malformed_record",
    ]
