from collections.abc import Callable

import pytest

from scoring.diagnose.case import Case, case_of
from scoring.policy import POLICIES
from scoring.records import Item, Response, TaskType
from scoring.tasks import score_item
from scoring.trace.contracts import ANNOTATION_TYPES

POLICY = POLICIES["final-answer-v1"]


@pytest.fixture
def item_of() -> Callable[..., Item]:
    """Return a function that makes a Trace item of a type, a target and a prediction."""

    def make(name: str, *, target: object, pred: object, size=(800, 600), **fields) -> Item:
        contract = {"id": ANNOTATION_TYPES[name].reward_id, "type": name}
        return Item(
            item_id="a",
            task_type=TaskType.TRACE,
            response=Response(content=f'{{"answer": 1, "annotation": {json_text(pred)}}}'),
            image_size=size,
            answer_gt={"type": "integer", "value": 1},
            annotation_gt={"type": name, "value": target},
            reward_contract={"annotation": contract},
            **fields,
        )

    return make


@pytest.fixture
def case(item_of) -> Callable[..., Case]:
    """Return a function that makes the case of a Trace item."""

    def make(name: str, **sides) -> Case:
        item = item_of(name, **sides)
        made = case_of(item, score_item(item, POLICY))
        assert made is not None
        return made

    return make


def json_text(value: object) -> str:
    import json

    return json.dumps(value)
