"""What is odd about a run as a whole, counted while its rows are made."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

from scoring.audit.info import RunFinding
from scoring.diagnose.frames import TARGET
from scoring.diagnose.vote import Ballot, FrameVote
from scoring.rescore.batch import DecidedBatch

TARGET_OUTSIDE = "target_outside_image"
SIZE_DIFFERS = "image_size_differs"


class RunCounts:
    """Counts rows and problems batch by batch: a few bytes an item."""

    def __init__(self) -> None:
        """Start with no item."""
        self._keys = array("q")
        self._ballot = Ballot()
        self._n_outside = 0
        self._n_sizes = 0

    @property
    def n_items(self) -> int:
        """Return the number of rows counted."""
        return len(self._keys)

    def add(self, batch: DecidedBatch) -> None:
        """Count the rows and problems of one batch."""
        self._keys.extend(_key_hashes(batch.rows))
        self._n_sizes += sum(one.kind == SIZE_DIFFERS for one in batch.problems)
        kinds = batch.rows.column("error_kinds").drop_null().to_pylist()
        self._n_outside += sum(TARGET_OUTSIDE in one for one in kinds)
        for found in batch.frames:
            self._ballot.add(found)

    def findings(self) -> tuple[RunFinding, ...]:
        """Return what is odd about the run, if anything is."""
        return (*self._duplicates(), *map(_frame_finding, self._ballot.votes()), *self._sizes())

    def _duplicates(self) -> Iterator[RunFinding]:
        n_repeated = len(self._keys) - pc.count_distinct(pa.array(self._keys, pa.int64())).as_py()
        if n_repeated:
            message = "Items share task, id and attempt with an earlier one; a comparison pairs none of them."
            yield RunFinding(name="duplicate_keys", message=message, n_items=n_repeated)

    def _sizes(self) -> Iterator[RunFinding]:
        if self._n_outside:
            message = "Targets lie wholly outside their image: their coordinates, or its size, are in doubt."
            where = {"error_kinds": [TARGET_OUTSIDE]}
            yield RunFinding(name=TARGET_OUTSIDE, message=message, n_items=self._n_outside, where=where)
        if self._n_sizes:
            message = "The image file has another size than the item declares; the declared one was scored."
            yield RunFinding(name=SIZE_DIFFERS, message=message, n_items=self._n_sizes)


def _frame_finding(vote: FrameVote) -> RunFinding:
    is_target = vote.frame.startswith(TARGET)
    whose = "their targets are" if is_target else "they are"
    return RunFinding(
        name="coordinate_frame",
        message=f"{vote.n_items:,} of the {vote.n_low:,} items whose annotation scores below 0.5 would score "
        f"at least 0.5 if {whose} read as {vote.frame.removeprefix(TARGET)}.",
        n_items=vote.n_items,
        where={"frames_fitting": [vote.frame]},
    )


def _key_hashes(rows: pa.RecordBatch) -> Iterator[int]:
    """Return one number for the key of each row: eight bytes an item, whatever the ids."""
    columns = (rows.column(name).to_pylist() for name in ("task", "item_id", "attempt"))
    return map(hash, zip(*columns, strict=True))
