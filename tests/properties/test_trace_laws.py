"""Laws of the Trace verifier that hold for any content."""

import json
import math
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring import explain_trace_response, score_trace_batch, score_trace_response
from scoring.trace.contracts import ANNOTATION_TYPES
from scoring.trace.geometry.bbox import iou

coordinates = st.one_of(st.integers(-2000, 2000), st.floats(-2000, 2000, width=32))
positive = st.floats(0.5, 500, width=32)
points = st.tuples(coordinates, coordinates).map(list)
segments = st.tuples(points, points).map(list)
boxes = st.tuples(coordinates, coordinates, positive, positive).map(
    lambda box: [box[0], box[1], box[0] + box[2], box[1] + box[3]]
)
WITNESSES = {"bbox": boxes, "point": points, "segment": segments}
names = st.text("abcXYZ ", min_size=1).filter(str.strip)


def annotations(kind: str) -> st.SearchStrategy[Any]:
    chosen = ANNOTATION_TYPES[kind]
    one = WITNESSES[chosen.geometry.name]
    return {
        "scalar": one,
        "set": st.lists(one, max_size=7),
        "sequence": st.lists(one, max_size=7),
        "map": st.dictionaries(names.map(str.strip), one, max_size=5),
        "set_map": st.dictionaries(names.map(str.strip), st.lists(one, max_size=4), max_size=4),
    }[chosen.container.name]


KINDS = st.sampled_from(sorted(ANNOTATION_TYPES))
PAIRS = KINDS.flatmap(lambda kind: st.tuples(st.just(kind), annotations(kind), annotations(kind)))
SETS = st.sampled_from(["bbox_set", "point_set", "segment_set"]).flatmap(
    lambda kind: st.tuples(st.just(kind), annotations(kind), annotations(kind))
)


def arguments(kind: str, target: object, response: object, **more: object) -> dict[str, Any]:
    return {
        "response": response,
        "answer_gt": {"type": "integer", "value": 7},
        "annotation_gt": {"type": kind, "value": target},
        "reward_contract": {"annotation": {"id": ANNOTATION_TYPES[kind].reward_id, "type": kind}},
    } | more


def reward(kind: str, target: object, pred: object, **more: object) -> float:
    response = json.dumps({"answer": 7, "annotation": pred})
    return score_trace_response(**arguments(kind, target, response, **more))["annotation_reward"]


@given(boxes, boxes)
def test_iou_is_symmetric_and_within_zero_and_one(a: list[float], b: list[float]) -> None:
    assert 0.0 <= iou(tuple(a), tuple(b)) <= 1.0
    assert iou(tuple(a), tuple(b)) == pytest.approx(iou(tuple(b), tuple(a)), abs=1e-12)


@given(boxes)
def test_a_box_is_wholly_like_itself(box: list[float]) -> None:
    assert iou(tuple(box), tuple(box)) == pytest.approx(1.0)


@given(PAIRS)
def test_the_reward_is_within_zero_and_one(pair: tuple[str, object, object]) -> None:
    assert 0.0 <= reward(*pair) <= 1.0 + 1e-12


@given(KINDS.flatmap(lambda kind: st.tuples(st.just(kind), annotations(kind))))
def test_the_target_itself_earns_everything(case: tuple[str, object]) -> None:
    kind, target = case
    assert reward(kind, target, target) == pytest.approx(1.0)


@given(SETS, st.randoms(use_true_random=False))
def test_the_order_of_a_set_of_boxes_is_irrelevant(case: tuple[str, list, list], random: Any) -> None:
    kind, target, pred = case
    shuffled = random.sample(pred, len(pred))
    # Points and segments of equal total distance may pair either way; boxes pair for what is summed.
    if kind == "bbox_set":
        assert reward(kind, target, shuffled) == pytest.approx(reward(kind, target, pred), abs=1e-9)
    else:
        assert reward(kind, target, random.sample(target, len(target))) == pytest.approx(1.0)


@given(SETS.filter(lambda case: bool(case[1])), st.data())
def test_an_extra_witness_never_raises_the_reward_of_an_exact_match(
    case: tuple[str, list, list], data: st.DataObject
) -> None:
    kind, target, _ = case
    extra = data.draw(WITNESSES[ANNOTATION_TYPES[kind].geometry.name])
    assert reward(kind, target, [*target, extra]) <= reward(kind, target, target)


def scaled(value: Any, factor: float) -> Any:
    if isinstance(value, dict):
        return {key: scaled(part, factor) for key, part in value.items()}
    return [scaled(part, factor) for part in value] if isinstance(value, list) else value * factor


