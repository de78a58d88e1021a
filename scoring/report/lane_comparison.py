"""The comparison of two lanes: the finding, its figures with intervals, where it comes from, the items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from scoring.audit.query import Audit
from scoring.report.blocks import Block, Cell, Chart, Document, Heading, Table, Value, note, sentence
from scoring.report.blocks import Conclusion as ConclusionBlock
from scoring.report.charts import Range, Step, draw_ranges, draw_steps
from scoring.report.conclusion import name_category
from scoring.report.estimates import (
    cautions,
    format_p,
    format_points,
    format_range,
    format_share,
    methods,
)
from scoring.report.lane_items import describe_pairs, list_pairs, list_singles
from scoring.report.rates import count, format_accuracy
from scoring.report.run_facts import describe_problems, describe_run, run_title
from scoring.stats.attribution import CAUSES, Attribution
from scoring.stats.comparability import Comparability, LaneSide
from scoring.stats.comparison import CategoryContrast, Comparison, PairedContrast
from scoring.stats.scores import ScoreContrast

N_CATEGORIES: Final = 40
"""Categories in the table, largest first."""
N_LINES: Final = 20
"""Lines of the forest plot."""
_CELLS: Final = (
    ("both right", "both"),
    ("only A right (lost)", "a_only"),
    ("only B right (won)", "b_only"),
    ("neither right", "neither"),
    ("of these, wrong with differing answers", "churn"),
    ("not compared", "not_compared"),
)


def build_lane_comparison(a: Audit, b: Audit, comparison: Comparison) -> Document:
    """Return the report on lane B against lane A; every difference is B minus A."""
    return Document(
        title="Lane comparison",
        subject=("A ", Value(text=run_title(a.info)), " · B ", Value(text=run_title(b.info))),
        blocks=(
            ConclusionBlock(title="Finding", sentence=finding(comparison)),
            *_waterfall(comparison.attribution),
            Heading(text="Whether the lanes can be compared"),
            *_comparability(comparison.comparability, len(comparison.pairs)),
            Heading(text="Accuracy"),
            *_accuracy(comparison),
            *_categories(comparison.by_category),
            *_scores(comparison.scores),
            Heading(text="Where the difference comes from"),
            *_attribution(comparison.attribution),
            Heading(text="Items that changed"),
            _two_by_two(comparison),
            *describe_pairs(a, b, comparison),
            Heading(text="Items that are not paired"),
            *_singles(comparison),
            Heading(text="What was compared"),
            Heading(text="Lane A", level=3),
            describe_run(a.info),
            *describe_problems(a.info),
            Heading(text="Lane B", level=3),
            describe_run(b.info),
            *describe_problems(b.info),
            Heading(text="How to read this"),
            *_guide(comparison),
        ),
    )


def finding(comparison: Comparison) -> str:
    """Return what the comparison comes to in one sentence, with interval, test and attribution."""
    rescored = comparison.rescored
    clauses = [
        f"Rescored, A {format_accuracy(rescored.a)}, B {format_accuracy(rescored.b)}",
        f"B − A {format_points(rescored.diff_pp.value)}"
        f" (95 % interval {format_range(rescored.diff_pp)}, exact McNemar p {format_p(rescored.mcnemar)})",
        comparison.attribution.sentence.removesuffix("."),
    ]
    if not comparison.comparability.is_full:
        n = len(comparison.comparability.reasons)
        clauses.append(f"not fully comparable: {count(n, 'reason')}, below")
    return "; ".join(clauses)


def _waterfall(parts: Attribution) -> Iterator[Block]:
    before, after = parts.a.recorded, parts.b.recorded
    middle = before + parts.model
    steps = (
        Step("A as recorded", 0, before, f"{before:,}", "total"),
        Step("model", before, middle, f"{parts.model:+,}", _direction(parts.model)),
        Step("recorded scorer", middle, after, f"{parts.scorer:+,}", _direction(parts.scorer)),
        Step("B as recorded", 0, after, f"{after:,}", "total"),
    )
    yield Chart(
        svg=draw_steps(steps, "From lane A to lane B in correct items"),
        caption=f"Correct items among {count(parts.n, 'pair')}, from A to B as recorded: what the model did and what "
        "the recorded scorer did. The scale does not start at zero where the bars are cut.",
    )


def _direction(step: int) -> str:
    return "up" if step >= 0 else "down"


def _comparability(found: Comparability, n_pairs: int) -> Iterator[Block]:
    yield sentence(
        f"{count(n_pairs, 'pair')}. "
        + (
            "Nothing was found that limits the comparison: same questions, options and targets, same policy and "
            "scorer."
            if found.is_full
            else "The lanes are not fully comparable:"
        )
    )
    if found.reasons:
        yield Table(
            header=("what", "items", "in words"),
            rows=tuple((one.kind, f"{one.n:,}" if one.n else "", one.message) for one in found.reasons),
            right=(1,),
        )
    for reason in found.reasons:
        yield from list_pairs(reason)
    yield Table(
        header=("", "A", "B"),
        rows=tuple((name, read(found.a), read(found.b)) for name, read in _SIDES),
        right=(),
    )


def _fallback(side: LaneSide) -> str:
    return {None: "as the policy says", True: "on", False: "off"}[side.lane_fallback]


_SIDES: Final = (
    ("items", lambda side: f"{side.n_items:,}"),
    ("of them paired", lambda side: f"{100 * side.coverage:.2f} %"),
    ("policy", lambda side: f"{side.policy}, version {side.policy_version}"),
    ("reasoning fallback", _fallback),
    ("scorer version", lambda side: side.scorer_version),
    ("recorded by", lambda side: ", ".join(side.recorded_scorers) or "nothing recorded"),
    ("attempts an item", lambda side: f"{side.fewest_attempts:,} to {side.most_attempts:,}"),
)


def _accuracy(comparison: Comparison) -> Iterator[Block]:
    lines = (("recorded", comparison.recorded), ("rescored", comparison.rescored))
    yield Table(
        header=("", "pairs", "A", "95 %", "B", "95 %", "B − A", "95 % paired", "McNemar p"),
        rows=tuple(_contrast_row(name, one) for name, one in lines),
        right=tuple(range(1, 9)),
        caption="Over the pairs with a verdict in both lanes",
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
    if rescored.detectable_pp.value is not None:
        yield sentence(
            f"A sample like this (n {rescored.n:,}, {rescored.a_only + rescored.b_only:,} discordant pairs) would show a "
            f"difference of {rescored.detectable_pp.value:.2f} pp with a power of 80 %."
        )
    if rescored.equivalence is not None:
        yield sentence(rescored.equivalence.statement)
    if rescored.clustered is not None:
        clustered = rescored.clustered
        yield sentence(
            f"With {count(clustered.n_clusters, 'cluster')} by {clustered.by} as the sample: "
            f"{format_points(clustered.robust.value)}, {format_range(clustered.robust)} ({clustered.robust.method})."
        )
    yield from (note(text) for text in cautions(comparison))


def _contrast_row(name: str, one: PairedContrast) -> tuple[Cell, ...]:
    return (
        name,
        f"{one.n:,}",
        format_accuracy(one.a),
        format_share(one.accuracy_a),
        format_accuracy(one.b),
        format_share(one.accuracy_b),
        format_points(one.diff_pp.value),
        format_range(one.diff_pp),
        format_p(one.mcnemar),
    )


def _categories(groups: Sequence[CategoryContrast]) -> Iterator[Block]:
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
                format_range(one.rescored.diff_pp),
                format_p(one.rescored.mcnemar),
                format_p(one.rescored.mcnemar, adjusted=True),
            )
            for one in shown
        ),
        right=tuple(range(1, 9)),
        caption="By category",
    )
    if left_out:
        yield note(
            f"{left_out:,} smaller categories are left out here; `lanescope compare --json` has them all."
        )


def _scores(scores: Sequence[ScoreContrast]) -> Iterator[Block]:
    if not scores:
        return
    yield Table(
        header=("score", "pairs", "mean A", "mean B", "B − A", "95 %", "p", "B higher", "A higher", "ties"),
        rows=tuple(
            (
                Value(text=one.name),
                f"{one.n:,}",
                *(("–" if mean.value is None else f"{mean.value:.4f}") for mean in (one.mean_a, one.mean_b)),
                "–" if one.difference.value is None else f"{one.difference.value:+.4f}",
                format_range(one.difference, digits=4),
                format_p(one.test),
                f"{one.wins:,}",
                f"{one.losses:,}",
                f"{one.ties:,}",
            )
            for one in scores
        ),
        right=tuple(range(1, 10)),
        caption="Scores over the pairs that have them in both lanes",
    )


def _attribution(parts: Attribution) -> Iterator[Block]:
    yield sentence(parts.sentence)
    yield Table(
        header=("cause", "pairs", "model", "scorer", "together"),
        rows=tuple(
            (
                CAUSES[one.cause],
                f"{one.n:,}",
                f"{one.model:+,}",
                f"{one.scorer:+,}",
                f"{one.model + one.scorer:+,}",
            )
            for one in parts.by_cause
        )
        + (("all", f"{parts.n:,}", f"{parts.model:+,}", f"{parts.scorer:+,}", f"{parts.recorded:+,}"),),
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


def _two_by_two(comparison: Comparison) -> Table:
    return Table(
        header=("pairs", "recorded", "rescored"),
        rows=tuple(
            (name, *(f"{getattr(one, field):,}" for one in (comparison.recorded, comparison.rescored)))
            for name, field in _CELLS
        ),
        right=(1, 2),
    )


def _singles(comparison: Comparison) -> Iterator[Block]:
    lists = (
        ("Only in lane A", comparison.only_a),
        ("Only in lane B", comparison.only_b),
        ("Not unique in lane A", comparison.duplicates_a),
        ("Not unique in lane B", comparison.duplicates_b),
    )
    blocks = [block for title, rows in lists for block in list_singles(title, rows)]
    yield from blocks or [sentence("Every item of both lanes is paired.")]


def _guide(comparison: Comparison) -> Iterator[Block]:
    yield sentence(
        "Items are paired by task, id and attempt; nothing is left out in silence. Right is the verdict correct; wrong "
        "is incorrect or no answer; unscorable items are not compared. Won is right in B only, lost right in A only."
    )
    yield sentence(
        "The part of the model is rescored credit in B minus rescored credit in A, item by item; the part of the recorded "
        "scorer is the rest of the recorded difference. Both sum to it exactly."
    )
    yield sentence(f"Methods: {'; '.join(methods(comparison))}.")
