"""The columns of an audit: the one place that names and types them."""

from __future__ import annotations

import pyarrow as pa

SCHEMA_VERSION = 2
"""Raised whenever a column is added, removed or changes its meaning."""

_TEXT = pa.string()
_JSON = pa.string()
_TEXTS = pa.list_(pa.field("item", pa.string()))
_FLOATS = pa.list_(pa.field("item", pa.float64()))


def _column(name: str, kind: pa.DataType, *, required: bool = False) -> pa.Field:
    return pa.field(name, kind, nullable=not required)


SCHEMA = pa.schema(
    [
        _column("ordinal", pa.int64(), required=True),
        _column("task", _TEXT),
        _column("item_id", _TEXT, required=True),
        _column("attempt", pa.int32(), required=True),
        _column("category", _TEXT),
        _column("domain", _TEXT),
        _column("cluster", _TEXT),
        _column("task_type", _TEXT, required=True),
        _column("prompt", _TEXT),
        _column("content", _TEXT),
        _column("reasoning", _TEXT),
        _column("finish_reason", _TEXT),
        _column("options", _JSON),
        _column("target", _JSON),
        _column("target_mode", _TEXT),
        _column("metadata", _JSON),
        _column("images", _TEXTS),
        _column("image_size", pa.list_(pa.field("item", pa.int32()))),
        _column("answer", _TEXT),
        _column("answer_kind", _TEXT, required=True),
        _column("has_reasoning_examples", pa.bool_(), required=True),
        _column("extraction_source", _TEXT),
        _column("extraction_rule", _TEXT),
        _column("extraction_status", _TEXT, required=True),
        _column("span_start", pa.int32()),
        _column("span_end", pa.int32()),
        _column("ambiguity", _TEXT, required=True),
        _column("earlier_answer", _TEXT),
        _column("run_on", pa.bool_(), required=True),
        _column("reasoning_fallback", pa.bool_(), required=True),
        _column("n_candidates", pa.int32(), required=True),
        _column("candidates", _JSON),
        _column("reasoning_candidates", _JSON),
        _column("verdict", _TEXT, required=True),
        _column("score", pa.float64()),
        _column("explanation", _TEXT, required=True),
        _column("details", _JSON),
        _column("recorded_scorer", _TEXT),
        _column("recorded_answer", _TEXT),
        _column("recorded_method", _TEXT),
        _column("recorded_verdict", _TEXT),
        _column("recorded_score", pa.float64()),
        _column("recorded_ambiguity", pa.bool_()),
        _column("recorded_all", _JSON),
        _column("findings", _TEXTS, required=True),
        _column("answer_gt", _JSON),
        _column("annotation_gt", _JSON),
        _column("annotation_pred", _JSON),
        _column("reward_contract", _JSON),
        _column("pred_labels", _TEXTS),
        _column("pred_scores", _FLOATS),
        _column("target_labels", _TEXTS),
        _column("choice_scores", _FLOATS),
        _column("item_hash", _TEXT, required=True),
        _column("content_hash", _TEXT, required=True),
        # Of annotations only: Trace and detection items.
        _column("pairs", _JSON),
        _column("annotation_type", _TEXT),
        _column("half_life_source", _TEXT),
        _column("error_kinds", _TEXTS),
        _column("frame_finding", _TEXT),
        _column("frame_scores", _JSON),
        _column("frames_fitting", _TEXTS),
        _column("answer_reward", pa.float64()),
        _column("annotation_reward", pa.float64()),
        _column("task_reward", pa.float64()),
        _column("format_score", pa.float64()),
        _column("annotation_parse_ok", pa.float64()),
        _column("half_life_px", pa.float64()),
    ]
)
"""Name, type and nullability of every column, in the order of the file. `docs/audit.md` describes them."""

JSON_COLUMNS = (
    "options",
    "target",
    "metadata",
    "candidates",
    "reasoning_candidates",
    "details",
    "recorded_all",
    "answer_gt",
    "annotation_gt",
    "annotation_pred",
    "reward_contract",
    "pairs",
    "frame_scores",
)
"""Text columns that hold JSON."""

TEXT_COLUMNS = ("prompt", "content", "reasoning")
"""Columns of unbounded model or prompt text; list queries never read them unasked."""

DICTIONARY_COLUMNS = (
    "task",
    "category",
    "domain",
    "cluster",
    "task_type",
    "finish_reason",
    "target_mode",
    "answer",
    "answer_kind",
    "extraction_source",
    "extraction_rule",
    "extraction_status",
    "ambiguity",
    "earlier_answer",
    "verdict",
    "recorded_scorer",
    "recorded_answer",
    "recorded_method",
    "recorded_verdict",
    "annotation_type",
    "half_life_source",
    "frame_finding",
)
"""Columns of few different values, written with a dictionary."""

STATISTICS_COLUMNS = ("ordinal",)
"""Columns whose least and greatest value a row group notes, so that one item is found without a scan."""
