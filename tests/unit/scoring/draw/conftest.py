"""Scored annotations of every type, made here."""

import json
from collections.abc import Callable

import pytest

from scoring.draw.scene import Scene, build_scene
from scoring.draw.subject import Subject
from scoring.trace.contracts import ANNOTATION_TYPES
from scoring.trace.explain import TraceExplanation, explain_trace_response

Explain = Callable[..., TraceExplanation]
MakeScene = Callable[..., Scene]


@pytest.fixture
def explain() -> Explain:
    """Return what scores one annotation."""

    def explained(kind: str, *, target: object, pred: object, size: tuple = (1000, 800)) -> TraceExplanation:
        contract = {"annotation": {"id": ANNOTATION_TYPES[kind].reward_id, "type": kind}}
        return explain_trace_response(
            response=json.dumps({"answer": 1, "annotation": pred}),
            answer_gt={"type": "integer", "value": 1},
            annotation_gt={"type": kind, "value": target},
            reward_contract=contract,
            image_size=size,
            trace_reward_mode="answer_and_annotation",
        )

    return explained


@pytest.fixture
def make_scene(explain: Explain) -> MakeScene:
    """Return what makes the scene of one annotation."""

    def make(kind: str, *, target: object, pred: object) -> Scene:
        told = explain(kind, target=target, pred=pred)
        subject = Subject(
            item_id="one",
            task_type="trace",
            annotation_type=kind,
            annotation_gt={"type": kind, "value": target},
            annotation_pred=pred,
            half_life_px=told.half_life_px,
        )
        return build_scene(subject, rows=told.ledger)

    return make
