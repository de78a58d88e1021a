import numpy as np
import pytest

from scoring.records import Response, Verdict
from scoring.stats.joining import join_lanes
from scoring.stats.pair_table import CELLS, cells_of, is_scored, single_table


def cause(choice, lane, a: dict[str, object], b: dict[str, object]) -> str:
    lanes = [lane([choice("x", **({"content": "FINAL: A"} | one))]) for one in (a, b)]
    return join_lanes(*lanes).columns.table["cause"].to_pylist()[0]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ({}, {}, "same"),
        ({}, {"content": "FINAL: B"}, "answer_changed"),
        ({}, {"content": "no idea"}, "answer_changed"),
        ({}, {"target": ("B",)}, "other_target"),
        ({}, {"target": ("B",), "content": "FINAL: B"}, "other_target"),
        ({}, {"content": '{"answer": "A"}'}, "other_extraction"),
        ({}, {"recorded": Verdict.INCORRECT}, "other_recorded"),
        ({}, {"recorded": None}, "unscored"),
        ({}, {"target": ("Z",), "content": "FINAL: B"}, "unscored"),
        ({}, {"recorded": Verdict.INCORRECT, "content": "FINAL: B"}, "answer_changed"),
        ({"recorded": Verdict.INCORRECT}, {"content": "so (A)"}, "other_extraction"),
    ],
)
def test_causes_are_told_apart(
    choice, lane, a: dict[str, object], b: dict[str, object], expected: str
) -> None:
    assert cause(choice, lane, a, b) == expected


def test_another_text_around_the_same_answer_is_no_difference(choice, lane) -> None:
    long = {"response": Response(content="Let me think.\nFINAL: A")}
    assert cause(choice, lane, {}, long) == "same"


def test_cells_are_those_of_the_2x2() -> None:
    a = np.array([0, 0, 1, 2, 3, 0, -1], dtype=np.int8)
    b = np.array([0, 1, 0, 1, 0, -1, -1], dtype=np.int8)
    assert [CELLS[cell] for cell in cells_of(a, b)] == [
        "both_correct",
        "only_a_correct",
        "only_b_correct",
        "neither_correct",
        *["not_compared"] * 3,
    ]
    assert is_scored(a).tolist() == [True, True, True, True, False, True, False]


def test_a_pair_holds_both_sides_and_its_parts(choice, lane) -> None:
    a = lane([choice("y", "FINAL: A"), choice("x", "FINAL: B", category="law", recorded=Verdict.INCORRECT)])
    b = lane([choice("x", "FINAL: A", recorded=Verdict.INCORRECT)])
    (row,) = join_lanes(a, b).columns.table.to_pylist()
    assert (row["item_id"], row["category"], row["a"], row["b"]) == ("x", "law", 1, 0)
    assert (row["answer_a"], row["answer_b"]) == ("B", "A")
    assert (row["verdict_a"], row["verdict_b"]) == ("incorrect", "correct")
    assert (row["rescored_cell"], row["recorded_cell"]) == ("only_b_correct", "neither_correct")
    assert (row["model"], row["scorer"]) == (1, -1)


def test_a_single_holds_its_own_side(choice, lane) -> None:
    joined = join_lanes(lane([choice("x", "FINAL: A"), choice("y", "FINAL: B")]), lane([choice("x", "")]))
    (row,) = single_table(joined.rows_a, joined.matched.only_a).to_pylist()
    assert row == {
        "task": None,
        "item_id": "y",
        "attempt": 0,
        "ordinal": 1,
        "category": None,
        "verdict": "incorrect",
        "recorded": "correct",
    }


def test_lanes_without_any_recorded_verdict_have_causes_all_the_same(choice, lane) -> None:
    nothing = {"recorded": None}
    assert cause(choice, lane, nothing, nothing) == "same"
    assert cause(choice, lane, nothing, nothing | {"content": "FINAL: B"}) == "answer_changed"
