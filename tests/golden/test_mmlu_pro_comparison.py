"""Two models on MMLU-Pro compared, every number recomputed by plain pandas and SciPy."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from scipy import optimize, stats

from scoring.audit.query import Audit
from scoring.rescore.pipeline import rescore_in_memory
from scoring.stats.compare import compare_lanes
from scoring.stats.comparison import Comparison, PairedContrast

FOLDER = Path(__file__).parents[2].parent / "shared/data/runs/mmlu_pro"
FILES = [
    FOLDER / f"model_outputs_{model}_5shots.json"
    for model in ("Meta-Llama-3_1-8B-Instruct", "DeepSeek-Coder-V2")
]
REVISED = [
    FOLDER / f"gold_revisions/model_outputs_{model}_5shots.json"
    for model in ("Meta-Llama-3_1-8B-Instruct", "jamba-1.5-large")
]
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the real run files are not here")


@pytest.fixture(scope="module")
def audits() -> list[Audit]:
    return [rescore_in_memory(path) for path in FILES]


@pytest.fixture(scope="module")
def comparison(audits: list[Audit]) -> Comparison:
    return compare_lanes(*audits)


def records(path: Path) -> pd.DataFrame:
    found = [one for one in json.loads(path.read_text(encoding="utf-8")) if isinstance(one, dict)]
    frame = pd.DataFrame(found).set_index("question_id")
    return frame.assign(right=frame["pred"] == frame["answer"])


@pytest.fixture(scope="module")
def recorded() -> pd.DataFrame:
    """The record files side by side, by the id of the question."""
    a, b = (records(path) for path in FILES)
    return a[["category", "right"]].merge(
        b[["right"]], left_index=True, right_index=True, suffixes=("_a", "_b")
    )


@pytest.fixture(scope="module")
def rescored(audits: list[Audit]) -> pd.DataFrame:
    """Our verdicts side by side."""
    a, b = (
        audit.rows(columns=["item_id", "category", "verdict"])
        .set_index("item_id")
        .assign(right=lambda rows: rows["verdict"] == "correct")
        for audit in audits
    )
    return a[["category", "right"]].merge(
        b[["right"]], left_index=True, right_index=True, suffixes=("_a", "_b")
    )


def check(found: PairedContrast, rows: pd.DataFrame) -> None:
    """Compare a contrast with what plain pandas and SciPy say of the same pairs."""
    n = len(rows)
    b_only = int((rows["right_b"] & ~rows["right_a"]).sum())
    a_only = int((rows["right_a"] & ~rows["right_b"]).sum())
    assert (found.n, found.b_only, found.a_only) == (n, b_only, a_only)
    assert (found.a.correct, found.b.correct) == (rows["right_a"].sum(), rows["right_b"].sum())
    assert found.difference_pp == pytest.approx(100 * (rows["right_b"].mean() - rows["right_a"].mean()))
    test = stats.binomtest(b_only, b_only + a_only).pvalue if b_only + a_only else 1.0
    assert found.mcnemar.p == pytest.approx(test)
    for figure, right in ((found.accuracy_a, rows["right_a"]), (found.accuracy_b, rows["right_b"])):
        wilson = stats.binomtest(int(right.sum()), n).proportion_ci(method="wilson")
        assert (figure.low, figure.high) == pytest.approx((wilson.low, wilson.high))
    assert (found.diff_pp.low, found.diff_pp.high) == pytest.approx(score_ends(b_only, a_only, n), abs=1e-6)


def score_ends(b: int, c: int, n: int) -> tuple[float, float]:
    """The paired score interval in percentage points, its ends found by SciPy."""

    def statistic(delta: float) -> float:
        linear = (2 * n - b + c) * delta - b - c
        share = ((linear**2 + 8 * n * c * delta * (1 - delta)) ** 0.5 - linear) / (4 * n)
        return float((b - c - n * delta) / (n * (2 * share + delta * (1 - delta))) ** 0.5)

    z, middle = stats.norm.ppf(0.975), (b - c) / n
    low = optimize.brentq(lambda delta: statistic(delta) - z, -1 + 1e-9, middle - 1e-9, xtol=1e-12)
    high = optimize.brentq(lambda delta: statistic(delta) + z, middle + 1e-9, 1 - 1e-9, xtol=1e-12)
    return 100 * low, 100 * high


def test_the_recorded_figures_are_those_of_the_files(comparison: Comparison, recorded: pd.DataFrame) -> None:
    assert len(comparison.pairs) == len(recorded) > 500
    check(comparison.recorded, recorded)


def test_the_rescored_figures_are_those_of_our_verdicts(
    comparison: Comparison, rescored: pd.DataFrame
) -> None:
    check(comparison.rescored, rescored)


def test_the_figures_of_every_category_are_those_of_its_items(
    comparison: Comparison, recorded: pd.DataFrame, rescored: pd.DataFrame
) -> None:
    assert {one.value for one in comparison.by_category} == set(recorded["category"])
    for one in comparison.by_category:
        check(one.recorded, recorded[recorded["category"] == one.value])
        check(one.rescored, rescored[rescored["category"] == one.value])
    p = [one.rescored.mcnemar.p for one in comparison.by_category]
    adjusted = [one.rescored.mcnemar.adjusted for one in comparison.by_category]
    assert adjusted == pytest.approx(list(stats.false_discovery_control(p)))


def test_the_parts_are_those_of_the_four_accuracies(
    comparison: Comparison, recorded: pd.DataFrame, rescored: pd.DataFrame
) -> None:
    before, after = (int(rows["right_b"].sum()) - int(rows["right_a"].sum()) for rows in (recorded, rescored))
    found = comparison.attribution
    assert (found.recorded, found.model, found.scorer) == (before, after, before - after)
    assert sum(one.model for one in found.by_cause) == after
    assert sum(one.scorer for one in found.by_cause) == before - after


def test_lanes_whose_gold_was_revised_are_not_fully_comparable() -> None:
    old, new = (records(path) for path in REVISED)
    shared = old.index.intersection(new.index)
    other_gold = {str(one) for one in shared if old["answer"][one] != new["answer"][one]}
    found = compare_lanes(*(rescore_in_memory(path) for path in REVISED)).comparability
    assert not found.is_full
    (reason,) = (reason for reason in found.reasons if reason.kind == "target")
    assert reason.items is not None
    assert {pair.item_id for pair in reason.items} == other_gold
    assert reason.n == len(other_gold) > 20
    assert all(
        name in other_gold for name in reason.message.partition("(")[2].partition(" and ")[0].split(", ")
    )
