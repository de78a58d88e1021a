import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from scoring.loaders.table_rows import Table, open_table
from scoring.loaders.vlmevalkit_results import (
    figures_beside,
    find_judged,
    own_judge,
    predictions_of,
    read_figures,
    read_judged,
    recorded_of,
)
from scoring.records import JsonValue, Verdict

ROWS = [
    {"index": i, "question": "?", "A": "x", "B": "y", "answer": "B", "prediction": text}
    for i, text in enumerate(["B", "A", "B"])
]


def write(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text(json.dumps(rows))
    return path


def opened(path: Path) -> Table:
    table = open_table(path)
    assert not isinstance(table, str)
    return table


@pytest.mark.parametrize(
    ("stem", "named"),
    [
        ("m_Set_openai_result", ("m_Set", "openai")),
        ("m_Set_exact_matching_result", ("m_Set", "exact_matching")),
        ("m_Set_auxmatch", ("m_Set", "auxmatch")),
        ("m_Set_exact_matching", ("m_Set", "exact_matching")),
        ("m_Set_gpt-4-turbo", ("m_Set", "gpt-4-turbo")),
        ("m_Set_gpt4", ("m_Set", "gpt4")),
        ("m_Set", ("m_Set", "vlmevalkit")),
    ],
)
def test_a_name_tells_the_judge(stem: str, named: tuple[str, str]) -> None:
    assert own_judge(stem) == named


LETTERS = {"A": "x", "B": "y"}


@pytest.mark.parametrize(
    ("row", "answer", "verdict", "score"),
    [
        ({"hit": 1, "log": "Match Log: B. "}, "B", Verdict.CORRECT, 1.0),
        ({"hit": 1, "log": "Match Log: B.. "}, "B", Verdict.CORRECT, 1.0),
        ({"hit": 0, "log": "Match Log: Z. "}, None, Verdict.INCORRECT, 0.0),
        ({"hit": "0", "log": "Match Log: a long reply. "}, None, Verdict.INCORRECT, 0.0),
        ({"score": True, "extracted": "Yes"}, "Yes", Verdict.CORRECT, 1.0),
        ({"score": "False", "extracted": "No"}, "No", Verdict.INCORRECT, None),
        ({"score": 0.4}, None, None, 0.4),
        ({"res": "12", "log": "Prefetch succeed"}, "12", None, None),
        ({"hit": 1, "log": "Succeed During Pre-fetching"}, None, None, None),
        ({"hit": 0, "log": "Failed in Prefetching Rolling 2: Answer is A, "}, None, None, None),
    ],
)
def test_what_a_row_recorded_is_read(
    row: Mapping[str, JsonValue], answer: str | None, verdict: Verdict | None, score: float | None
) -> None:
    recorded = recorded_of(LETTERS | row, "j")
    assert recorded is not None
    assert (recorded.answer, recorded.verdict, recorded.score) == (answer, verdict, score)
    assert recorded.raw == row


def test_a_guessed_verdict_is_told_as_one() -> None:
    row = {"hit": 1, "log": "Match Log: Failed to predict, thus randomly generate one. . "}
    recorded = recorded_of(row, "j")
    assert recorded is not None
    assert (recorded.method, recorded.answer) == ("random guess", None)


def test_a_row_without_a_verdict_recorded_nothing() -> None:
    assert recorded_of({"hit": None, "log": "x"}, "j") is None


def test_every_judge_of_the_same_predictions_is_found_and_read(tmp_path: Path) -> None:
    path = write(tmp_path / "m_Set.json", ROWS)
    for judge in ("openai_result", "gpt-4-0125_result"):
        write(tmp_path / f"m_Set_{judge}.json", [row | {"hit": 1} for row in ROWS])
    judged = find_judged(path, opened(path))
    assert [one.scorer for one in judged] == ["gpt-4-0125", "openai"]
    assert [len(read_judged(one)) for one in judged] == [3, 3]


def test_the_results_of_a_set_whose_name_begins_the_same_are_not_taken(tmp_path: Path) -> None:
    path = write(tmp_path / "m_Set.json", ROWS)
    others = [row | {"prediction": "Another", "hit": 1} for row in ROWS]
    result = write(tmp_path / "m_Set_V2_openai_result.json", others)
    assert find_judged(path, opened(path)) == []
    assert predictions_of(result) is None


def test_a_judges_table_leads_to_its_predictions(tmp_path: Path) -> None:
    path = write(tmp_path / "m_Set.json", ROWS)
    result = write(tmp_path / "m_Set_openai_result.json", [row | {"hit": 1} for row in ROWS])
    assert (predictions_of(result), predictions_of(path)) == (path, None)


def test_figures_beside_are_read_from_tables_and_documents(tmp_path: Path) -> None:
    path = write(tmp_path / "m_Set_openai_result.json", ROWS)
    (tmp_path / "m_Set_acc.csv").write_text("split,Overall\nnone,0.5\n")
    (tmp_path / "m_Set_score.json").write_text('{"Overall": 50.0}')
    (tmp_path / "m_Set_acc.json").write_text("{")
    (tmp_path / "m_Other_acc.csv").write_text("split,Overall\nnone,0.1\n")
    found = figures_beside(path)
    assert [one.name for one in found] == ["m_Set_acc.csv", "m_Set_acc.json", "m_Set_score.json"]
    assert read_figures(found) == {
        "m_Set_acc.csv": [{"split": "none", "Overall": "0.5"}],
        "m_Set_score.json": {"Overall": 50.0},
    }
