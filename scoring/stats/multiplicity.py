"""Many tests at once: p-values adjusted for their number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

BENJAMINI_HOCHBERG: Final = "Benjamini-Hochberg"


def adjust_false_discovery(p_values: Sequence[float | None]) -> list[float | None]:
    """Return Benjamini-Hochberg adjusted p-values in the order given.

    Calling everything at or below 0.05 a difference keeps the expected share of false ones among
    them at 5 %. None (nothing to test) stays None and does not count.

    Source: Benjamini and Hochberg (1995), J. R. Statist. Soc. B 57:289-300.
    """
    tested = [at for at, p in enumerate(p_values) if p is not None]
    p = np.array([p_values[at] for at in tested], dtype=np.float64)
    order = np.argsort(p, kind="stable")
    scaled = p[order] * len(p) / np.arange(1, len(p) + 1)
    # An adjusted value is never above that of a greater p.
    least = np.minimum.accumulate(scaled[::-1])[::-1]
    adjusted: list[float | None] = [None] * len(p_values)
    for place, value in zip(order, np.minimum(least, 1.0), strict=True):
        adjusted[tested[place]] = float(value)
    return adjusted
