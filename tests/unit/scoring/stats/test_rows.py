import numpy as np
import pyarrow as pa
import pytest

from scoring.stats.rows import Rows

TABLE = pa.table({"name": ["x", "y", None, "x"], "n": [1, 2, 3, 4]})


@pytest.fixture
def rows() -> Rows[dict[str, object]]:
    return Rows(TABLE, dict)


def test_rows_are_a_sequence_of_records(rows: Rows[dict[str, object]]) -> None:
    assert len(rows) == 4
    assert rows[1] == {"name": "y", "n": 2}
    assert rows[-1] == {"name": "x", "n": 4}
    assert [one["n"] for one in rows] == [1, 2, 3, 4]


def test_a_slice_is_a_view(rows: Rows[dict[str, object]]) -> None:
    assert [one["n"] for one in rows[1:][:2]] == [2, 3]


def test_rows_are_chosen_by_their_values(rows: Rows[dict[str, object]]) -> None:
    assert [one["n"] for one in rows.where(name="x")] == [1, 4]
    assert [one["n"] for one in rows.where(name=None)] == [3]
    assert [one["n"] for one in rows.where(name="x", n=4)] == [4]
    assert not rows.where(name="z")


def test_a_choice_of_a_choice_keeps_only_what_both_leave(rows: Rows[dict[str, object]]) -> None:
    assert [one["n"] for one in rows[:3].where(name="x").only(np.array([True, True, True, True]))] == [1]


def test_values_of_few_kinds_are_chosen_the_same_way() -> None:
    rows = Rows(TABLE.set_column(0, "name", TABLE["name"].dictionary_encode()), dict)
    assert [one["n"] for one in rows.where(name="x")] == [1, 4]


def test_the_columns_of_the_chosen_rows_are_a_table(rows: Rows[dict[str, object]]) -> None:
    assert rows.where(name="x").table("n").to_pydict() == {"n": [1, 4]}
    assert rows.table().num_columns == len(rows.columns) == 2


def test_an_unknown_column_is_an_error(rows: Rows[dict[str, object]]) -> None:
    with pytest.raises(KeyError):
        rows.where(nothing=1)


def test_a_place_behind_the_end_is_an_error(rows: Rows[dict[str, object]]) -> None:
    with pytest.raises(IndexError):
        rows[4]
