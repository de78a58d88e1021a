"""The one table that says which module scores which task type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from scoring.policy import Policy
from scoring.records import Decision, Item, TaskType
from scoring.tasks.choice import score_choice, score_multi_choice
from scoring.tasks.detection import score_detection
from scoring.tasks.loglikelihood import score_loglikelihood
from scoring.tasks.number import score_number
from scoring.tasks.short_text import score_short_text
from scoring.tasks.substring import score_substring
from scoring.tasks.trace_item import score_trace_item

Scorer: TypeAlias = Callable[..., Decision]

SCORERS: Mapping[TaskType, Scorer] = {
    TaskType.CHOICE: score_choice,
    TaskType.MULTI_CHOICE: score_multi_choice,
    TaskType.NUMBER: score_number,
    TaskType.SHORT_TEXT: score_short_text,
    TaskType.SUBSTRING: score_substring,
    TaskType.TRACE: score_trace_item,
    TaskType.DETECTION: score_detection,
    TaskType.LOGLIKELIHOOD: score_loglikelihood,
}
"""Task type -> its scorer; every type has one."""


def score_item(item: Item, policy: Policy, *, lane_fallback: bool | None = None) -> Decision:
    """Return our decision on one item; any response is data, none raises.

    Args:
        item: the item with its response.
        policy: how to extract and compare.
        lane_fallback: the lane's setting of the reasoning fallback; None leaves it to the policy.
            The item's own setting wins over both.
    """
    fallback = item.allow_reasoning_fallback
    if fallback is None:
        fallback = policy.reasoning_fallback if lane_fallback is None else lane_fallback
    return SCORERS[item.task_type](item, policy, fallback=fallback)
