"""The means of the scores and rewards of an audit, each with the number of items that have one."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from scoring.audit.filter import Filter
from scoring.audit.query import Audit

SCORES: Final = (
    "recorded_score",
    "score",
    "answer_reward",
    "annotation_reward",
    "task_reward",
    "format_score",
    "annotation_parse_ok",
)
"""Columns between 0 and 1 whose mean says something, in the order in which they are shown."""


class ScoreMean(NamedTuple):
    """The mean of one column: its name, how many items have a value, and their mean, 0..1."""

    name: str
    n: int
    mean: float


def score_means(audit: Audit, where: Filter = Filter()) -> tuple[ScoreMean, ...]:
    """Return the mean of every column of `SCORES` that holds a value, over the items behind a filter.

    Empty where nothing but `score` is given: that mean says no more than the accuracy.
    """
    table = audit.table(where, SCORES)
    known = {name: [v for v in table[name].to_pylist() if v is not None] for name in SCORES}
    if not any(values for name, values in known.items() if name != "score"):
        return ()
    return tuple(
        ScoreMean(name, len(values), math.fsum(values) / len(values))
        for name, values in known.items()
        if values
    )
