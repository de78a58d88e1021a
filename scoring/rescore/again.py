"""An item of an audit, decided again: the same response under another policy, without its run file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.audit.canonical import decode_json
from scoring.audit.item_row import ItemRow
from scoring.audit.schema import JSON_COLUMNS
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


ITEM_COLUMNS: Final = (
    "item_id", "task_type", "task", "attempt", "category", "domain", "cluster", "prompt", "options", "target",
    "target_mode", "content", "reasoning", "finish_reason", "images", "image_size", "reasoning_fallback",
    "answer_gt", "annotation_gt", "annotation_pred", "reward_contract", "pred_labels", "pred_scores",
    "target_labels", "choice_scores", "metadata",
)  # fmt: skip
"""The columns of an audit that hold what was scored."""

_AS_THEY_ARE: Final = (
    "item_id", "task", "attempt", "category", "domain", "cluster", "prompt", "answer_gt", "annotation_gt",
    "annotation_pred", "reward_contract",
)  # fmt: skip
_LISTS_OR_NONE: Final = ("pred_labels", "pred_scores", "target_labels", "choice_scores")


def item_of_row(row: ItemRow, *, audited: Policy, lane_fallback: bool | None = None) -> Item:
    """Return the item as it was scored; what the run recorded is left out.

    The item's own fallback is not a column. It is known where it overruled the lane and the policy;
    one that agreed with them decides nothing under the same policy, and is taken as not set.
    """
    values = {name: getattr(row, name) for name in ITEM_COLUMNS}
    return _item(values, usual=usual_fallback(audited, lane_fallback=lane_fallback))


def items_of_rows(rows: Iterable[Mapping[str, Any]], *, usual: bool) -> Iterator[Item]:
    """Yield the item of each row of `ITEM_COLUMNS`, JSON columns still as text.

    Args:
        usual: the reasoning fallback where an item does not overrule it.
    """
    for row in rows:
        yield _item({n: decode_json(v) if n in JSON_COLUMNS else v for n, v in row.items()}, usual=usual)


def usual_fallback(audited: Policy, *, lane_fallback: bool | None) -> bool:
    """Return the reasoning fallback of an item that does not overrule it: the lane's, else the policy's."""
    return audited.reasoning_fallback if lane_fallback is None else lane_fallback


def _item(values: Mapping[str, Any], *, usual: bool) -> Item:
    fallback = values["reasoning_fallback"]
    return Item(
        task_type=TaskType(values["task_type"]),
        options=values["options"] or {},
        target=tuple(values["target"] or ()),
        target_mode="all" if values["target_mode"] == "all" else "any",
        response=Response(
            content=values["content"], reasoning=values["reasoning"], finish_reason=values["finish_reason"]
        ),
        images=tuple(values["images"] or ()),
        image_size=_pair(values["image_size"]),
        allow_reasoning_fallback=None if fallback == usual else fallback,
        metadata=values["metadata"] or {},
        **_others(values),
    )


def _others(values: Mapping[str, Any]) -> dict[str, Any]:
    lists = {name: None if values[name] is None else tuple(values[name]) for name in _LISTS_OR_NONE}
    return lists | {name: values[name] for name in _AS_THEY_ARE}


def _pair(size: Sequence[int] | None) -> tuple[int, int] | None:
    """Return `(width, height)`, which the half-life of points depends on."""
    return None if size is None or len(size) != _WIDTH_AND_HEIGHT else (size[0], size[1])
