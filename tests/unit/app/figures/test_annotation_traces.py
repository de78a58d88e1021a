import math
from dataclasses import replace

from app.figures.annotation_traces import arrow_traces, halo_traces, line_traces, ring_traces, spot_traces
from scoring.draw.overlay import build_overlay
from scoring.draw.scene import build_scene
from scoring.draw.subject import Subject


def overlay(kind: str, pairs: list):
    subject = Subject(item_id="a", task_type="trace", annotation_type=kind, pairs=pairs, half_life_px=30.0)
    return build_overlay(build_scene(subject), (400, 300))


def pair(index: int, target: list, pred: list) -> dict:
    places = {"target_index": index, "pred_index": index, "target": target, "pred": pred}
    return {"state": "paired", **places, "similarity": 0.5, "divisor": 1}


def test_every_corner_of_a_ring_lies_at_its_radius() -> None:
    ring = next(ring_traces(overlay("point", [pair(0, [100, 100], [110, 100])]).rings))
    points = [(x, y) for x, y in zip(ring["x"], ring["y"], strict=True) if x is not None]
    assert {round(math.dist(point, (100, 100)), 6) for point in points} == {30.0}


def test_many_witnesses_are_few_traces() -> None:
    many = overlay("bbox_set", [pair(i, [i, i, i + 9, i + 9], [i, i, i + 9, i + 8]) for i in range(200)])
    assert len(list(line_traces(many, many.strokes, 0.1))) <= 4
    few = replace(many, is_reduced=False)
    assert len(list(line_traces(few, few.strokes, 0.1))) >= 400


def test_an_arrow_has_its_head_where_the_next_witness_stands() -> None:
    steps = overlay("point_sequence", [pair(0, [10, 10], [9, 9]), pair(1, [90, 50], [80, 40])]).strokes
    heads = {one["name"]: one for one in arrow_traces(steps)}
    assert heads["target heads"]["x"][:2] == [10, 90]
    assert heads["target heads"]["marker"]["size"] == [0, 13, 0]


def test_a_white_halo_lies_under_every_line() -> None:
    strokes = overlay("bbox_set", [pair(0, [1, 1, 9, 9], [1, 1, 9, 8])]).strokes
    (halo,) = halo_traces(strokes, ())
    assert halo["line"]["color"] == "#FFFFFF"
    assert len([x for x in halo["x"] if x is None]) == len(strokes)


def test_each_side_has_its_symbol() -> None:
    spots = overlay("point", [pair(0, [1, 1], [9, 9])]).spots
    symbols = {one["name"]: one["marker"]["symbol"] for one in spot_traces(spots)}
    assert symbols == {"target spots": "circle", "pred spots": "x"}
