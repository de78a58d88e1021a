"""The scorer audit of one run: what was checked, what was found, the evidence, the conclusion in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scoring.audit.filter import CREDIT_CHANGES, NULL, Filter
from scoring.audit.means import score_means
from scoring.audit.query import Audit
from scoring.audit.summary import Group, Summary, Tally
from scoring.diagnose.findings import FINDINGS
from scoring.report.blocks import (
    Block,
    Cell,
    Chart,
    Document,
    Figure,
    Figures,
    Heading,
    Table,
    Value,
    note,
    sentence,
)
from scoring.report.blocks import Conclusion as ConclusionBlock
from scoring.report.charts import Change, draw_changes
from scoring.report.conclusion import RULE, Conclusion, name_category
from scoring.report.evidence import build_card, read_rows
from scoring.report.item_facts import classify
from scoring.report.rates import count, format_accuracy, format_difference, format_percent
from scoring.report.run_facts import describe_problems, describe_run, run_title

N_ITEMS: Final = 25
"""Items shown with their evidence, of each kind; the corrected metrics have all of them."""
N_CATEGORIES: Final = 40
"""Categories in a table, largest first; the corrected metrics have all of them."""
N_LINES: Final = 16
"""Lines of the chart."""

UNNAMED: Final = "credit_changed"
_UNNAMED_SENTENCE: Final = (
    "Credited differently without a finding: the recorded answer was another one, or none was recorded."
)
_VERDICTS: Final = ("correct", "incorrect", "no_answer", "unscorable", "not_recorded")


def build_scorer_audit(audit: Audit, summary: Summary, conclusion: Conclusion) -> Document:
    """Return the report on one audit.

    Args:
        summary: of all its items.
        conclusion: what the same summary comes to.
    """
    info = audit.info
    return Document(
        title="Scorer audit",
        subject=((Value(text=run_title(info)),),),
        blocks=(
            ConclusionBlock(title="Conclusion", sentence=conclusion.sentence),
            _figures(summary, conclusion),
            *_chart(summary),
            Heading(text="What was checked"),
            describe_run(info),
            note("The run file was read and not changed; its digest tells whether it is still the same."),
            *describe_problems(info),
            Heading(text="Recorded and rescored"),
            _verdicts(summary),
            *_categories(summary.by_category),
            *_scores(audit),
            Heading(text="Findings by kind"),
            *_findings(summary),
            Heading(text="Items and their evidence"),
            *_items(audit),
            Heading(text="How to read this"),
            *_guide(),
        ),
    )


def _figures(summary: Summary, conclusion: Conclusion) -> Figures:
    recorded, rescored = summary.recorded, summary.rescored
    known = recorded.scored > 0
    return Figures(
        figures=(
            Figure(
                label="Accuracy as recorded",
                value=format_percent(recorded.accuracy),
                note=f"{recorded.correct:,} of {recorded.scored:,}" if known else "no verdict recorded",
            ),
            Figure(
                label="Accuracy as rescored",
                value=format_percent(rescored.accuracy),
                note=f"{rescored.correct:,} of {rescored.scored:,}",
            ),
            Figure(
                label="Difference",
                value=format_difference(recorded.accuracy, rescored.accuracy) or "–",
                note=f"{count(conclusion.n_changed, 'item')} credited differently",
            ),
            Figure(
                label="Wrong though it matches",
                value=f"{conclusion.n_matching:,}",
                note=f"{conclusion.n_confirming:,} confirm a scorer fault",
            ),
        )
    )


def _chart(summary: Summary) -> Iterator[Block]:
    groups = summary.by_category if len(summary.by_category) > 1 else ()
    lines = [
        _line("all items", summary.recorded, summary.rescored),
        *(_line(name_category(one.value), one.recorded, one.rescored) for one in groups[: N_LINES - 1]),
    ]
    left_out = len(groups) - (N_LINES - 1)
    more = f" {left_out:,} smaller categories are left out." if left_out > 0 else ""
    yield Chart(
        svg=draw_changes(lines),
        caption=f"Accuracy as recorded (ring) and as rescored (disc), with correct items.{more}",
    )


def _line(name: str, recorded: Tally, rescored: Tally) -> Change:
    before = f"{recorded.correct:,} → " if recorded.scored and recorded.correct != rescored.correct else ""
    note_text = f"{before}{rescored.correct:,} of {rescored.scored:,}"
    return Change(name, recorded.accuracy, rescored.accuracy, note_text)


def _verdicts(summary: Summary) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            name.replace("_", " "),
            f"{before:,}",
            f"{after:,}",
            f"{after - before:+,}" if summary.recorded.scored and after != before else "",
        )
        for name in _VERDICTS
        if (before := getattr(summary.recorded, name)) + (after := getattr(summary.rescored, name))
    ]
    rows.append(
        (
            "accuracy",
            format_accuracy(summary.recorded),
            format_accuracy(summary.rescored),
            format_difference(summary.recorded.accuracy, summary.rescored.accuracy),
        )
    )
    return Table(
        header=("verdict", "recorded", "rescored", "change"),
        rows=tuple(rows),
        right=(1, 2, 3),
        caption="All items",
    )


def _categories(groups: Sequence[Group]) -> Iterator[Block]:
    yield Table(
        header=("category", "items", "recorded", "rescored", "change"),
        rows=tuple(
            (
                name_category(one.value),
                f"{one.rescored.n:,}",
                format_accuracy(one.recorded),
                format_accuracy(one.rescored),
                format_difference(one.recorded.accuracy, one.rescored.accuracy),
            )
            for one in groups[:N_CATEGORIES]
        ),
        right=(1, 2, 3, 4),
        caption="By category",
    )
    if len(groups) > N_CATEGORIES:
        yield note(
            f"{len(groups) - N_CATEGORIES:,} smaller categories are left out here; "
            "corrected_metrics.json has all of them."
        )


def _scores(audit: Audit) -> Iterator[Block]:
    """Yield the means of rewards and of recorded scores; nothing where every score is a verdict."""
    means = score_means(audit)
    if not means:
        return
    yield Table(
        caption="Scores",
        header=("score", "items", "mean"),
        rows=tuple((Value(text=one.name), f"{one.n:,}", f"{one.mean:.4f}") for one in means),
        right=(1, 2),
    )


def _findings(summary: Summary) -> Iterator[Block]:
    if not summary.by_finding:
        yield sentence("None of the items has a finding.")
        return
    yield Table(
        header=("finding", "what it says about an item", "items", "recorded correct", "rescored correct"),
        rows=tuple(
            (
                Value(text=one.value),
                FINDINGS[one.value].sentence if one.value in FINDINGS else "",
                f"{one.rescored.n:,}",
                f"{one.recorded.correct:,}",
                f"{one.rescored.correct:,}",
            )
            for one in summary.by_finding
        ),
        right=(2, 3, 4),
    )
    yield note("An item can have several findings. Findings change no verdict.")


def _items(audit: Audit) -> Iterator[Block]:
    kinds = _ordinals_by_kind(audit)
    if not kinds:
        yield sentence("No item has a finding, and none is credited differently.")
        return
    for kind, ordinals in kinds.items():
        shown = ordinals[:N_ITEMS]
        meaning = FINDINGS[kind].sentence if kind in FINDINGS else _UNNAMED_SENTENCE
        yield Heading(text=f"{kind}: {count(len(ordinals), 'item')}", level=3)
        left_out = len(ordinals) - len(shown)
        more = (
            f" Shown are the first {len(shown):,} in the order of the file; {left_out:,} more are left out "
            "here and stand in corrected_metrics.json."
            if left_out
            else ""
        )
        yield note(f"{meaning}{more}")
        yield from map(build_card, read_rows(audit, shown))


def _ordinals_by_kind(audit: Audit) -> Mapping[str, list[int]]:
    """Return main finding -> its items in file order; last those credited differently without a finding."""
    table = audit.table(Filter(findings=tuple(FINDINGS)), ("ordinal", "findings"))
    kinds: dict[str, list[int]] = {name: [] for name in FINDINGS}
    for row in table.to_pylist():
        kinds.setdefault(classify(tuple(row["findings"])), []).append(row["ordinal"])
    kinds[UNNAMED] = audit.ordinals(Filter(change=CREDIT_CHANGES, findings=(NULL,)))
    return {name: ordinals for name, ordinals in kinds.items() if ordinals}


def _guide() -> Iterator[Block]:
    yield sentence(
        "Recorded is what the run file says; rescored is what the policy named above decides from the "
        "same texts. Accuracy is correct / (correct + incorrect + no answer); unscorable items, and items "
        "without a recorded verdict, are counted apart."
    )
    yield sentence(RULE)
    yield sentence(
        "An item stands under its main finding, the first of those it has. Texts are verbatim; long ones "
        "are cut around what was found in them, with the number of characters left out. Control "
        "characters are shown as their pictures."
    )
