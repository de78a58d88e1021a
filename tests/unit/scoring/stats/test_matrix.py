import pytest

from scoring.errors import ComparisonError
from scoring.stats.compare import compare_lanes
from scoring.stats.matrix import compare_many
from scoring.stats.multiplicity import adjust_false_discovery


@pytest.fixture
def lanes(answers):
    return [
        answers("AAAABBBBAA" * 4, "low"),
        answers("AAAAAABBAA" * 4, "high"),
        answers("ABABAB-BAA" * 4, "third"),
    ]


def test_every_cell_is_the_comparison_of_its_two_lanes(lanes) -> None:
    matrix = compare_many(lanes)
    assert [(cell.a, cell.b) for cell in matrix.cells] == [(0, 1), (0, 2), (1, 2)]
    for cell in matrix.cells:
        alone = compare_lanes(lanes[cell.a], lanes[cell.b])
        assert cell.diff_pp == alone.rescored.diff_pp
        assert cell.mcnemar.p == alone.rescored.mcnemar.p
        assert (cell.a_only, cell.b_only) == (alone.rescored.a_only, alone.rescored.b_only)
        assert cell.recorded_pp == alone.recorded.difference_pp


def test_the_cells_are_one_family_of_tests(lanes) -> None:
    cells = compare_many(lanes).cells
    assert [cell.mcnemar.adjusted for cell in cells] == adjust_false_discovery([c.mcnemar.p for c in cells])


def test_lanes_have_a_name_and_their_own_accuracy(lanes) -> None:
    low, *_ = compare_many([*lanes[:1], *lanes]).lanes
    assert (low.name, low.n_items, low.accuracy.value, low.recorded.value) == ("low", 40, 0.6, 1.0)
    assert low.accuracy.method == "Wilson score interval"


def test_lanes_without_a_common_item_have_an_empty_cell(answers, choice, lane) -> None:
    (cell,) = compare_many([answers("AB"), lane([choice("other", "FINAL: A")])]).cells
    assert (cell.diff_pp.n, cell.diff_pp.value, cell.mcnemar.p, cell.recorded_pp) == (0, None, None, None)


def test_another_question_is_counted(answers, choice, lane) -> None:
    other = lane([choice("0", "FINAL: A", prompt="Which?"), choice("1", "FINAL: A")])
    (cell,) = compare_many([answers("AA"), other]).cells
    assert cell.different_questions == 1


def test_one_lane_is_no_matrix(answers) -> None:
    with pytest.raises(ComparisonError, match="at least two lanes, got 1"):
        compare_many([answers("A")])
