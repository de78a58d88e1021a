import numpy as np
import pyarrow as pa
import pytest

from scoring.stats.pairing import Matched, match_rows


def rows(*keys: tuple[str | None, str, int]) -> pa.Table:
    tasks, ids, attempts = zip(*keys, strict=True) if keys else ((), (), ())
    return pa.table(
        {
            "task": pa.array(tasks, pa.string()),
            "item_id": pa.array(ids, pa.string()),
            "attempt": pa.array(attempts, pa.int32()),
        }
    )


def as_lists(matched: Matched) -> dict[str, list[int]]:
    return {name: some.tolist() for name, some in matched._asdict().items()}


def test_rows_are_paired_by_task_id_and_attempt_in_the_order_of_a() -> None:
    a = rows((None, "x", 0), ("t", "x", 0), (None, "y", 1), (None, "y", 0))
    b = rows((None, "y", 1), (None, "x", 0), ("t", "x", 0), ("u", "x", 0))
    assert as_lists(match_rows(a, b)) == {
        "a": [0, 1, 2],
        "b": [1, 2, 0],
        "only_a": [3],
        "only_b": [3],
        "duplicates_a": [],
        "duplicates_b": [],
    }


def test_a_key_that_is_not_unique_in_a_lane_is_paired_with_nothing() -> None:
    a = rows((None, "x", 0), (None, "y", 0), (None, "x", 0), (None, "z", 0), (None, "z", 0))
    b = rows((None, "x", 0), (None, "y", 0), (None, "v", 0), (None, "v", 0))
    found = as_lists(match_rows(a, b))
    assert (found["a"], found["b"]) == ([1], [1])
    assert (found["duplicates_a"], found["duplicates_b"]) == ([0, 2, 3, 4], [0, 2, 3])
    assert found["only_a"] == found["only_b"] == []


@pytest.mark.parametrize("seed", range(3))
def test_every_row_has_exactly_one_place(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = (
        rows(*((rng.choice([None, "t"]), str(rng.integers(30)), int(rng.integers(2))) for _ in range(40)))
        for _ in range(2)
    )
    found = match_rows(a, b)
    for placed in ((found.a, found.only_a, found.duplicates_a), (found.b, found.only_b, found.duplicates_b)):
        assert sorted(np.concatenate(placed).tolist()) == list(range(40))


def test_an_empty_lane_has_no_pairs() -> None:
    assert as_lists(match_rows(rows(), rows((None, "x", 0))))["only_b"] == [0]
