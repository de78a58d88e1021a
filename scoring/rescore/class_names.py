"""Whether the classes of predictions and targets meet at all, over a whole run of detections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from scoring.audit.info import RunFinding
from scoring.records import TaskType

NAME = "class_names_differ"

MOST_NAMES = 10_000
"""So many names of a side are kept; a run with more says nothing about them."""

_SHOWN = 3
_LONGEST = 40


class ClassNames:
    """Collects the classes of both sides batch by batch; memory grows with the number of classes."""

    def __init__(self) -> None:
        """Start with no item."""
        self._target: set[str] = set()
        self._pred: set[str] = set()
        self._n_items = 0

    def add(self, rows: pa.RecordBatch) -> None:
        """Count the rows of one batch."""
        is_detection = pc.equal(rows.column("task_type"), TaskType.DETECTION.value)
        kept = rows.select(["target_labels", "pred_labels"]).filter(is_detection)
        for targets, preds in zip(*(column.to_pylist() for column in kept.columns), strict=True):
            self._n_items += bool(targets) and bool(preds)
            for names, found in ((self._target, targets), (self._pred, preds)):
                if len(names) <= MOST_NAMES:
                    names.update(found or ())

    def findings(self, *, takes_names: bool) -> Iterator[RunFinding]:
        """Yield what is to be said if no class of a prediction is one of the target's.

        Args:
            takes_names: whether the run's loader reads a file of class names.
        """
        if not self._n_items or self._target & self._pred:
            return
        if max(len(self._target), len(self._pred)) > MOST_NAMES:
            return
        cure = " Pass --with names=FILE, one name a line, counted from 0." if takes_names else ""
        message = (
            f"The class names of predictions ({_some(self._pred)}) and targets ({_some(self._target)}) "
            f"don't meet at all, so that nothing can earn.{cure}"
        )
        yield RunFinding(name=NAME, message=message, n_items=self._n_items)


def _some(names: Sequence[str] | set[str]) -> str:
    listed = sorted(names, key=lambda name: (len(name), name))[:_SHOWN]
    return ", ".join(name[:_LONGEST] for name in listed) + (", …" if len(names) > _SHOWN else "")
