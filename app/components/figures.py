"""Figures with their intervals as they read on the screen: no number without its sample and method."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.components.elements import Node, el
from app.components.words import signed, value_text
from scoring.stats.comparison import Comparison, PairedContrast
from scoring.stats.estimates import Estimate, PValue
from scoring.stats.scores import ScoreContrast

_SMALLEST_P = 0.0001
SIGNIFICANT = 0.05


def range_text(one: Estimate, digits: int = 2) -> str:
    """Return the interval of a difference, `+1.43 … +11.02`; empty where there is none."""
    if one.low is None or one.high is None:
        return ""
    return f"{signed(one.low, digits)} … {signed(one.high, digits)}"


def share_range_text(one: Estimate) -> str:
    """Return the interval of a share as `82.5 … 91.4 %`; empty where there is none."""
    if one.low is None or one.high is None:
        return ""
    return f"{one.low * 100:.1f} … {one.high * 100:.1f} %"


def p_text(p: float | None) -> str:
    """Return a p-value with four decimals, or as below the least that is written; a dash for none."""
    if p is None:
        return "–"
    return f"< {_SMALLEST_P}" if p < _SMALLEST_P else f"{p:.4f}"


def told(one: Estimate | PValue) -> str:
    """Return how a figure was made: method, sample, what was counted, and why to be careful."""
    words = f"{one.method}; n {one.n:,} {one.of}"
    return f"{words}. Caution: {one.caution}" if one.caution else words


def caution_sign(*figures: Estimate | PValue) -> Node | None:
    """Return the sign beside a figure that deserves less trust, which says why; None where none does."""
    why = "; ".join(dict.fromkeys(one.caution for one in figures if one.caution))
    return el("span", "!", cls="caution", title=why, label=f"caution: {why}", role="img") if why else None


def cautions(comparison: Comparison) -> list[str]:
    """Return every caution of the figures on the page once, with the figures that it is about."""
    where: dict[str, list[str]] = {}
    for name, one in _named(comparison):
        if one.caution:
            where.setdefault(one.caution, []).append(name)
    return [f"{_listed(names)}: {caution}." for caution, names in where.items()]


def methods(figures: Iterable[Estimate | PValue]) -> str:
    """Return the names of the methods behind the figures, each once."""
    return " · ".join(dict.fromkeys(one.method for one in figures))


def score_groups(comparison: Comparison) -> list[tuple[ScoreContrast, tuple[str, ...]]]:
    """Return every score once, with the names of all that have the same figures, itself first."""
    groups: dict[tuple[object, ...], tuple[ScoreContrast, list[str]]] = {}
    for one in comparison.scores:
        means = (one.mean_a.value, one.mean_b.value, one.difference.value, one.test.p)
        drawn = (one.distribution_a, one.distribution_b, one.differences)
        key = (one.n, one.wins, one.losses, one.ties, *means, *drawn)
        groups.setdefault(key, (one, []))[1].append(one.name)
    return [(one, tuple(names)) for one, names in groups.values()]


def score_names(names: Iterable[str]) -> str:
    """Return the names of scores that are the same numbers: `score = task reward`."""
    return " = ".join(score_name(name) for name in names)


def score_name(name: str) -> str:
    """Return the name of a score as it reads: `annotation reward`."""
    return {"score": "score", "recorded_score": "recorded score"}.get(name, name.replace("_", " "))


def contrast_figures(one: PairedContrast) -> tuple[Estimate | PValue, ...]:
    """Return the figures of one scorer on the pairs."""
    return (one.accuracy_a, one.accuracy_b, one.diff_pp, one.mcnemar)


def score_figures(one: ScoreContrast) -> tuple[Estimate | PValue, ...]:
    """Return the figures of one score on the pairs."""
    return (one.mean_a, one.mean_b, one.difference, one.test)


def _named(comparison: Comparison) -> Iterator[tuple[str, Estimate | PValue]]:
    for basis, contrast in (("rescored", comparison.rescored), ("recorded", comparison.recorded)):
        for side, figure in (("A", contrast.accuracy_a), ("B", contrast.accuracy_b)):
            yield f"accuracy {side} {basis}", figure
        yield f"B − A {basis}", contrast.diff_pp
        yield f"p {basis}", contrast.mcnemar
        if contrast.clustered is not None:
            yield f"B − A {basis} by {contrast.clustered.by}", contrast.clustered.robust
            if contrast.clustered.bootstrap is not None:
                yield f"bootstrap {basis} by {contrast.clustered.by}", contrast.clustered.bootstrap
    for score, _ in score_groups(comparison):
        of_score: tuple[Estimate | PValue, ...] = (score.difference, score.test)
        yield from ((f"B − A {score_name(score.name)}", one) for one in of_score)
    for group in comparison.by_category:
        of_group: tuple[Estimate | PValue, ...] = (group.rescored.diff_pp, group.rescored.mcnemar)
        yield from ((f"category {value_text('category', group.value)}", one) for one in of_group)


def _listed(names: list[str]) -> str:
    unique = list(dict.fromkeys(names))
    first = ", ".join(name if len(name) <= 40 else f"{name[:39]}…" for name in unique[:3])  # noqa: PLR2004
    left = len(unique) - 3
    sentence = f"{first} and {left:,} more" if left > 0 else first
    return sentence[:1].upper() + sentence[1:]
