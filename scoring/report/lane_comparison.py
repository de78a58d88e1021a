"""The comparison of two lanes: the finding, its figures with intervals, where it comes from, the items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scoring.audit.query import Audit
from scoring.report.blocks import Block, Chart, Document, Heading, Table, Value, note, sentence
from scoring.report.blocks import Conclusion as ConclusionBlock
from scoring.report.charts import DOWN, TOTAL, UP, Step, draw_steps
from scoring.report.estimates import (
    Notes,
    format_mean,
    format_p,
    format_points,
    format_range,
    methods,
    short_name,
)
from scoring.report.lane_figures import (
    describe_accuracy,
    describe_attribution,
    describe_categories,
    describe_scores,
)
from scoring.report.lane_items import describe_pairs, list_singles
from scoring.report.lane_sides import describe_comparability
from scoring.report.rates import count, format_accuracy
from scoring.report.run_facts import describe_problems, describe_run, run_title
from scoring.stats.attribution import Attribution
from scoring.stats.comparison import Comparison

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
    notes = Notes()
    return Document(
        title="Lane comparison",
        subject=(("A ", Value(text=run_title(a.info))), ("B ", Value(text=run_title(b.info)))),
        blocks=(
            ConclusionBlock(title="Finding", sentence=finding(comparison, notes)),
            *(_waterfall(comparison.attribution) if comparison.recorded.n else ()),
            Heading(text="Whether the lanes can be compared"),
            *describe_comparability(comparison.comparability, len(comparison.pairs)),
            Heading(text="Accuracy"),
            *describe_accuracy(comparison, notes),
            *describe_categories(comparison.by_category, notes),
            *describe_scores(comparison.scores, notes),
            Heading(text="Where the difference comes from"),
            *(
                describe_attribution(comparison.attribution)
                if comparison.recorded.n
                else [sentence("No pair has a recorded verdict in both lanes.")]
            ),
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
            *_guide(comparison, notes),
        ),
    )


def finding(comparison: Comparison, notes: Notes) -> str:
    """Return what the comparison comes to in one sentence, with interval, test and attribution."""
    rescored = comparison.rescored
    interval, test = rescored.decisive
    clauses = [
        f"Rescored, A {format_accuracy(rescored.a)}, B {format_accuracy(rescored.b)}",
        (
            f"B − A {format_points(rescored.diff_pp.value)} (95 % interval "
            f"{format_range(interval, notes)}, {short_name(test)} p {format_p(test, notes)})"
        ),
        *_scores(comparison, notes),
        _origin(comparison),
    ]
    if not comparison.comparability.is_full:
        n = len(comparison.comparability.reasons)
        clauses.append(f"not fully comparable: {count(n, 'reason')}, below")
    return "; ".join(clauses)


def _scores(comparison: Comparison, notes: Notes) -> Iterator[str]:
    """Yield what the main score comes to, where it is more than a verdict."""
    for one in comparison.scores:
        if one.name == "score":
            interval, test = one.decisive
            yield (
                f"mean score A {format_mean(one.mean_a.value)}, B {format_mean(one.mean_b.value)}, B − A "
                f"{format_mean(one.difference.value, sign='+')} (95 % interval "
                f"{format_range(interval, notes, digits=4)}, {short_name(test)} p {format_p(test, notes)})"
            )


def _origin(comparison: Comparison) -> str:
    if not comparison.recorded.n:
        return "no pair has a recorded verdict in both lanes, so there is no recorded difference to explain"
    return comparison.attribution.sentence.removesuffix(".")


def _waterfall(parts: Attribution) -> Iterator[Block]:
    before, after = parts.a.recorded, parts.b.recorded
    middle = before + parts.model
    steps = (
        Step("A as recorded", 0, before, f"{before:,}", TOTAL),
        Step("model", before, middle, f"{parts.model:+,}", _direction(parts.model)),
        Step("recorded scorer", middle, after, f"{parts.scorer:+,}", _direction(parts.scorer)),
        Step("B as recorded", 0, after, f"{after:,}", TOTAL),
    )
    yield Chart(
        svg=draw_steps(steps, "From lane A to lane B in correct items"),
        caption=f"Correct items among {count(parts.n, 'pair')}, from A to B as recorded: what the model did "
        "and what the recorded scorer did. The scale need not start at zero.",
    )


def _direction(step: int) -> str:
    return UP if step >= 0 else DOWN


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


def _guide(comparison: Comparison, notes: Notes) -> Iterator[Block]:
    if notes.lines():
        yield sentence("Numbers in brackets behind a figure say why it deserves less trust:")
        yield from (note(line) for line in notes.lines())
    yield sentence(
        "Items are paired by task, id and attempt; nothing is left out in silence. Right is the verdict "
        "correct; wrong is incorrect or no answer; unscorable items are not compared. Won is right in B "
        "only, lost right in A only."
    )
    yield sentence(
        "The part of the model is rescored credit in B minus rescored credit in A, item by item; the part "
        "of the recorded scorer is the rest of the recorded difference. Both sum to it exactly."
    )
    yield sentence(f"Methods: {'; '.join(methods(comparison))}.")