@given(PAIRS, st.sampled_from([0.25, 2.0, 8.0, 1024.0]))
def test_scaling_image_coordinates_and_half_life_together_changes_nothing(
    pair: tuple[str, object, object], factor: float
) -> None:
    kind, target, pred = pair
    before = reward(kind, target, pred, point_half_life_px=30.0)
    after = reward(kind, scaled(target, factor), scaled(pred, factor), point_half_life_px=30.0 * factor)
    assert after == pytest.approx(before, abs=1e-9)


@given(PAIRS, st.sampled_from([1e-200, 1e150, 1e200, 1e290]))
def test_extreme_scales_are_no_exception(pair: tuple[str, object, object], factor: float) -> None:
    kind, target, pred = pair
    response = json.dumps({"answer": 7, "annotation": scaled(pred, factor)})
    got = score_trace_response(**arguments(kind, scaled(target, factor), response))
    assert all(math.isfinite(value) for value in got.values())


@given(PAIRS)
def test_the_ledger_sums_to_the_reward_and_has_each_witness_once(pair: tuple[str, Any, Any]) -> None:
    kind, target, pred = pair
    response = "It is here. " + json.dumps({"answer": 7, "annotation": pred})
    explained = explain_trace_response(**arguments(kind, target, response))
    assert math.fsum(row.share for row in explained.ledger) == pytest.approx(
        explained.result["annotation_reward"], abs=1e-9
    )
    places = [(row.key, row.target_index) for row in explained.ledger if row.target is not None]
    assert len(places) == len(set(places)) == n_witnesses(kind, target)
    places = [(row.key, row.pred_index) for row in explained.ledger if row.pred is not None]
    assert len(places) == len(set(places)) == n_witnesses(kind, pred)


def n_witnesses(kind: str, value: Any) -> int:
    container = ANNOTATION_TYPES[kind].container.name
    if container == "scalar":
        return 1
    return sum(map(len, value.values())) if container == "set_map" else len(value)


@given(PAIRS)
def test_the_span_of_a_witness_holds_the_witness(pair: tuple[str, Any, Any]) -> None:
    kind, target, pred = pair
    response = "Är das {gut}? \n" + json.dumps({"annotation": pred, "answer": 7}, ensure_ascii=False) + "\n"
    read = ANNOTATION_TYPES[kind].geometry.read
    for row in explain_trace_response(**arguments(kind, target, response)).ledger:
        if row.pred is not None:
            assert read(json.loads(response[slice(*row.span)])) == row.pred


@given(st.lists(PAIRS, max_size=4))
def test_a_batch_gives_what_a_loop_gives(pairs: list[tuple[str, object, object]]) -> None:
    rows = [
        arguments(kind, target, json.dumps({"answer": 7, "annotation": pred})) for kind, target, pred in pairs
    ] * 2
    assert score_trace_batch(rows) == [score_trace_response(**row) for row in rows]


# Pieces that the envelope is made of, so that arbitrary texts come close to it.
pieces = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *('{"answer":7}', '{"answer":', "{'answer':7}", "{", "}", '"', "'", "\\", "```", "```json\n"),
                *("<answer>", "</answer>", "[", "]", "(", ")", ",", ":", "annotation", "7", "1e999", "NaN"),
                *("\ud800", "\x00", "\u00a0", " ", "\n", "#", "0x", "'''", "b'x'", "...", "{1+2j, 3}", "-"),
            ]
        ),
        st.text(max_size=5),
    ),
    max_size=30,
).map("".join)


@given(pieces)
@example('{"answer":' + "[" * 5000 + "]" * 5000 + "}")
@example('{"answer":' + "9" * 100_000 + "}")
@example("{'answer': {b'a', 1j, None}}")
def test_no_text_raises_or_gives_what_is_no_number(text: str) -> None:
    explained = explain_trace_response(**arguments("point_set", [[1, 2]], text, format_weight=0.5))
    assert all(math.isfinite(value) for value in explained.result.values())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(KINDS, json_values, json_values, json_values)
def test_no_structure_raises_or_gives_what_is_no_number(
    kind: str, target: object, answer: object, annotation: object
) -> None:
    response = json.dumps({"answer": answer, "annotation": annotation})
    explained = explain_trace_response(**arguments(kind, target, response))
    assert all(math.isfinite(value) for value in explained.result.values())


@given(st.text(), st.sampled_from([None, 7, b"x", ["x"], {"answer": 7}]))
def test_prose_without_quotes_braces_and_fences_changes_no_reward(prose: str, other: object) -> None:
    prose = "".join(char for char in prose if char not in '{}"`<\\')
    alone = score_trace_response(**arguments("point", [1, 2], '{"answer":7}'))
    assert score_trace_response(**arguments("point", [1, 2], prose + '{"answer":7}')) == alone
    assert score_trace_response(**arguments("point", [1, 2], other))["overall"] == 0.0
