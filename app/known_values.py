"""Facets whose values are known beforehand; the values of others depend on the run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.audit.filter import AGREEMENTS, BANDS, NULL
from scoring.diagnose.findings import FINDINGS
from scoring.records import Ambiguity, AnswerKind, Source, Status, TaskType, Verdict

_BOOLEANS: Final = ("true", "false")

KNOWN_VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "verdict": tuple(Verdict),
    "recorded_verdict": tuple(Verdict),
    "change": tuple(f"{old}>{new}" for old in (*Verdict, NULL) for new in Verdict),
    "agreement": AGREEMENTS,
    "findings": tuple(FINDINGS),
    "task_type": tuple(TaskType),
    "answer_kind": tuple(AnswerKind),
    "extraction_source": tuple(Source),
    "extraction_status": tuple(Status),
    "ambiguity": tuple(Ambiguity),
    "annotation_band": BANDS,
    "score_band": BANDS,
    "recorded_ambiguity": _BOOLEANS,
    "has_reasoning_examples": _BOOLEANS,
    "run_on": _BOOLEANS,
    "reasoning_fallback": _BOOLEANS,
    "annotation_parse_ok": _BOOLEANS,
}
"""Facet -> every value that a filter can name, `NULL` apart."""
