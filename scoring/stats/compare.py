"""Two lanes against each other: which items changed, and what that does to the accuracy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from scoring.audit.query import Audit
from scoring.audit.summary import Group, Tally, tally
from scoring.errors import ComparisonError
from scoring.records import Verdict
from scoring.stats.comparison import CELLS, CategoryContrast, Comparison, Contrast, FlipTable, Pair, Single

__all__ = ["Comparison", "compare_lanes"]

Key: TypeAlias = tuple[str | None, str, int]
"""Task, item id, attempt: what pairs the items of two lanes."""


def compare_lanes(a: Audit, b: Audit) -> Comparison:
    """Return lane B against lane A, item by item.

    Items are paired by task, item id and attempt. A key that is not unique in a lane is paired with
    nothing. Items whose question differs are paired, and listed.

    Raises:
        ComparisonError: the lanes have no item in common.
    """
    rows_a, rows_b = _read_rows(a), _read_rows(b)
    matched = _match(rows_a, rows_b)
    if not matched.pairs:
        raise ComparisonError(
            f"expected two lanes of one benchmark, got none of {len(rows_a)} items among {len(rows_b)}",
            cure="Choose two runs whose items have the same task, id and attempt.",
        )
    summary_a, summary_b = a.summary(), b.summary()
    different = tuple(one.pair for one in matched.pairs if one.a.item_hash != one.b.item_hash)
    return Comparison(
        pairs=tuple(one.pair for one in matched.pairs),
        recorded=Contrast(a=summary_a.recorded, b=summary_b.recorded),
        rescored=Contrast(a=summary_a.rescored, b=summary_b.rescored),
        paired_recorded=_paired(matched.pairs, _recorded),
        paired_rescored=_paired(matched.pairs, _rescored),
        by_category=_by_category(summary_a.by_category, summary_b.by_category),
        recorded_flips=_flip_table(matched.pairs, _recorded),
        rescored_flips=_flip_table(matched.pairs, _rescored),
        only_a=matched.only_a,
        only_b=matched.only_b,
        duplicates_a=matched.duplicates_a,
        duplicates_b=matched.duplicates_b,
        different_questions=different,
        notes=tuple(_notes(a, b, matched, len(different))),
    )


# --- pairing --------------------------------------------------------------------------------------


class _Row(NamedTuple):
    """What a comparison needs of one item."""

    ordinal: int
    task: str | None
    item_id: str
    attempt: int
    category: str | None
    recorded_verdict: str | None
    verdict: str
    item_hash: str

    @property
    def key(self) -> Key:
        return self.task, self.item_id, self.attempt


class _Match(NamedTuple):
    """Both rows of one pair."""

    pair: Pair
    a: _Row
    b: _Row


class _Matched(NamedTuple):
    """Every row of both lanes, in exactly one place."""

    pairs: list[_Match]
    only_a: tuple[Single, ...]
    only_b: tuple[Single, ...]
    duplicates_a: tuple[Single, ...]
    duplicates_b: tuple[Single, ...]


def _read_rows(audit: Audit) -> list[_Row]:
    columns = audit.table(columns=_Row._fields)
    return [_Row(*row) for row in zip(*(column.to_pylist() for column in columns.columns), strict=True)]


def _match(rows_a: Sequence[_Row], rows_b: Sequence[_Row]) -> _Matched:
    by_key_a, by_key_b = _group(rows_a), _group(rows_b)
    repeated = {key for rows in (by_key_a, by_key_b) for key, same in rows.items() if len(same) > 1}
    pairs = [
        _Match(_pair(one, other), one, other)
        for key, (one, *_) in by_key_a.items()
        if key not in repeated and key in by_key_b
        for other in by_key_b[key]
    ]
    return _Matched(
        pairs,
        only_a=_singles(rows_a, lambda key: key not in by_key_b and key not in repeated),
        only_b=_singles(rows_b, lambda key: key not in by_key_a and key not in repeated),
        duplicates_a=_singles(rows_a, repeated.__contains__),
        duplicates_b=_singles(rows_b, repeated.__contains__),
    )


def _group(rows: Iterable[_Row]) -> dict[Key, list[_Row]]:
    groups: dict[Key, list[_Row]] = defaultdict(list)
    for row in rows:
        groups[row.key].append(row)
    return dict(groups)


def _pair(a: _Row, b: _Row) -> Pair:
    return Pair(
        task=a.task, item_id=a.item_id, attempt=a.attempt, category=a.category, a=a.ordinal, b=b.ordinal
    )


def _singles(rows: Iterable[_Row], belongs: Callable[[Key], bool]) -> tuple[Single, ...]:
    return tuple(
        Single(task=row.task, item_id=row.item_id, attempt=row.attempt, ordinal=row.ordinal)
        for row in rows
        if belongs(row.key)
    )


# --- counting -------------------------------------------------------------------------------------


def _recorded(row: _Row) -> str | None:
    return row.recorded_verdict


def _rescored(row: _Row) -> str | None:
    return row.verdict


def _paired(pairs: Sequence[_Match], verdict: Callable[[_Row], str | None]) -> Contrast:
    return Contrast(
        a=tally((verdict(one.a), 1) for one in pairs), b=tally((verdict(one.b), 1) for one in pairs)
    )


def _flip_table(pairs: Iterable[_Match], verdict: Callable[[_Row], str | None]) -> FlipTable:
    cells: dict[str, list[Pair]] = {name: [] for name in CELLS}
    for one in pairs:
        cells[_cell(verdict(one.a), verdict(one.b))].append(one.pair)
    return FlipTable(**{name: tuple(members) for name, members in cells.items()})


def _cell(a: str | None, b: str | None) -> str:
    if {a, b} & {None, Verdict.UNSCORABLE}:
        return "not_compared"
    return {
        (True, True): "both_correct",
        (True, False): "only_a_correct",
        (False, True): "only_b_correct",
        (False, False): "neither_correct",
    }[a == Verdict.CORRECT, b == Verdict.CORRECT]


def _by_category(groups_a: Iterable[Group], groups_b: Iterable[Group]) -> tuple[CategoryContrast, ...]:
    by_a, by_b = ({group.value: group for group in groups} for groups in (groups_a, groups_b))
    contrasts = [
        CategoryContrast(
            value=value,
            recorded=Contrast(a=_group_of(by_a, value).recorded, b=_group_of(by_b, value).recorded),
            rescored=Contrast(a=_group_of(by_a, value).rescored, b=_group_of(by_b, value).rescored),
        )
        for value in {**by_a, **by_b}
    ]
    return tuple(sorted(contrasts, key=lambda one: (-one.rescored.a.n - one.rescored.b.n, one.value)))


def _group_of(groups: Mapping[str, Group], value: str) -> Group:
    return groups.get(value) or Group(value=value, recorded=Tally(), rescored=Tally())


def _notes(a: Audit, b: Audit, matched: _Matched, n_different: int) -> Iterator[str]:
    if a.info.policy != b.info.policy:
        yield f"Lane A was rescored with {a.info.policy.name}, lane B with {b.info.policy.name}."
    if a.info.lane_fallback != b.info.lane_fallback:
        yield "The lanes differ in their setting of the reasoning fallback."
    if matched.only_a or matched.only_b:
        yield f"Only in lane A: {len(matched.only_a)}; only in lane B: {len(matched.only_b)}."
    if matched.duplicates_a or matched.duplicates_b:
        n_a, n_b = len(matched.duplicates_a), len(matched.duplicates_b)
        yield f"Not paired, because their task, id and attempt are not unique: {n_a} of A, {n_b} of B."
    if n_different:
        yield f"Pairs whose prompt, options, target or images differ: {n_different}."
