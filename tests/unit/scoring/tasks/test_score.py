import pytest

from scoring.policy import POLICIES
from scoring.records import Item, Response, TaskType
from scoring.tasks import score_item
from scoring.tasks.score import SCORERS

OFF, ON = POLICIES["final-answer-v1"], POLICIES["final-answer-v1+reasoning"]


def item(task_type: TaskType = TaskType.CHOICE, *, own: bool | None = None) -> Item:
    return Item(
        item_id="q1",
        task_type=task_type,
        options=dict.fromkeys("ABCD"),
        target=("D",),
        response=Response(content="", reasoning="FINAL: D"),
        allow_reasoning_fallback=own,
    )


@pytest.mark.parametrize(
    ("own", "lane", "policy", "effective"),
    [
        (None, None, OFF, False),
        (None, None, ON, True),
        (None, True, OFF, True),
        (None, False, ON, False),
        (True, False, OFF, True),
        (False, True, ON, False),
    ],
)
def test_an_items_own_fallback_wins_over_the_lanes_and_a_lanes_over_the_policys(
    own: bool | None,  # noqa: FBT001
    lane: bool | None,  # noqa: FBT001
    policy: object,
    effective: bool,  # noqa: FBT001
) -> None:
    decision = score_item(item(own=own), policy, lane_fallback=lane)
    assert decision.extraction.reasoning_fallback is effective
    assert (decision.verdict == "correct") is effective


def test_every_type_has_its_scorer() -> None:
    assert set(SCORERS) == set(TaskType)


@pytest.mark.parametrize("task_type", SCORERS, ids=str)
def test_every_scorer_stores_the_effective_fallback(task_type: TaskType) -> None:
    assert score_item(item(task_type), ON).extraction.reasoning_fallback is True
