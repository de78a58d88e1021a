"""Annotations that earn nothing because of the run file, not of the response: counted over a run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

import pyarrow as pa

from scoring.audit.canonical import decode_json
from scoring.audit.info import RunFinding
from scoring.trace.contracts import FAULT_EXPECTS

CONTRACT, UNKNOWN_TYPE, TARGET = "contract_mismatch", "annotation_type_unknown", "target_unreadable"

_WHY: Mapping[str, str] = {
    UNKNOWN_TYPE: "annotation_gt.type is none of the annotation types",
    TARGET: "the target's own annotation cannot be read",
}
_LISTED = 3


class UnscoredCounts:
    """Counts batch by batch; memory grows with the kinds of defect."""

    def __init__(self) -> None:
        """Start with no item."""
        self._n: Counter[str] = Counter()
        self._faults: Counter[str] = Counter()
        self._expected: defaultdict[str, set[str]] = defaultdict(set)

    def add(self, rows: pa.RecordBatch) -> None:
        """Count the rows of one batch."""
        kinds, details = (rows.column(name).to_pylist() for name in ("error_kinds", "details"))
        for named, text in zip(kinds, details, strict=True):
            self._n.update(kind for kind in named or () if kind in {CONTRACT, *_WHY})
            if named and CONTRACT in named:
                self._add_fault(text)

    def findings(self) -> Iterator[RunFinding]:
        """Yield one finding a kind of defect."""
        for kind, n in sorted(self._n.items()):
            why = _WHY.get(kind) or "; ".join(self._contract_faults())
            message = f"Annotations were not scored, and earn 0: {why}."
            yield RunFinding(
                name=f"not_scored_{kind}", message=message, n_items=n, where={"error_kinds": [kind]}
            )

    def _add_fault(self, details: str | None) -> None:
        found = None if details is None else decode_json(details)
        fault = found.get("contract_fault") if isinstance(found, dict) else None
        what, _, expected = str(fault or "the reward contract does not fit").partition(FAULT_EXPECTS)
        self._faults[what] += 1
        self._expected[what].add(expected.partition(",")[0])

    def _contract_faults(self) -> Iterator[str]:
        for what, n in self._faults.most_common(_LISTED):
            wanted = sorted(filter(None, self._expected[what]))
            more = f" and {len(wanted) - _LISTED} more" if len(wanted) > _LISTED else ""
            one_of = "one of " if len(wanted) > 1 else ""
            told = f" (expected {one_of}{', '.join(wanted[:_LISTED])}{more})" if wanted else ""
            yield f"{what}{told}" + (f" × {n:,}" if len(self._faults) > 1 else "")
