"""Ten times the items take no more than fifteen times the time to compare."""

import time
from collections.abc import Callable

import numpy as np
import pyarrow as pa

from scoring.stats.contrasts import Extras, contrast_groups
from scoring.stats.pair_table import Basis, cells_of
from scoring.stats.pairing import match_rows
from scoring.stats.score_contrasts import Resampling, contrast_score


def best(work: Callable[[], object], times: int = 3) -> float:
    seconds = []
    for _ in range(times):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def keys(n: int, seed: int) -> pa.Table:
    ids = np.random.default_rng(seed).permutation(n).astype(str)
    return pa.table(
        {"task": pa.nulls(n, pa.string()), "item_id": ids, "attempt": pa.array(np.zeros(n, dtype=np.int32))}
    )


def test_pairing_grows_with_the_items() -> None:
    small, large = (best(lambda n=n: match_rows(keys(n, 0), keys(n, 1))) for n in (20_000, 200_000))
    assert large < 15 * small


def test_counting_grows_with_the_pairs() -> None:
    def work(n: int) -> Callable[[], object]:
        rng = np.random.default_rng(0)
        a, b = (rng.integers(-1, 4, n).astype(np.int8) for _ in range(2))
        basis = Basis(a, b, cells_of(a, b), a != b)
        groups = rng.integers(0, 14, n)
        return lambda: contrast_groups(basis, groups, 14, of="pairs", extras=Extras())

    small, large = (best(work(n)) for n in (100_000, 1_000_000))
    assert large < 15 * small


def test_categories_are_tested_all_at_once() -> None:
    def work(n_groups: int) -> Callable[[], object]:
        rng = np.random.default_rng(0)
        a, b = (rng.integers(0, 2, 100_000).astype(np.int8) for _ in range(2))
        basis = Basis(a, b, cells_of(a, b), a != b)
        groups = rng.integers(0, n_groups, 100_000)
        return lambda: contrast_groups(basis, groups, n_groups, of="pairs", extras=Extras())

    small, large = (best(work(n)) for n in (1_000, 10_000))
    assert large < 15 * small


def test_rewards_grow_no_faster_than_the_pairs() -> None:
    def work(n: int) -> Callable[[], object]:
        a, b = np.random.default_rng(0).random((2, n))
        return lambda: contrast_score("score", a, b, Resampling(0))

    small, large = (best(work(n)) for n in (5_000, 50_000))
    assert large < 15 * small
