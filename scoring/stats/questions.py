"""Pairs whose question differs between the lanes, and in what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import pyarrow as pa

from scoring.audit.query import Audit
from scoring.stats.lane_rows import Mask, differ
from scoring.stats.pairing import Matched

PARTS: Final = ("target", "options", "prompt", "images")
"""What a question is made of, most serious first."""


def differing_parts(a: Audit, b: Audit, matched: Matched, same_question: Mask) -> Mapping[str, Mask]:
    """Return which pairs differ in each part; reads the audits only if some pair does.

    Args:
        same_question: of every pair, in order.
    """
    if same_question.all():
        return {part: np.zeros(len(same_question), dtype=bool) for part in PARTS}
    columns = [f"{part}_digest" for part in PARTS]
    left = a.table(columns=columns).take(pa.array(matched.a))
    right = b.table(columns=columns).take(pa.array(matched.b))
    return {
        part: differ(left[name], right[name]) & ~same_question
        for part, name in zip(PARTS, columns, strict=True)
    }
