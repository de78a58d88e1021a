"""The figures of a lane comparison: accuracy, categories, scores, and where the difference comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from scoring.report.blocks import Block, Cell, Chart, Table, Value, note, sentence
from scoring.report.charts import Range, draw_ranges
from scoring.report.conclusion import name_category
from scoring.report.estimates import (
    Notes,
    format_mean,
    format_p,
    format_points,
    format_range,
    format_share,
)
from scoring.report.rates import count, format_accuracy
from scoring.stats.attribution import CAUSES, Attribution
from scoring.stats.comparison import CategoryContrast, Comparison, PairedContrast
from scoring.stats.scores import ScoreContrast

N_CATEGORIES: Final = 40
"""Categories in the table, largest first."""
N_LINES: Final = 20
"""Lines of the forest plot."""


def describe_accuracy(comparison: Comparison, notes: Notes) -> Iterator[Block]:
    """Yield recorded and rescored accuracy of both lanes, over the pairs and over all items."""
    lines = (("recorded", comparison.recorded), ("rescored", comparison.rescored))
    yield Table(
        header=("", "pairs", "A", "95 %", "B", "95 %", "B − A", "95 % paired", "McNemar p"),
        rows=tuple(_contrast_row(name, one, notes) for name, one in lines),
        right=tuple(range(1, 9)),
        caption=f"Over the pairs with a verdict in both lanes: {'; '.join(_methods(comparison.rescored))}",
    )
    totals = (("recorded", comparison.all_recorded), ("rescored", comparison.all_rescored))
    yield Table(
        header=("", "A", "B", "B − A"),
        rows=tuple(
            (name, format_accuracy(one.a), format_accuracy(one.b), format_points(one.difference_pp))
            for name, one in totals
        ),
        right=(1, 2, 3),
        caption="Over all items of each lane",
    )
    rescored = comparison.rescored
    least = rescored.detectable_pp
    if least.value is not None:
        basis = "" if rescored.clustered is None else ", taken as independent"
        yield sentence(
            f"A sample like this (n {rescored.n:,}, {rescored.a_only + rescored.b_only:,} discordant pairs"
            f"{basis}) would show a difference of {least.value:.2f} pp with a power of 80 % ({least.method})."
        )
    if rescored.equivalence is not None:
        yield sentence(rescored.equivalence.statement)
    if rescored.clustered is not None:
        clustered = rescored.clustered
        yield sentence(
            f"With {count(clustered.n_clusters, 'cluster')} by {clustered.by} as the sample: "
            f"{format_points(clustered.robust.value)}, {format_range(clustered.robust, notes)} "
            f"({clustered.robust.method}), p {format_p(clustered.test, notes)} ({clustered.test.method})."
        )


def _methods(one: PairedContrast) -> list[str]:
    return [of.method for of in (one.accuracy_a, one.diff_pp, one.mcnemar)]


def _contrast_row(name: str, one: PairedContrast, notes: Notes) -> tuple[Cell, ...]:
    return (
        name,
        f"{one.n:,}",
        format_accuracy(one.a),
        format_share(one.accuracy_a, notes),
        format_accuracy(one.b),
        format_share(one.accuracy_b, notes),
        format_points(one.diff_pp.value),
        format_range(one.diff_pp, notes),
        format_p(one.mcnemar, notes),
    )


def describe_categories(groups: Sequence[CategoryContrast], notes: Notes) -> Iterator[Block]:
    """Yield a forest plot and a table of the categories; nothing where there is but one."""
    if len(groups) < 2:  # noqa: PLR2004 - one category is all items
        return
    shown = groups[:N_CATEGORIES]
    left_out = len(groups) - len(shown)
    lines = [
        Range(
            name_category(one.value),
            one.rescored.diff_pp.value,
            one.rescored.diff_pp.low,
            one.rescored.diff_pp.high,
            f"{one.rescored.n:,} pairs",
        )
        for one in groups[:N_LINES]
    ]
    cut = f" The largest {N_LINES} of {len(groups):,} categories." if len(groups) > N_LINES else ""
    yield Chart(
        svg=draw_ranges(lines, "Rescored difference by category"),
        caption=f"Rescored B − A by category in percentage points, with 95 % paired intervals.{cut}",
    )
    yield Table(
        header=(
            "category",
            "pairs",
            "recorded B − A",
            "rescored A",
            "rescored B",
            "B − A",
            "95 %",
            "p",
            "p adj.",
        ),
        rows=tuple(
            (
                name_category(one.value),
                f"{one.n:,}",
                format_points(one.recorded.difference_pp),
                format_accuracy(one.rescored.a),
                format_accuracy(one.rescored.b),
                format_points(one.rescored.diff_pp.value),
                format_range(one.rescored.diff_pp, notes),
                format_p(one.rescored.mcnemar, notes),
                format_p(one.rescored.mcnemar, notes, adjusted=True),
            )
            for one in shown
        ),
        right=tuple(range(1, 9)),
        caption="By category, as rescored: "
        f"{groups[0].rescored.diff_pp.method}; {groups[0].rescored.mcnemar.method}",
    )
    if left_out:
        yield note(
            f"{left_out:,} smaller categories are left out here; `lanescope compare --json` has them all."
        )


def describe_scores(scores: Sequence[ScoreContrast], notes: Notes) -> Iterator[Block]:
    """Yield rewards and other scores of the pairs; nothing where every score is a verdict."""
    if not scores:
        return
    yield Table(
        header=("score", "pairs", "mean A", "mean B", "B − A", "95 %", "p", "B higher", "A higher", "ties"),
        rows=tuple(
            (
                Value(text=one.name),
                f"{one.n:,}",
                format_mean(one.mean_a.value),
                format_mean(one.mean_b.value),
                format_mean(one.difference.value, sign="+"),
                format_range(one.difference, notes, digits=4),
                format_p(one.test, notes),
                f"{one.wins:,}",
                f"{one.losses:,}",
                f"{one.ties:,}",
            )
            for one in scores
        ),
        right=tuple(range(1, 10)),
        caption="Scores over the pairs that have them in both lanes: "
        f"{'; '.join(dict.fromkeys(of.method for one in scores for of in (one.difference, one.test)))}",
    )


def describe_attribution(parts: Attribution) -> Iterator[Block]:
    """Yield the recorded difference by cause, and what the recorded scorer gave and took."""
    yield sentence(parts.sentence)
    yield Table(
        header=("cause", "pairs", "model", "scorer", "together"),
        rows=(
            *(_cause_row(CAUSES[one.cause], one.n, one.model, one.scorer) for one in parts.by_cause),
            _cause_row("all", parts.n, parts.model, parts.scorer),
        ),
        right=(1, 2, 3, 4),
        caption="Recorded B − A in items, by cause; the parts sum exactly",
    )
    yield Table(
        header=("lane", "recorded", "rescored", "taken by the recorded scorer", "given by it"),
        rows=tuple(
            (name, f"{one.recorded:,}", f"{one.rescored:,}", f"{one.taken:,}", f"{one.given:,}")
            for name, one in (("A", parts.a), ("B", parts.b))
        ),
        right=(1, 2, 3, 4),
        caption="Right answers among the pairs",
    )
    if parts.unpaired:
        yield note(
            f"Items that are not paired add {parts.unpaired:+,} to the recorded difference of all items."
        )


def _cause_row(name: str, n: int, model: int, scorer: int) -> tuple[Cell, ...]:
    return name, f"{n:,}", f"{model:+,}", f"{scorer:+,}", f"{model + scorer:+,}"
