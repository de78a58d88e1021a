"""What a comparison reads of an audit, and verdicts as small numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from scoring.audit.query import Audit
from scoring.audit.summary import Tally

Codes: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.bool_]

VERDICTS: Final = ("correct", "incorrect", "no_answer", "unscorable")
"""Verdicts by their code; no verdict is -1."""
CORRECT: Final = 0
N_SCORED: Final = 3
"""Codes below this one count in an accuracy."""

SCORES: Final = (
    "score",
    "recorded_score",
    "answer_reward",
    "annotation_reward",
    "task_reward",
    "format_score",
)
"""Columns that hold a score between 0 and 1."""

_COLUMNS: Final = (
    "ordinal",
    "task",
    "item_id",
    "attempt",
    "category",
    "cluster",
    "verdict",
    "recorded_verdict",
    "answer",
    "recorded_answer",
    "extraction_source",
    "extraction_rule",
    "recorded_scorer",
    "item_digest",
    *SCORES,
)
_FEW_VALUES: Final = frozenset(
    {
        "task",
        "category",
        "verdict",
        "recorded_verdict",
        "extraction_source",
        "extraction_rule",
        "recorded_scorer",
    }
)


def read_lane(audit: Audit, *extra: str) -> pa.Table:
    """Return the rows of an audit in file order, with the columns that a comparison needs.

    Args:
        extra: more columns.
    """
    table = audit.table(columns=(*_COLUMNS, *extra)).combine_chunks()
    for at, name in enumerate(table.column_names):
        if name in _FEW_VALUES:
            encoded = pc.dictionary_encode(table[name]).unify_dictionaries()
            table = table.set_column(at, name, encoded)
    return table


def verdict_codes(column: pa.ChunkedArray) -> npt.NDArray[np.int8]:
    """Return the code of every verdict, -1 for none."""
    return codes_of(column, VERDICTS).astype(np.int8)


def codes_of(column: pa.ChunkedArray, names: Sequence[str]) -> Codes:
    """Return the place of every value among the names, -1 for no value and for any other."""
    found = pc.index_in(_plain(column), value_set=pa.array(names, pa.string()))
    codes: Codes = pc.fill_null(found, -1).to_numpy().astype(np.int64)
    return codes


def group_codes(column: pa.ChunkedArray) -> tuple[Codes, list[object]]:
    """Return the number of each row's value, and the values by number; no value is a value, too."""
    encoded = pc.dictionary_encode(_plain(column), null_encoding="encode").combine_chunks()
    array = encoded if isinstance(encoded, pa.DictionaryArray) else encoded.chunk(0)
    return array.indices.to_numpy().astype(np.int64), array.dictionary.to_pylist()


def differ(a: pa.ChunkedArray, b: pa.ChunkedArray) -> Mask:
    """Return where two columns hold different values; no value equals no value."""
    left, right = _plain(a), _plain(b)
    unequal = pc.fill_null(pc.not_equal(left, right), fill_value=False)
    one_missing = pc.xor(pc.is_null(left), pc.is_null(right))
    found: Mask = pc.or_(unequal, one_missing).to_numpy()
    return found


def tally_verdicts(column: pa.ChunkedArray) -> Tally:
    """Return how often each verdict occurs."""
    counts = np.bincount(verdict_codes(column) + 1, minlength=len(VERDICTS) + 1)
    names = ("not_recorded", *VERDICTS)
    return Tally(**{name: int(count) for name, count in zip(names, counts, strict=True)})


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if pa.types.is_dictionary(column.type):
        return column.cast(column.type.value_type)
    return column
