"""Real lm-eval files: counts, recorded accuracy against the run's own results, and problems."""

from collections import Counter
from pathlib import Path

import pytest

from scoring.loaders.registry import load_run
from scoring.policy import load_policy
from scoring.records import Item, Problem, Verdict
from scoring.tasks import score_item

DATA = Path(__file__).parents[2].parent / "shared/data/runs/lm_eval"
POLICY = load_policy("final-answer-v1")

# items, recorded correct and incorrect, rescored correct, problems
FILES = {
    "african_nlp_benchmarks/**/samples_*": (60, 0, 0, 0, ["no_exact_metric"]),
    "bias_classification/samples_*": (100, 65, 35, 65, []),
    "greekmmlu_gpt-5-mini/samples_*": (3, 0, 3, 0, ["all_replies_empty"]),
    "qwen3-8b_negotiationtom/**/samples_*belief*": (20, 9, 11, 9, []),
    "qwen3-8b_negotiationtom/**/samples_*intention*": (20, 4, 16, 0, ["coded_labels"]),
    "replayed_writer_0.4.13/**/samples_*_ll_*": (30, 1, 29, 1, []),
    "replayed_writer_0.4.13/**/samples_*_replay_*": (30, 6, 24, 6, []),
    "results/FLOR-760M/samples_*": (10, 0, 0, 0, ["no_exact_metric"]),
    "results/asdiv/**/samples_*": (50, 46, 4, 46, []),
    "results/samples_truthfulqa_*": (20, 0, 0, 0, ["no_exact_metric"]),
    "results/tgpred.json/**/samples_*": (24, 0, 0, 0, ["no_exact_metric"]),
}


def read(pattern: str):
    if not DATA.is_dir():
        pytest.skip("the real run files are not here")
    (path,) = DATA.glob(pattern)
    run = load_run(path)
    entries = list(run.read())
    items = [entry for entry in entries if isinstance(entry, Item)]
    return run, items, [entry for entry in entries if isinstance(entry, Problem)]


@pytest.mark.parametrize("pattern", FILES)
def test_a_real_file_is_read_and_scored_as_looked_at(pattern: str) -> None:
    n_items, n_correct, n_incorrect, n_ours, kinds = FILES[pattern]
    _, items, problems = read(pattern)
    recorded = Counter(one.recorded[0].verdict for one in items)
    ours = Counter(score_item(item, POLICY).verdict for item in items)
    assert len(items) == n_items
    assert (recorded[Verdict.CORRECT], recorded[Verdict.INCORRECT]) == (n_correct, n_incorrect)
    assert ours[Verdict.CORRECT] == n_ours
    assert [problem.kind for problem in problems] == kinds


WHOLE = [
    "qwen3-8b_negotiationtom/**/samples_*belief*",
    "qwen3-8b_negotiationtom/**/samples_*intention*",
    "replayed_writer_0.4.13/**/samples_*_ll_*",
    "replayed_writer_0.4.13/**/samples_*_replay_*",
    "results/asdiv/**/samples_*",
]


@pytest.mark.parametrize("pattern", WHOLE)
def test_every_recorded_scorer_has_the_mean_of_the_results_file(pattern: str) -> None:
    run, items, _ = read(pattern)
    (results,) = run.info.metadata["results"].values()
    for i, scorer in enumerate(one.scorer for one in items[0].recorded):
        scores = [item.recorded[i].score for item in items]
        assert sum(scores) / len(scores) == pytest.approx(results[scorer])


@pytest.mark.parametrize("pattern", [name for name in WHOLE if "belief" in name or "_ll_" in name])
def test_the_largest_number_is_the_recorded_choice_item_by_item(pattern: str) -> None:
    _, items, _ = read(pattern)
    verdicts = [score_item(item, POLICY).verdict for item in items]
    assert verdicts == [item.recorded[0].verdict for item in items]
