"""Two lanes against each other: which items changed, and what that does to the accuracy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple, TypeAlias

from scoring.audit.query import Audit
from scoring.audit.summary import Group, Tally, tally
from scoring.errors import ComparisonError
from scoring.records import JsonValue, Verdict

Key: TypeAlias = tuple[str | None, str, int]
"""Task, item id, attempt: what pairs the items of two lanes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One item of both lanes.

    Attributes:
        category: as lane A has it.
        a: ordinal in lane A.
        b: ordinal in lane B.
    """

    task: str | None
    item_id: str
    attempt: int
    category: str | None
    a: int
    b: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Single:
    """One item of one lane that could not be paired."""

    task: str | None
    item_id: str
    attempt: int
    ordinal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """The decisions of one scorer on both lanes, each with its own denominator."""

    a: Tally
    b: Tally

    @property
    def difference_pp(self) -> float | None:
        """Return accuracy of B minus accuracy of A in percentage points; None where one is missing."""
        if self.a.accuracy is None or self.b.accuracy is None:
            return None
        return 100 * (self.b.accuracy - self.a.accuracy)


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryContrast:
    """One category in both lanes, over all the items that each lane has in it.

    Attributes:
        value: the category as a filter takes it.
    """

    value: str
    recorded: Contrast
    rescored: Contrast


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipTable:
    """The pairs by who got them right: the 2x2 and what cannot stand in it. Sums to all pairs.

    Right means the verdict `correct`; wrong means `incorrect` or `no_answer`.

    Attributes:
        not_compared: unscorable, or without a verdict, in at least one lane.
    """

    both_correct: tuple[Pair, ...] = ()
    only_a_correct: tuple[Pair, ...] = ()
    only_b_correct: tuple[Pair, ...] = ()
    neither_correct: tuple[Pair, ...] = ()
    not_compared: tuple[Pair, ...] = ()


CELLS = ("both_correct", "only_a_correct", "only_b_correct", "neither_correct", "not_compared")
"""The cells of a `FlipTable`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Lane B against lane A; every difference is B minus A.

    Attributes:
        pairs: the items of both lanes, in the order of lane A.
        recorded: what the run files say, over all items of each lane.
        rescored: what our scorer decides, over all items of each lane.
        paired_recorded: the same over the pairs only.
        paired_rescored: the same over the pairs only.
        by_category: every category of either lane, largest first.
        recorded_flips: the pairs by recorded verdicts.
        rescored_flips: the pairs by our verdicts.
        only_a: items whose key lane B does not have.
        only_b: items whose key lane A does not have.
        duplicates_a: items of lane A whose key is not unique in both lanes; never paired.
        duplicates_b: the same of lane B.
        different_questions: pairs whose prompt, options, target or images differ.
        notes: sentences on what limits the comparison; empty if nothing does.
    """

    pairs: tuple[Pair, ...]
    recorded: Contrast
    rescored: Contrast
    paired_recorded: Contrast
    paired_rescored: Contrast
    by_category: tuple[CategoryContrast, ...]
    recorded_flips: FlipTable
    rescored_flips: FlipTable
    only_a: tuple[Single, ...]
    only_b: tuple[Single, ...]
    duplicates_a: tuple[Single, ...]
    duplicates_b: tuple[Single, ...]
    different_questions: tuple[Pair, ...]
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the comparison as JSON values: every number, and every list but that of all pairs."""
        return {
            "n_pairs": len(self.pairs),
            "recorded": _contrast(self.recorded),
            "rescored": _contrast(self.rescored),
            "paired_recorded": _contrast(self.paired_recorded),
            "paired_rescored": _contrast(self.paired_rescored),
            "by_category": [
                {
                    "value": one.value,
                    "recorded": _contrast(one.recorded),
                    "rescored": _contrast(one.rescored),
                }
                for one in self.by_category
            ],
            "recorded_flips": _flips(self.recorded_flips),
            "rescored_flips": _flips(self.rescored_flips),
            "only_a": [asdict(one) for one in self.only_a],
            "only_b": [asdict(one) for one in self.only_b],
            "duplicates_a": [asdict(one) for one in self.duplicates_a],
            "duplicates_b": [asdict(one) for one in self.duplicates_b],
            "different_questions": [asdict(one) for one in self.different_questions],
            "notes": list(self.notes),
        }


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
            f"expected two lanes of one benchmark, got no item in common among {len(rows_a)} and {len(rows_b)}",
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


# --- as JSON --------------------------------------------------------------------------------------


def _contrast(contrast: Contrast) -> dict[str, JsonValue]:
    return {
        "a": _tally(contrast.a),
        "b": _tally(contrast.b),
        "difference_pp": contrast.difference_pp,
    }


def _tally(counts: Tally) -> dict[str, JsonValue]:
    return {**asdict(counts), "n": counts.n, "scored": counts.scored, "accuracy": counts.accuracy}


def _flips(flips: FlipTable) -> dict[str, JsonValue]:
    return {
        name: {"n": len(members), "items": [asdict(pair) for pair in members]}
        for name in CELLS
        for members in (getattr(flips, name),)
    }
