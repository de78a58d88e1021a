import pytest

from app.figures.forest import Forest, build_forest
from scoring.stats.comparison import Comparison


@pytest.fixture
def forest(comparison: Comparison) -> Forest:
    return build_forest(comparison.by_category, recorded=comparison.recorded, rescored=comparison.rescored)


def test_all_pairs_come_first_and_then_each_category(forest: Forest, comparison: Comparison) -> None:
    assert [row.value for row in forest.rows] == [None, *(one.value for one in comparison.by_category)]
    assert [row.n for row in forest.rows] == [210, *(one.rescored.n for one in comparison.by_category)]


def test_the_numbers_are_those_of_the_comparison(forest: Forest, comparison: Comparison) -> None:
    everything, first, *_ = forest.rows
    assert everything.diff_pp == comparison.rescored.difference_pp
    assert everything.recorded_pp == comparison.recorded.difference_pp
    assert everything.p == comparison.rescored.mcnemar.p
    assert first.p == comparison.by_category[0].rescored.mcnemar.adjusted
    assert first.caution == comparison.by_category[0].rescored.diff_pp.caution


def test_marks_stand_in_the_order_of_their_values(forest: Forest) -> None:
    for row in forest.rows:
        assert row.start < row.dot < row.end
        assert (row.dot > forest.zero) == (row.diff_pp > 0)
        assert (row.start > forest.zero) == (row.low_pp > 0)


def test_one_axis_serves_all_lines(forest: Forest) -> None:
    places = sorted((row.diff_pp, row.dot) for row in forest.rows)
    assert [dot for _, dot in places] == sorted(dot for _, dot in places)
    assert (0.0, forest.zero) in forest.ticks


def test_a_category_without_a_compared_pair_has_no_marks(comparison: Comparison) -> None:
    from dataclasses import replace

    from scoring.audit.summary import Tally

    none = replace(comparison.rescored.diff_pp, value=None, low=None, high=None, n=0)
    empty = replace(comparison.rescored, a=Tally(), b=Tally(), diff_pp=none)
    category = replace(comparison.by_category[0], recorded=empty, rescored=empty)
    row = build_forest([category], recorded=comparison.recorded, rescored=comparison.rescored).rows[1]
    assert (row.dot, row.start, row.end, row.ring) == (None, None, None, None)
