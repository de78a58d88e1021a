"""An item of an audit, decided again: the same response under another policy, without its run file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.audit.item_row import ItemRow
from scoring.policy import Policy
from scoring.records import Decision, Item, Response, TaskType
from scoring.tasks import score_item

_WIDTH_AND_HEIGHT = 2


def decide_again(
    row: ItemRow, policies: Iterable[Policy], *, audited: Policy, lane_fallback: bool | None = None
) -> Mapping[str, Decision]:
    """Return the decision of each policy on an item, by the policy's name.

    Everything that decides is in the row: question, options, target and response, as loaded.

    Args:
        audited: the policy of the audit that the row is from.
        lane_fallback: the lane's setting of the reasoning fallback in that audit.
    """
    item = item_of_row(row, audited=audited, lane_fallback=lane_fallback)
    return {policy.name: score_item(item, policy, lane_fallback=lane_fallback) for policy in policies}


def item_of_row(row: ItemRow, *, audited: Policy, lane_fallback: bool | None = None) -> Item:
    """Return the item as it was scored; what the run recorded is left out.

    The item's own fallback is not a column. It is known where it overruled the lane and the policy;
    one that agreed with them decides nothing under the same policy, and is taken as not set.
    """
    usual = audited.reasoning_fallback if lane_fallback is None else lane_fallback
    return Item(
        item_id=row.item_id,
        task_type=TaskType(row.task_type),
        task=row.task,
        attempt=row.attempt,
        category=row.category,
        domain=row.domain,
        cluster=row.cluster,
        prompt=row.prompt,
        options=row.options,
        target=row.target,
        target_mode="all" if row.target_mode == "all" else "any",
        response=Response(content=row.content, reasoning=row.reasoning, finish_reason=row.finish_reason),
        images=row.images,
        image_size=_pair(row.image_size),
        allow_reasoning_fallback=None if row.reasoning_fallback == usual else row.reasoning_fallback,
        answer_gt=row.answer_gt,
        annotation_gt=row.annotation_gt,
        annotation_pred=row.annotation_pred,
        reward_contract=row.reward_contract,
        pred_labels=row.pred_labels,
        pred_scores=row.pred_scores,
        target_labels=row.target_labels,
        choice_scores=row.choice_scores,
        metadata=row.metadata,
    )


def _pair(size: tuple[int, ...] | None) -> tuple[int, int] | None:
    """Return `(width, height)`, which the half-life of points depends on."""
    return None if size is None or len(size) != _WIDTH_AND_HEIGHT else (size[0], size[1])
