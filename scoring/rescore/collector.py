"""How often Python looks for cyclic garbage while runs are rescored."""

from __future__ import annotations

import gc
from typing import Final

_THRESHOLDS: Final = (100_000, 50, 1000)


def relax_collector() -> None:
    """Let the whole process look for cyclic garbage seldom, and never among what it has loaded so far.

    Items and decisions hold no cycles, so that looking for them at every 700th object only costs
    time: 10 to 15 % of a rescoring. What does form cycles is still found, every 100,000 objects.
    Called where a process begins; a library must not change this for its callers.
    """
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
