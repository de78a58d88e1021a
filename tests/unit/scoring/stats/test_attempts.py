from itertools import combinations

import numpy as np
import pyarrow as pa
import pytest

from scoring.stats.attempts import count_attempts, item_codes, pass_at_k, summarise_attempts

VERDICTS = {
    "x": ["correct", "incorrect", "incorrect"],
    "y": ["correct", "correct", "no_answer"],
    "z": ["unscorable", "incorrect", "correct"],
}


def rows(verdicts: dict[str, list[str]]) -> pa.Table:
    flat = [(name, at, one) for name, some in verdicts.items() for at, one in enumerate(some)]
    return pa.table(
        {
            "task": pa.array([None] * len(flat), pa.string()),
            "item_id": pa.array([name for name, _, _ in flat], pa.string()),
            "attempt": pa.array([at for _, at, _ in flat], pa.int32()),
            "verdict": pa.array([one for _, _, one in flat], pa.string()),
        }
    )


def test_pass_at_k_is_the_share_of_choices_with_a_right_attempt() -> None:
    for n in range(1, 7):
        for c in range(n + 1):
            for k in range(1, n + 1):
                choices = list(combinations([True] * c + [False] * (n - c), k))
                expected = np.mean([any(choice) for choice in choices])
                assert pass_at_k(np.array([n]), np.array([c]), k)[0] == pytest.approx(expected)


def test_many_attempts_do_not_overflow() -> None:
    assert pass_at_k(np.array([10_000]), np.array([1]), 100)[0] == pytest.approx(0.01)


def test_mean_and_spread_of_several_attempts() -> None:
    found = summarise_attempts(rows(VERDICTS))
    assert found is not None
    assert (found.n_items, found.n_scored, found.fewest, found.most) == (3, 8, 2, 3)
    assert found.mean.value == pytest.approx((1 / 3 + 2 / 3 + 1 / 2) / 3)
    assert found.by_attempt == ((0, 1.0), (1, pytest.approx(1 / 3)), (2, pytest.approx(1 / 3)))
    assert found.spread == pytest.approx(np.std([1, 1 / 3, 1 / 3], ddof=1))
    assert found.within == pytest.approx(
        np.mean([np.std(one, ddof=1) for one in ([1, 0, 0], [1, 1, 0], [0, 1])])
    )


def test_items_with_too_few_attempts_are_left_out_and_counted() -> None:
    found = summarise_attempts(rows(VERDICTS))
    assert found is not None
    assert [(one.k, one.n) for one in found.pass_at_k] == [(1, 3), (2, 3), (3, 2)]
    assert found.pass_at_k[0].value == found.mean.value
    assert found.pass_at_k[2].value == 1.0


def test_one_attempt_each_needs_no_summary() -> None:
    assert summarise_attempts(rows({"x": ["correct"], "y": ["incorrect"]})) is None
    assert summarise_attempts(rows({"x": ["unscorable", "unscorable"]})) is None
    assert summarise_attempts(rows({})) is None


def test_the_same_id_in_another_task_is_another_item() -> None:
    table = pa.table({"task": ["t", "u", "t", None], "item_id": ["x", "x", "x", "x"]})
    codes = item_codes(table)
    assert codes[0] == codes[2]
    assert len(set(codes.tolist())) == 3


def test_a_key_that_occurs_twice_is_one_attempt() -> None:
    table = pa.table({"task": ["t"] * 4, "item_id": ["x", "x", "x", "y"], "attempt": [0, 0, 1, 0]})
    assert sorted(count_attempts(table).tolist()) == [1, 2]
