"""Which item of one lane is which item of the other: by task, item id and attempt, in columns."""

from __future__ import annotations

from typing import Final, NamedTuple

import duckdb
import numpy as np
import pyarrow as pa

from scoring.stats.rows import Indices

KEY: Final = ("task", "item_id", "attempt")

# One row a key of either lane: where it stands first, and how often, in each.
_KEYS = """
    CREATE TEMP TABLE keys AS
    SELECT min(place) FILTER (lane = 0) AS a, min(place) FILTER (lane = 1) AS b,
           count(*) FILTER (lane = 0) AS n_a, count(*) FILTER (lane = 1) AS n_b
    FROM (SELECT 0 AS lane, * FROM lane_a UNION ALL SELECT 1 AS lane, * FROM lane_b)
    GROUP BY task, item_id, attempt
"""


class Matched(NamedTuple):
    """Every row of both lanes, by its place, in exactly one of these; pairs in the order of lane A.

    Attributes:
        a: rows of lane A that are paired; `b` their partners.
        only_a: rows whose key lane B does not have; `only_b` likewise.
        duplicates_a: rows of lane A whose key is not unique in both lanes; `duplicates_b` likewise.
    """

    a: Indices
    b: Indices
    only_a: Indices
    only_b: Indices
    duplicates_a: Indices
    duplicates_b: Indices


def match_rows(a: pa.Table, b: pa.Table) -> Matched:
    """Return which rows have the same key; a key that is not unique in a lane is paired with nothing.

    Args:
        a: rows of lane A with the columns of `KEY`; `b` likewise.
    """
    with duckdb.connect(":memory:", config={"threads": 2, "python_enable_replacements": False}) as database:
        for name, table in (("lane_a", a), ("lane_b", b)):
            keys = table.select(list(KEY)).append_column("place", pa.array(np.arange(table.num_rows)))
            database.register(name, keys)
        database.execute(_KEYS)
        paired = database.sql("SELECT a, b FROM keys WHERE n_a = 1 AND n_b = 1 ORDER BY a").fetchnumpy()
        only_a = database.sql("SELECT a FROM keys WHERE n_a = 1 AND n_b = 0 ORDER BY a").fetchnumpy()["a"]
        only_b = database.sql("SELECT b FROM keys WHERE n_b = 1 AND n_a = 0 ORDER BY b").fetchnumpy()["b"]
    at_a, at_b = _indices(paired["a"]), _indices(paired["b"])
    alone_a, alone_b = _indices(only_a), _indices(only_b)
    return Matched(
        a=at_a,
        b=at_b,
        only_a=alone_a,
        only_b=alone_b,
        duplicates_a=_rest(a.num_rows, at_a, alone_a),
        duplicates_b=_rest(b.num_rows, at_b, alone_b),
    )


def _indices(found: np.ndarray) -> Indices:
    # A column that could hold NULL comes masked, though none is left.
    return np.asarray(np.ma.getdata(found), dtype=np.int64)


def _rest(n: int, *placed: Indices) -> Indices:
    left = np.ones(n, dtype=bool)
    for some in placed:
        left[some] = False
    return np.flatnonzero(left).astype(np.int64)
