"""The published MMLU-Pro rule gives, item by item, what the files of that benchmark recorded.

The files lie outside the project. In these two, `pred` is null where the rule found nothing.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.loaders.registry import load_run
from scoring.policy import POLICIES
from scoring.records import Item
from scoring.tasks import score_item

RUNS = Path(__file__).parents[2].parent / "shared/data/runs/mmlu_pro"
FILES = [
    pytest.param(
        "model_outputs_Meta-Llama-3-8B_5shots.json",
        223,
        marks=pytest.mark.skipif(not RUNS.is_dir(), reason="the public runs are not beside the checkout"),
        id="Meta-Llama-3-8B",
    ),
    pytest.param(
        "model_outputs_Qwen1.5-7B-Chat_5shots.json",
        151,
        marks=pytest.mark.skipif(not RUNS.is_dir(), reason="the public runs are not beside the checkout"),
        id="Qwen1.5-7B-Chat",
    ),
]


def rescored(path: Path) -> list[tuple[str | None, bool]]:
    policy = POLICIES["mmlu-pro-first-v0"]
    decisions = [score_item(item, policy) for item in load_run(path).read() if isinstance(item, Item)]
    return [(decision.extraction.answer, decision.verdict == "correct") for decision in decisions]


def recorded(path: Path) -> list[tuple[str | None, bool]]:
    records: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return [(record["pred"], record["pred"] == record["answer"]) for record in records]


@pytest.mark.parametrize(("name", "n_correct"), FILES)
def test_the_first_step_of_the_published_rule_reproduces_the_recorded_answers(
    name: str, n_correct: int
) -> None:
    ours = rescored(RUNS / name)
    assert ours == recorded(RUNS / name)
    assert len(ours) == 602
    assert sum(correct for _, correct in ours) == n_correct


@pytest.mark.parametrize(("name", "n_correct"), FILES)
def test_the_later_steps_change_only_items_where_the_first_found_nothing(name: str, n_correct: int) -> None:
    policy = POLICIES["mmlu-pro-v0"]
    items = [item for item in load_run(RUNS / name).read() if isinstance(item, Item)]
    all_steps = [score_item(item, policy).extraction.answer for item in items]
    changed = [
        (first, answer)
        for (first, _), answer in zip(recorded(RUNS / name), all_steps, strict=True)
        if first != answer
    ]
    assert changed
    assert {first for first, _ in changed} == {None}
