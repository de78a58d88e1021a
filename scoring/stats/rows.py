"""Items of a comparison, kept as columns and turned into records only where they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Generic, Literal, TypeAlias, TypeVar, overload

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

Record = TypeVar("Record")
Indices: TypeAlias = npt.NDArray[np.int64]
Cell: TypeAlias = Literal[
    "both_correct", "only_a_correct", "only_b_correct", "neither_correct", "not_compared"
]
Cause: TypeAlias = Literal[
    "unscored", "other_target", "answer_changed", "other_score", "other_extraction", "other_recorded", "same"
]

_READ_AT_ONCE = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One item of both lanes. Credit is 1 for the verdict `correct` and 0 for anything else.

    Attributes:
        category: as lane A has it; `cluster` likewise.
        a: ordinal in lane A.
        b: ordinal in lane B.
        verdict_a: our verdict in lane A; `recorded_a` the recorded one, None without; `_b` likewise.
        answer_a: the answer that our extraction found, None without; `recorded_answer_a` the recorded one.
        source_a: where our answer was found; `rule_a` by which rule.
        score_a: our score, 0..1, None where the item cannot be scored.
        same_question: prompt, options, target and images are the same in both lanes.
        rescored_cell: cell of the 2x2 by our verdicts; `recorded_cell` by the recorded ones.
        cause: why the lanes differ on it, see `scoring.stats.attribution`.
        model: our credit in B minus our credit in A: -1, 0 or 1.
        scorer: what the recorded scorer gave B beyond ours, minus what it gave A beyond ours: -2 to 2.
            Recorded credit in B minus recorded credit in A = model + scorer.
    """

    task: str | None
    item_id: str
    attempt: int
    category: str | None
    cluster: str | None
    a: int
    b: int
    verdict_a: str
    verdict_b: str
    recorded_a: str | None
    recorded_b: str | None
    answer_a: str | None
    answer_b: str | None
    recorded_answer_a: str | None
    recorded_answer_b: str | None
    source_a: str | None
    source_b: str | None
    rule_a: str | None
    rule_b: str | None
    score_a: float | None
    score_b: float | None
    same_question: bool
    recorded_cell: Cell
    rescored_cell: Cell
    cause: Cause
    model: int
    scorer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Single:
    """One item of one lane that could not be paired.

    Attributes:
        ordinal: in its own lane.
        verdict: our verdict; `recorded` the recorded one, None without.
    """

    task: str | None
    item_id: str
    attempt: int
    ordinal: int
    category: str | None
    verdict: str
    recorded: str | None


class Rows(Sequence[Record], Generic[Record]):
    """Some rows of a table, in order; each is made a record when it is looked at. Nothing in it changes.

    A slice, and what `where` leaves, are views: the table is shared.
    """

    __slots__ = ("_indices", "_make", "_table")

    def __init__(self, table: pa.Table, make: Callable[..., Record], indices: Indices | None = None) -> None:
        """Keep the table; `make` takes its columns by name. Without indices: every row."""
        self._table = table
        self._make = make
        self._indices = np.arange(table.num_rows, dtype=np.int64) if indices is None else indices

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._indices)

    @overload
    def __getitem__(self, at: int) -> Record: ...
    @overload
    def __getitem__(self, at: slice) -> Rows[Record]: ...
    def __getitem__(self, at: int | slice) -> Record | Rows[Record]:
        """Return the record there, or the rows of a slice."""
        if isinstance(at, slice):
            return Rows(self._table, self._make, self._indices[at])
        (row,) = self._table.take(pa.array(self._indices[[at]])).to_pylist()
        return self._make(**row)

    def __iter__(self) -> Iterator[Record]:
        """Return the records one by one, some thousand read at once."""
        for start in range(0, len(self), _READ_AT_ONCE):
            some = self._table.take(pa.array(self._indices[start : start + _READ_AT_ONCE]))
            yield from (self._make(**row) for row in some.to_pylist())

    def where(self, **equals: str | float | bool | None) -> Rows[Record]:
        """Return the rows whose columns have those values; None stands for no value.

        Raises:
            KeyError: a column that is not there.
        """
        masks = (_equal(self._table[name], value) for name, value in equals.items())
        mask = reduce(np.logical_and, masks, np.ones(self._table.num_rows, dtype=bool))
        return self.only(mask)

    def only(self, mask: npt.NDArray[np.bool_]) -> Rows[Record]:
        """Return the rows that a mask over the whole table lets through."""
        return Rows(self._table, self._make, self._indices[mask[self._indices]])

    def table(self, *columns: str) -> pa.Table:
        """Return these rows as an Arrow table; all columns if none is named."""
        chosen = self._table.select(list(columns)) if columns else self._table
        return chosen if len(self) == chosen.num_rows else chosen.take(pa.array(self._indices))

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return tuple(self._table.column_names)


def _equal(column: pa.ChunkedArray, value: object) -> npt.NDArray[np.bool_]:
    found = pc.is_null(column) if value is None else pc.fill_null(pc.equal(column, value), fill_value=False)
    mask: npt.NDArray[np.bool_] = found.to_numpy(zero_copy_only=False)
    return mask
