"""An item as far as it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scoring.records import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The columns of an audit that a picture is drawn from, JSON decoded; names as in the audit.

    Attributes:
        images: as the run has them; a `Path` is a file that the audit itself keeps.
    """

    ordinal: int = 0
    item_id: str
    task_type: str
    images: tuple[str | Path, ...] = ()
    image_size: tuple[int, ...] | None = None
    metadata: Mapping[str, JsonValue] = field(default_factory=dict)
    annotation_type: str | None = None
    annotation_gt: JsonValue = None
    annotation_pred: JsonValue = None
    reward_contract: JsonValue = None
    pairs: JsonValue = None
    pred_labels: tuple[str, ...] | None = None
    target_labels: tuple[str, ...] | None = None
    pred_scores: tuple[float | None, ...] | None = None
    half_life_px: float | None = None
    half_life_source: str | None = None
    score: float | None = None
    answer_reward: float | None = None
    annotation_reward: float | None = None
    format_score: float | None = None
    annotation_parse_ok: float | None = None
    error_kinds: tuple[str, ...] = ()
    frame_finding: str | None = None

    @property
    def declared_size(self) -> tuple[int, int] | None:
        """Return (width, height) that the run declares, or None."""
        size = self.image_size
        return None if size is None or len(size) != 2 or min(size) <= 0 else (size[0], size[1])  # noqa: PLR2004
