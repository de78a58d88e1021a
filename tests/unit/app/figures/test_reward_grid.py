import numpy as np

from app.figures.reward_grid import N_CELLS, build_reward_grid

RNG = np.random.default_rng(0)


def test_every_item_stands_in_one_cell() -> None:
    a, b = RNG.random(5000), RNG.random(5000)
    grid = build_reward_grid(a, b)
    assert sum(cell.n for cell in grid.cells) == grid.n == 5000
    assert len(grid.cells) <= N_CELLS**2
    assert max(cell.weight for cell in grid.cells) == 1.0


def test_a_cell_knows_its_items() -> None:
    a, b = np.array([0.1, np.nan, 0.9, 0.1]), np.array([0.9, 0.5, 0.1, 0.9])
    lower, upper = build_reward_grid(a, b).cells
    assert (lower.places, lower.ahead, lower.n) == ((2,), -1, 1)
    assert (upper.places, upper.ahead, upper.n) == ((0, 3), 1, 2)
    assert (upper.column, upper.row) == (2, 22)


def test_equal_scores_stand_on_the_diagonal_and_1_is_inside() -> None:
    grid = build_reward_grid(np.array([0.0, 1.0]), np.array([0.0, 1.0]))
    assert [(cell.column, cell.row, cell.ahead) for cell in grid.cells] == [(0, 0, 0), (24, 24, 0)]


def test_values_outside_widen_the_scale() -> None:
    grid = build_reward_grid(np.array([-1.0, 2.0]), np.array([0.5, 0.5]))
    assert (grid.low, grid.high) == (-1.0, 2.0)


def test_nothing_to_draw_is_an_empty_grid() -> None:
    assert build_reward_grid(np.array([]), np.array([])).cells == ()
