"""The lists of the page Lanes: which pairs or items a view names, and the links that lead there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow.compute as pc

from app.asked import scores_of
from app.compared import Basis, Cell, Compared
from app.components.elements import Node, el
from app.components.figures import score_name
from app.components.words import value_text
from app.figures.histograms import is_in_bin
from app.figures.reward_grid import is_in_cell
from app.library import Opened
from app.state import View, link
from scoring.audit.filter import decode_value
from scoring.stats.comparison import Comparison, Pairs, Singles
from scoring.stats.rows import Cause

Mask = npt.NDArray[np.bool_]

CELL_TITLES: Final[dict[Cell, str]] = {
    "both_correct": "Both correct",
    "only_a_correct": "Lost: only A correct",
    "only_b_correct": "Won: only B correct",
    "neither_correct": "Neither correct",
    "not_compared": "Not compared: no verdict in one lane",
    "churn": "Wrong in both, with different answers",
    "flipped": "Won or lost",
    "pairs": "Pairs",
    "only_a": "Only in lane A",
    "only_b": "Only in lane B",
    "duplicates_a": "Keys not unique, lane A",
    "duplicates_b": "Keys not unique, lane B",
    "different_questions": "The question differs",
    "target": "The target differs",
    "options": "The options differ",
    "prompt": "The prompt differs",
    "images": "The images differ",
    "unscorable": "Cannot be scored in a lane",
    "not_recorded": "No recorded verdict in a lane",
}
"""Headings of every list that the page can show."""
CAUSE_WORDS: Final[dict[Cause, str]] = {
    "unscored": "no verdict in a lane",
    "other_target": "another target",
    "answer_changed": "answer changed",
    "other_score": "other score",
    "other_extraction": "other source or rule",
    "other_recorded": "other recorded verdict",
    "same": "no difference",
}
"""Causes as they stand in a table."""

BY_VERDICT: Final[frozenset[Cell]] = frozenset(
    {
        "both_correct",
        "only_a_correct",
        "only_b_correct",
        "neither_correct",
        "not_compared",
        "churn",
        "flipped",
    }
)
"""Lists that depend on whose verdicts are meant."""
_SINGLES: Final = ("only_a", "only_b", "duplicates_a", "duplicates_b")
_SPOTS: Final = {"won": "B scores higher", "lost": "A scores higher", "tied": "both score the same"}


def first_cell(comparison: Comparison) -> Cell:
    """Return the list that is shown unasked: won or lost items, whichever are more, else every pair."""
    flips = comparison.rescored_flips
    cell: Cell = (
        "only_a_correct" if len(flips.only_a_correct) > len(flips.only_b_correct) else "only_b_correct"
    )
    return cell if getattr(flips, cell) else "pairs"


def members(comparison: Comparison, view: View, a: Opened, b: Opened) -> Pairs | Singles:
    """Return the pairs or single items that the view lists, in the order of lane A."""
    cell = view.cell or first_cell(comparison)
    if cell in _SINGLES:
        singles: Singles = getattr(comparison, cell)
        return singles
    return _restricted(comparison, _pairs(comparison, cell, view.basis), view.compared, a, b)


def to_list(
    view: View,
    words: str,
    *,
    cell: Cell,
    basis: Basis | None = None,
    title: str = "",
    cls: str = "",
    **of: str | None,
) -> Node:
    """Return the link to a list.

    Args:
        of: fields of `Compared` that the list is restricted by: `cause`, `part`, `group`, `spot`.
    """
    href = list_href(view, cell=cell, basis=basis, **of)
    keep = ":".join(("list", cell, basis or view.basis, *(f"{k}={v}" for k, v in of.items())))
    return el("a", words, href=href, keep=keep, title=title or f"List: {CELL_TITLES[cell]}", cls=cls)


def list_href(view: View, *, cell: Cell, basis: Basis | None = None, **of: str | None) -> str:
    """Return the address of a list; see `to_list`."""
    fields = {"cause": None, "part": None, "group": None, "spot": None} | of
    compared = replace(view.compared, **fields)  # type: ignore[arg-type]  # fields of its own
    target = replace(view, cell=cell, basis=basis or view.basis, compared=compared, item=None, ordinal=None)
    return link(replace(target, start=0))


def restrictions(view: View) -> Iterator[tuple[str, str]]:
    """Yield (what the list is restricted to, the address without it)."""
    compared = view.compared
    told = {
        "group": "" if compared.group is None else value_text("category", compared.group),
        "cause": CAUSE_WORDS[compared.cause] if compared.cause else "",
        "part": f"moves the part of the {compared.part}" if compared.part else "",
        "spot": _spot_words(compared),
    }
    for name, words in told.items():
        if words:
            left = replace(compared, **{name: None})  # type: ignore[arg-type]  # every one may be None
            yield words, link(replace(view, compared=left, item=None, ordinal=None, start=0))


def _pairs(comparison: Comparison, cell: Cell, basis: Basis) -> Pairs:
    if cell == "pairs":
        return comparison.pairs
    if cell == "different_questions":
        return comparison.different_questions
    if cell in BY_VERDICT:
        flips = comparison.recorded_flips if basis == "recorded" else comparison.rescored_flips
        if cell == "flipped":
            cells = comparison.pairs.table(f"{basis}_cell")[f"{basis}_cell"]
            either = pc.or_(pc.equal(cells, "only_a_correct"), pc.equal(cells, "only_b_correct"))
            return comparison.pairs.only(either.to_numpy())
        found: Pairs = getattr(flips, cell)
        return found
    reason = next((one for one in comparison.comparability.reasons if one.kind == cell), None)
    nothing = comparison.pairs.only(np.zeros(len(comparison.pairs), dtype=bool))
    listed: Pairs = nothing if reason is None or reason.items is None else reason.items  # type: ignore[assignment]  # of pairs
    return listed


def _restricted(comparison: Comparison, pairs: Pairs, by: Compared, a: Opened, b: Opened) -> Pairs:
    if by.cause is not None:
        pairs = pairs.where(cause=by.cause)
    if by.group is not None:
        pairs = pairs.where(category=decode_value(by.group))
    if by.part is not None:
        pairs = pairs.only(comparison.pairs.table(by.part)[by.part].to_numpy() != 0)
    if by.spot is not None:
        pairs = pairs.only(_is_at_spot(comparison, by, a, b))
    return pairs


def pair_scores(
    comparison: Comparison, name: str, a: Opened, b: Opened
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return one score of every pair in lane A and in lane B; NaN where there is none."""
    places = comparison.pairs.table("a", "b")
    return scores_of(a, name)[places["a"].to_numpy()], scores_of(b, name)[places["b"].to_numpy()]


