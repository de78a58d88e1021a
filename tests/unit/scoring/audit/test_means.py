"""Means of scores, with their numbers of items."""

import json
from pathlib import Path

import pytest

from scoring.audit.filter import Filter
from scoring.audit.means import ScoreMean, score_means
from scoring.rescore.pipeline import rescore_run

SAMPLES = Path(__file__).parents[4] / "sample_runs"


def test_the_means_are_those_of_the_rows(tmp_path):
    audit = rescore_run(SAMPLES / "grounding" / "lane_a.jsonl", tmp_path / "a")
    found = {one.name: one for one in score_means(audit)}
    for name, one in found.items():
        values = audit.rows(columns=(name,))[name].dropna()
        assert (one.n, one.mean) == (len(values), pytest.approx(values.mean()))
    assert "recorded_score" not in found
    assert found["annotation_reward"].n == 48


def test_only_the_items_of_a_filter_count(tmp_path):
    audit = rescore_run(SAMPLES / "grounding" / "lane_a.jsonl", tmp_path / "a")
    found = {one.name: one for one in score_means(audit, Filter(annotation_type=("bbox",)))}
    assert found["score"].n == 4


def test_verdicts_alone_have_no_means(tmp_path):
    assert score_means(rescore_run(SAMPLES / "native_reasoning_audit" / "lane_a.json", tmp_path / "a")) == ()


def test_recorded_scores_are_counted_where_there_are_some(tmp_path):
    run = tmp_path / "run.jsonl"
    item = {"task_type": "choice", "options": ["A", "B"], "target": ["A"], "content": "FINAL: A"}
    scores = [0.25, None, 0.75]
    run.write_text(
        "\n".join(
            json.dumps({"item_id": f"q{n}", "recorded": [{"scorer": "s", "score": score}], **item})
            for n, score in enumerate(scores)
        )
    )
    found = score_means(rescore_run(run, tmp_path / "a"))
    assert found == (ScoreMean("recorded_score", 2, 0.5), ScoreMean("score", 3, 1.0))
