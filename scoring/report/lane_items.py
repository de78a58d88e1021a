"""The items of a comparison: what changed, side by side, and lists of what could not be compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from scoring.audit.item_row import ItemRow
from scoring.audit.query import Audit
from scoring.report.blocks import Block, Card, Cell, Columns, Facts, Heading, Table, Value, note
from scoring.report.evidence import content_excerpt, expected, read_rows, verdict_mark, verdict_value
from scoring.report.rates import count
from scoring.report.text import shorten
from scoring.stats.attribution import CAUSES
from scoring.stats.comparability import Reason, ReasonKind
from scoring.stats.comparison import Comparison, Pair, Pairs, Single, Singles

REASONS: Final[Mapping[ReasonKind, str]] = {
    "target": "other target",
    "options": "other options",
    "prompt": "other prompt",
    "images": "other images",
    "policy": "other policy",
    "fallback": "other reasoning fallback",
    "scorer_version": "other version of the scorer",
    "recorded_scorer": "other recorded scorer",
    "attempts": "other number of attempts",
    "only_a": "only in lane A",
    "only_b": "only in lane B",
    "duplicates_a": "key not unique in lane A",
    "duplicates_b": "key not unique in lane B",
    "unscorable": "cannot be scored",
    "not_recorded": "no recorded verdict",
}
"""What limits a comparison, in words."""
N_LISTED: Final = 50
"""Items in a list, in the order of lane A."""
N_SHOWN: Final = 10
"""Items of a list that are shown with both texts."""


def describe_pairs(a: Audit, b: Audit, comparison: Comparison) -> Iterator[Block]:
    """Yield the pairs that changed sides: a list of each kind, and the first of them with both replies."""
    flips = comparison.rescored_flips
    kinds = (
        ("Won: right in B only", flips.only_b_correct),
        ("Lost: right in A only", flips.only_a_correct),
        ("Wrong in both, with differing answers", flips.churn),
        ("Same credit by our scorer, another one recorded", _scorer_only(comparison)),
    )
    for title, pairs in kinds:
        if pairs:
            yield from _kind(a, b, title, pairs)


def list_pairs(reason: Reason) -> Iterator[Block]:
    """Yield the items behind a reason that limits a comparison, by name; nothing if there are none."""
    if not reason.items:
        return
    rows = [
        (Value(text=shorten(one.item_id)), shorten(one.task or "–"), f"{one.attempt}", _place(one))
        for one in reason.items[:N_LISTED]
    ]
    yield Table(
        caption=f"{REASONS[reason.kind].capitalize()}: {count(len(reason.items), 'item')}",
        header=("item", "task", "attempt", "place"),
        rows=tuple(rows),
    )
    yield from _left_out(len(reason.items))


def list_singles(title: str, rows: Singles) -> Iterator[Block]:
    """Yield the items of one lane that are not paired, by name; nothing if there are none."""
    if not rows:
        return
    yield Table(
        caption=f"{title}: {count(len(rows), 'item')}",
        header=("item", "task", "attempt", "recorded", "rescored"),
        rows=tuple(
            (
                Value(text=shorten(one.item_id)),
                shorten(one.task or "–"),
                f"{one.attempt}",
                verdict_value(one.recorded, None),
                verdict_value(one.verdict, None),
            )
            for one in islice(rows, N_LISTED)
        ),
        right=(2,),
    )
    yield from _left_out(len(rows))


def _scorer_only(comparison: Comparison) -> Sequence[Pair]:
    """Return the pairs on which only the recorded scorer makes a difference."""
    table = comparison.pairs.table("model", "scorer")
    model, scorer = (table[name].to_numpy() for name in ("model", "scorer"))
    return comparison.pairs.only((model == 0) & (scorer != 0))


def _kind(a: Audit, b: Audit, title: str, pairs: Pairs | Sequence[Pair]) -> Iterator[Block]:
    listed = list(islice(pairs, N_LISTED))
    shown = listed[:N_SHOWN]
    yield Heading(text=f"{title}: {count(len(pairs), 'item')}", level=3)
    yield Table(
        header=("item", "category", "A", "B", "recorded A → B", "cause"),
        rows=tuple(
            (
                Value(text=shorten(one.item_id)),
                shorten(one.category or "–"),
                verdict_mark(one.verdict_a, one.answer_a),
                verdict_mark(one.verdict_b, one.answer_b),
                f"{_name(one.recorded_a)} → {_name(one.recorded_b)}",
                CAUSES[one.cause].partition(":")[0],
            )
            for one in listed
        ),
    )
    yield from _left_out(len(pairs))
    if len(pairs) > len(shown):
        yield note(f"The first {len(shown)} with both replies:")
    rows_a = {row.ordinal: row for row in read_rows(a, [one.a for one in shown])}
    rows_b = {row.ordinal: row for row in read_rows(b, [one.b for one in shown])}
    yield from (_card(one, rows_a[one.a], rows_b[one.b]) for one in shown)


def _card(pair: Pair, a: ItemRow, b: ItemRow) -> Card:
    differs = "" if pair.same_question else " · the question differs between the lanes"
    targets: tuple[tuple[str, Cell], ...] = (("Expected", expected(a)),)
    if a.target != b.target:
        targets = (("Expected in A", expected(a)), ("Expected in B", expected(b)))
    return Card(
        title=Value(text=shorten(pair.item_id)),
        note=f"{shorten(pair.category or 'no category')}{differs}",
        blocks=(Facts(rows=targets), Columns(columns=(_side("A", a), _side("B", b)))),
    )


def _side(lane: str, row: ItemRow) -> tuple[Block, ...]:
    facts = Facts(
        rows=(
            (f"{lane} rescored", verdict_value(row.verdict, row.answer)),
            (f"{lane} recorded", verdict_value(row.recorded_verdict, row.recorded_answer)),
            ("rule", Value(text=row.extraction_rule)),
        )
    )
    return facts, content_excerpt(row, f"{lane}: visible content")


def _place(one: Pair | Single) -> str:
    return f"{one.a} in A, {one.b} in B" if isinstance(one, Pair) else f"{one.ordinal}"


def _name(verdict: str | None) -> str:
    return (verdict or "not recorded").replace("_", " ")


def _left_out(n: int) -> Iterator[Block]:
    if n > N_LISTED:
        yield note(f"{n - N_LISTED:,} more are left out here; `lanescope compare --json` lists them all.")
