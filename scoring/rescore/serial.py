"""Batches decided one after the other, in this process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scoring.rescore.batch import DecidedBatch, Entry, Scoring, decide_batch


def decide_batches(batches: Iterable[Sequence[Entry]], scoring: Scoring) -> Iterator[DecidedBatch]:
    """Return what becomes of each batch, in order, one at a time."""
    first_ordinal = 0
    for batch in batches:
        decided = decide_batch(batch, first_ordinal, scoring)
        first_ordinal += decided.rows.num_rows
        yield decided
