import json
from collections.abc import Callable
from pathlib import Path

import pytest

import scoring
from scoring.cli.comparison_text import describe_comparison, describe_matrix, p_text
from scoring.stats.matrix import compare_many


def write_run(path: Path, attempts: int = 1, n: int = 40, every: int = 3, **fields: object) -> Path:
    items = [
        {
            "task_type": "choice",
            "options": ["A", "B"],
            "target": ["A"],
            "item_id": f"i{at}",
            "attempt": attempt,
            "content": "FINAL: B" if (at + attempt) % every == 0 else "FINAL: A",
            **fields,
        }
        for at in range(n)
        for attempt in range(attempts)
    ]
    path.write_text("\n".join(map(json.dumps, items)))
    return path


@pytest.fixture
def text(tmp_path: Path) -> Callable[..., str]:
    def compare(settings: dict[str, object] | None = None, **fields: object) -> str:
        audits = []
        for lane, every in (("a", 3), ("b", 4)):
            run = write_run(tmp_path / f"{lane}.jsonl", every=every, **fields)
            audits.append(scoring.rescore_run(run, tmp_path / lane))
        return describe_comparison(*audits, scoring.compare_lanes(*audits, **(settings or {})))

    return compare


def test_the_numbers_come_with_interval_test_and_method(text: Callable[..., str]) -> None:
    told = text()
    assert "26/40 = 65.00 %  49.51 to 77.87 %  30/40 = 75.00 %  59.81 to 85.81 %  +10.00 pp" in told
    assert "n = 40 pairs scorable in both lanes (rescored); Wilson score interval; Tango score" in told
    assert "exact McNemar test" in told
    assert "would be found with a power of 80 %" in told


def test_lanes_that_may_be_compared_say_so(text: Callable[..., str]) -> None:
    assert "Fully comparable: the same 40 items" in text()


def test_causes_and_cells_are_counted(text: Callable[..., str]) -> None:
    lines = text().splitlines()
    assert any(line.startswith("only b correct (won)") for line in lines)
    assert any(line.startswith("the answer changed") and line.endswith(" +4") for line in lines)


def test_what_was_never_recorded_has_no_row(text: Callable[..., str]) -> None:
    lines = text().splitlines()
    assert [line for line in lines if line.startswith("recorded ")] == []
    assert "Nothing was recorded to split; by our scorer B - A is +4 (26 -> 30)." in lines


def test_few_pairs_are_cautioned_about(text: Callable[..., str]) -> None:
    assert "Caution, rescored: fewer than 20 pairs" in text(n=9)


def test_several_attempts_are_summed_up_and_clustered(text: Callable[..., str]) -> None:
    told = text(attempts=3)
    assert "A: 40 items with 3 attempts, mean 66.67 %" in told
    assert "pass@3" in told
    assert "By 40 clusters (item, at most 3 pairs each), rescored:" in told
    assert "cluster-robust t interval" in told


def test_a_margin_is_answered_in_one_sentence(text: Callable[..., str]) -> None:
    assert "a difference of more than 3 pp nor equivalence" in text({"margin_pp": 3})


@pytest.mark.parametrize(
    ("p", "expected"), [(None, ""), (0.00001, "< 0.001"), (0.01463, "0.015"), (0.585, "0.58"), (1.0, "1.00")]
)
def test_p_values_are_short(p: float | None, expected: str) -> None:
    assert p_text(p) == expected


def test_a_matrix_lists_lanes_and_every_pair_of_them(tmp_path: Path) -> None:
    audits = [
        scoring.rescore_run(write_run(tmp_path / f"{every}.jsonl", every=every), tmp_path / str(every))
        for every in (2, 3, 4)
    ]
    told = describe_matrix(compare_many(audits))
    for pair in ("2 - 1", "3 - 1", "3 - 2"):
        assert f"\n{pair}" in told
    assert "50.00 %" in told