def drawn_score(comparison: Comparison, compared: Compared) -> str | None:
    """Return the score that is drawn: the chosen one, else the main one, else the first; None for none."""
    names = [one.name for one in comparison.scores]
    return next((name for name in (compared.score, "score", *names) if name in names), None)


def _is_at_spot(comparison: Comparison, by: Compared, a: Opened, b: Opened) -> Mask:
    name, spot = drawn_score(comparison, by), by.spot or ""
    if name is None:
        return np.zeros(len(comparison.pairs), dtype=bool)
    left, right = pair_scores(comparison, name, a, b)
    difference = right - left
    contrast = next(one for one in comparison.scores if one.name == name)
    if spot in _SPOTS:
        found: Mask = {"won": difference > 0, "lost": difference < 0, "tied": difference == 0}[spot]
        return found
    if spot[0] == "g":
        column, _, row = spot[1:].partition(".")
        return is_in_cell(left, right, int(column), int(row))
    known = ~np.isnan(difference)
    histogram, values = {
        "a": (contrast.distribution_a, left),
        "b": (contrast.distribution_b, right),
        "d": (contrast.differences, difference),
    }[spot[0]]
    return known & is_in_bin(histogram, values, int(spot[1:]))


def _spot_words(compared: Compared) -> str:
    if compared.spot is None:
        return ""
    words = _SPOTS.get(compared.spot, "at the chosen place of the drawing")
    return f"{score_name(compared.score)}: {words}" if compared.score else words
