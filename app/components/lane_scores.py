"""Soft scores of both lanes: A against B as a grid, and their distributions; every mark lists its pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from app.components.elements import Node, el
from app.components.figures import caution_sign, p_text, range_text, score_groups, score_names
from app.components.lane_lists import drawn_score, list_href, pair_scores, to_list
from app.components.words import plural, signed
from app.figures.histograms import Bin, DifferenceBin, build_difference_histogram, build_histograms
from app.figures.reward_grid import N_CELLS, GridCell, RewardGrid, build_reward_grid
from app.library import Opened
from app.state import View, link
from scoring.stats.comparison import Comparison
from scoring.stats.scores import Histogram, ScoreContrast

_THOUSAND: Final = 1_000
_TEN_THOUSAND: Final = 9_950


def scores(view: View, comparison: Comparison, a: Opened, b: Opened) -> Node | None:
    """Return the drawing of one score, and the choice of another; None where every score is a verdict."""
    name = drawn_score(comparison, view.compared)
    if name is None:
        return None
    contrast = next(one for one in comparison.scores if one.name == name)
    drawn = replace(view, compared=replace(view.compared, score=name))
    grid = build_reward_grid(*pair_scores(comparison, name, a, b))
    return el(
        "section",
        el("h3", f"{_names(comparison, name)}, A against B"),
        _choice(view, comparison, name),
        el("p", *_summary(drawn, contrast), cls="wrap"),
        el("div", _grid(drawn, grid), el("div", *_histograms(drawn, contrast), cls="bars"), cls="scored"),
        cls="card full",
    )


def _names(comparison: Comparison, name: str) -> str:
    return score_names(next(names for _, names in score_groups(comparison) if name in names))


def _choice(view: View, comparison: Comparison, chosen: str) -> Node | None:
    groups = score_groups(comparison)
    if len(groups) < 2:  # noqa: PLR2004 - nothing to choose
        return None
    chips = (
        el(
            "a",
            score_names(names),
            href=link(replace(view, compared=replace(view.compared, score=one.name, spot=None))),
            pressed=chosen in names,
            keep=f"score:{one.name}",
            cls="pick",
        )
        for one, names in groups
    )
    return el("p", *chips, cls="picks")


def _summary(view: View, one: ScoreContrast) -> Iterator[Node | str | None]:
    value = "–" if one.difference.value is None else signed(one.difference.value, 4)
    yield el("span", f"B − A {value}", cls="strong")
    yield f" ({range_text(one.difference, 4)}, p {p_text(one.test.p)}) "
    yield caution_sign(one.difference, one.test)
    yield f" over {plural(one.n, 'pair')}: "
    words = (("won", one.wins, "B higher"), ("lost", one.losses, "A higher"), ("tied", one.ties, "the same"))
    for at, (spot, n, what) in enumerate(words):
        yield ", " if at else ""
        yield to_list(view, f"{n:,} {what}", cell="pairs", spot=spot, cls="link") if n else f"0 {what}"
    yield "."


def _grid(view: View, grid: RewardGrid) -> Node:
    cells = (_cell(view, grid, cell) for cell in grid.cells)
    label = f"Grid of {plural(grid.n, 'pair')}: A to the right, B upwards, from {grid.low:g} to {grid.high:g}"
    return el(
        "div",
        el("div", el("span", cls="diagonal"), *cells, cls="grid", role="group", label=label),
        el("p", el("span", f"{grid.low:g}"), el("span", "A →"), el("span", f"{grid.high:g}"), cls="ends"),
        el("p", "B upwards. Above the diagonal B scores higher; the darker, the more pairs.", cls="hint"),
        cls="gridbox",
    )


def _cell(view: View, grid: RewardGrid, cell: GridCell) -> Node:
    width = (grid.high - grid.low) / N_CELLS
    a, b = grid.low + cell.column * width, grid.low + cell.row * width
    words = f"A {a:.2f} to {a + width:.2f}, B {b:.2f} to {b + width:.2f}: {plural(cell.n, 'pair')}"
    colour = {1: "gain", -1: "loss", 0: "same"}[cell.ahead]
    return el(
        "a",
        cls=f"spot {colour}",
        band=f"{cell.column} {cell.row} {cell.weight:.3f}",
        href=list_href(view, cell="pairs", spot=f"g{cell.column}.{cell.row}"),
        label=words,
        title=words,
        # Hundreds of marks are no places to stop at; counts and bars beside them lead to the same pairs.
        skip=True,
    )


def _histograms(view: View, one: ScoreContrast) -> Iterator[Node]:
    bins = build_histograms(one)
    for side, words, mean in (("a", "Lane A", one.mean_a), ("b", "Lane B", one.mean_b)):
        bars = [_bar(view, side, at, found) for at, found in enumerate(bins)]
        told = "" if mean.value is None else f", mean {mean.value:.3f}"
        yield el("p", f"{words}{told}: pairs by score", cls="hint")
        yield el("div", *bars, cls="histogram", role="group", label=f"Distribution, {words}")
    yield _ends([f"{edge:g}" for edge in _three(one.distribution_a)])
    differences = [_difference(view, at, found) for at, found in enumerate(build_difference_histogram(one))]
    yield el("p", "B − A: pairs by difference", cls="hint apart")
    yield el("div", *differences, cls="histogram", role="group", label="Distribution of B minus A")
    yield _ends([_tick(edge) for edge in _three(one.differences)])


def _three(histogram: Histogram) -> tuple[float, float, float]:
    """Return the ends of an axis and its middle."""
    low, high = histogram.edges[0], histogram.edges[-1]
    return low, (low + high) / 2, high


def _tick(value: float) -> str:
    return f"{value:+g}".replace("-", "−") if value else "0"


def _ends(words: Sequence[str]) -> Node:
    return el("p", *(el("span", end) for end in words), cls="ends")


def _bar(view: View, side: str, at: int, one: Bin) -> Node:
    n, height = (one.n_a, one.height_a) if side == "a" else (one.n_b, one.height_b)
    words = f"{one.low:.2f} to {one.high:.2f}: {plural(n, 'pair')}"
    return _column(view, f"{side}{at}", words, "same", height=height, n=n)


def _difference(view: View, at: int, one: DifferenceBin) -> Node:
    words = f"{signed(one.low, 2)} to {signed(one.high, 2)}: {plural(one.n, 'pair')}"
    colour = {1: "gain", -1: "loss", 0: "same"}[one.sign]
    return _column(view, f"d{at}", words, colour, height=one.height, n=one.n)


def _column(view: View, spot: str, words: str, colour: str, *, height: float, n: int) -> Node:
    """Return one bar; a bin without pairs leads nowhere."""
    if height == 0:
        return el("span", cls="bin blank")
    inside = (
        el("span", cls="column", band=f"{height:.4f}"),
        el("span", _brief(n), cls="n", band=f"{height:.4f}"),
    )
    href = list_href(view, cell="pairs", spot=spot)
    return el("a", *inside, cls=f"bin {colour}", href=href, label=words, title=words, keep=f"bin:{spot}")


def _brief(n: int) -> str:
    """Return a count that fits above a bar: `948`, `1.2k`, `12k`."""
    if n < _THOUSAND:
        return str(n)
    return f"{n / _THOUSAND:.1f}k" if n < _TEN_THOUSAND else f"{n / _THOUSAND:.0f}k"
