"""What is odd about a run as a whole, counted while its rows are made."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

from scoring.audit.info import COORDINATE_FRAME, RunFinding
from scoring.diagnose.far_witness import FAR_GAIN
from scoring.diagnose.frames import TARGET
from scoring.diagnose.vote import Ballot, FrameVote
from scoring.loaders.boxes import FORMS, OPTION
from scoring.loaders.registry import LOADERS
from scoring.rescore.batch import DecidedBatch
from scoring.rescore.class_names import ClassNames
from scoring.rescore.unscored import UnscoredCounts

TARGET_OUTSIDE = "target_outside_image"
SIZE_DIFFERS = "image_size_differs"
FAR_WITNESS = "far_witness"

_OPTIONS = {frame.name: name for name, frame in FORMS.items()}
"""Frame -> the value of the loaders' option that reads boxes in it."""


class RunCounts:
    """Counts rows and problems batch by batch: a few bytes an item."""

    def __init__(self, loader: str = "") -> None:
        """Start with no item.

        Args:
            loader: name of the format that the run is read as, whose options cures may name.
        """
        known = next((one for one in LOADERS if one.name == loader), None)
        self._takes_boxes = known is not None and OPTION in known.options
        self._takes_names = known is not None and "names" in known.roles
        self._unscored = UnscoredCounts()
        self._classes = ClassNames()
        self._keys = array("q")
        self._ballot = Ballot()
        self._n_outside = 0
        self._n_sizes = 0
        self._n_far = 0

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
        self._n_far += sum(FAR_WITNESS in one for one in kinds)
        self._unscored.add(batch.rows)
        self._classes.add(batch.rows)
        for found in batch.frames:
            self._ballot.add(found)

    def findings(self) -> tuple[RunFinding, ...]:
        """Return what is odd about the run, if anything is."""
        return (
            *self._duplicates(),
            *self._unscored.findings(),
            *self._classes.findings(takes_names=self._takes_names),
            *(self._frame_finding(vote) for vote in self._ballot.votes()),
            *self._far_witnesses(),
            *self._sizes(),
        )

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

    def _far_witnesses(self) -> Iterator[RunFinding]:
        if self._n_far:
            message = (
                f"One far witness spoils the pairs of the others: without it the annotation would earn at "
                f"least {FAR_GAIN} more."
            )
            where = {"error_kinds": [FAR_WITNESS]}
            yield RunFinding(name=FAR_WITNESS, message=message, n_items=self._n_far, where=where)

    def _frame_finding(self, vote: FrameVote) -> RunFinding:
        is_target = vote.frame.startswith(TARGET)
        whose = "their targets are" if is_target else "they are"
        option = None if is_target or not self._takes_boxes else _OPTIONS.get(vote.frame)
        cure = f" Try --option {OPTION}={option}." if option else ""
        return RunFinding(
            name=COORDINATE_FRAME,
            message=f"{vote.n_items:,} of the {vote.n_low:,} items with predictions whose annotation scores "
            f"below 0.5 would score at least 0.5 if {whose} read as {vote.frame.removeprefix(TARGET)}.{cure}",
            n_items=vote.n_items,
            where={"frames_fitting": [vote.frame]},
        )


def _key_hashes(rows: pa.RecordBatch) -> Iterator[int]:
    """Return one number for the key of each row: eight bytes an item, whatever the ids."""
    columns = (rows.column(name).to_pylist() for name in ("task", "item_id", "attempt"))
    return map(hash, zip(*columns, strict=True))
