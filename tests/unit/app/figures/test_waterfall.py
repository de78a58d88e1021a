import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.figures.waterfall import build_waterfall
from scoring.stats.attribution import Credits, attribute
from scoring.stats.comparison import Comparison

CREDITS = st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans(), st.booleans()), max_size=30)


def test_the_sample_goes_from_184_up_by_13_and_down_by_9_to_188(comparison: Comparison) -> None:
    bars = build_waterfall(comparison.attribution).bars
    assert [(bar.kind, bar.n, bar.level) for bar in bars] == [
        ("total", 184, 184),
        ("model", 13, 197),
        ("scorer", -9, 188),
        ("total", 188, 188),
    ]
    assert all(bar.is_cut for bar in bars if bar.kind == "total")


def test_totals_start_at_0_where_the_parts_are_seen_all_the_same() -> None:
    a, b = np.zeros(40, dtype=bool), np.zeros(40, dtype=bool)
    a[:12], b[:26] = True, True
    found = attribute(
        recorded=Credits(a, b),
        rescored=Credits(a, b),
        judged=Credits(*np.ones((2, 40), dtype=bool)),
        causes=np.zeros(40, dtype=np.int64),
    )
    start, *_, end = build_waterfall(found).bars
    assert not any(bar.is_cut for bar in (start, end))
    assert (1 - start.top, 1 - end.top) == pytest.approx((12 / 26, 1))


@given(CREDITS)
def test_each_bar_begins_where_the_one_before_it_ended(credit: list[tuple[bool, ...]]) -> None:
    columns = np.array(credit, dtype=bool).reshape(-1, 4).T
    found = attribute(
        recorded=Credits(columns[0], columns[1]),
        rescored=Credits(columns[2], columns[3]),
        judged=Credits(*np.ones((2, columns.shape[1]), dtype=bool)),
        causes=np.zeros(columns.shape[1], dtype=np.int64),
    )
    start, model, scorer, end = build_waterfall(found).bars
    assert start.top == pytest.approx(model.bottom if model.n > 0 else model.top)
    after_model = model.top if model.n > 0 else model.bottom
    assert after_model == pytest.approx(scorer.bottom if scorer.n > 0 else scorer.top)
    assert (scorer.top if scorer.n > 0 else scorer.bottom) == pytest.approx(end.top)


@given(CREDITS)
def test_everything_stands_inside_the_picture(credit: list[tuple[bool, ...]]) -> None:
    columns = np.array(credit, dtype=bool).reshape(-1, 4).T
    found = attribute(
        recorded=Credits(columns[0], columns[1]),
        rescored=Credits(columns[2], columns[3]),
        judged=Credits(*np.ones((2, columns.shape[1]), dtype=bool)),
        causes=np.zeros(columns.shape[1], dtype=np.int64),
    )
    for bar in build_waterfall(found).bars:
        assert -1e-9 <= bar.top <= bar.bottom <= 1 + 1e-9
