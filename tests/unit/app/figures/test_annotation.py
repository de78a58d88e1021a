import json

import pytest

from app.figures.annotation import Shown, build_annotation, height_for
from scoring.draw.canvas import PLAIN_LAYERS
from scoring.draw.overlay import build_overlay
from scoring.draw.scene import build_scene
from scoring.draw.subject import Subject

IMAGE = "data:image/png;base64,AAAA"
PAIRS = [
    {"state": "paired", "target_index": 0, "pred_index": 0, "target": [10, 20, 110, 120],
     "pred": [20, 25, 120, 130], "similarity": 0.7, "iou": 0.7, "share": 0.35, "divisor": 2},
    {"state": "extra", "pred_index": 1, "pred": [300, 10, 420, 90], "divisor": 2},
]  # fmt: skip


def figure(**shown: object):
    scene = build_scene(Subject(item_id="a", task_type="trace", annotation_type="bbox_set", pairs=PAIRS))
    overlay = build_overlay(scene, (400, 300))
    return build_annotation(overlay, image=IMAGE, shown=Shown(**{"layers": PLAIN_LAYERS, **shown}))


def trace(built, name: str):
    return next((one for one in built.data if one.name == name), None)


def test_the_coordinates_of_the_figure_are_those_of_the_annotation() -> None:
    target = trace(figure(), "target:0")
    assert list(zip(target.x, target.y, strict=True)) == [
        (10, 20),
        (110, 20),
        (110, 120),
        (10, 120),
        (10, 20),
    ]
    pred = trace(figure(), "pred:1")
    assert (min(pred.x), min(pred.y), max(pred.x), max(pred.y)) == (300, 10, 420, 90)


def test_the_picture_is_stretched_over_the_frame_and_y_runs_down() -> None:
    layout = figure().layout
    (image,) = layout.images
    assert (image.x, image.y, image.sizex, image.sizey, image.sizing) == (0, 0, 400, 300, "stretch")
    assert layout.yaxis.range[0] > layout.yaxis.range[1]
    assert layout.yaxis.scaleanchor == "x"


def test_what_lies_outside_the_image_is_within_the_range() -> None:
    assert figure().layout.xaxis.range[1] > 420


def test_a_witness_is_chosen_by_its_row_of_the_ledger() -> None:
    assert list(trace(figure(), "pred spots").customdata) == [0, 1]
    assert list(trace(figure(), "target spots").customdata) == [0]
    assert trace(figure(chosen=0), "chosen") is not None
    assert trace(figure(), "chosen") is None


def test_pointing_at_a_box_tells_its_similarity() -> None:
    assert "IoU 0.7" in trace(figure(), "pred:0").text


@pytest.mark.parametrize("layer", ["target", "pred", "pairs", "labels"])
def test_a_layer_that_is_off_is_not_in_the_figure(layer: str) -> None:
    names = {one.name for one in figure(layers=PLAIN_LAYERS - {layer}).data}
    assert not [name for name in names if name == layer or name.startswith((f"{layer}:", f"{layer} "))]


def test_zoom_survives_as_long_as_the_item_stays() -> None:
    assert figure(revision="run:3", fill=0.4).layout.uirevision == figure(revision="run:3").layout.uirevision


def test_the_fill_of_a_pair_has_the_opacity_asked_for() -> None:
    assert trace(figure(fill=0.4), "pred:0").fillcolor.endswith(",0.400)")


def test_markup_in_a_key_is_text() -> None:
    pairs = [
        {"state": "extra", "key": "<a href='x'>k</a>", "pred_index": 0, "pred": [1, 2, 3, 4], "divisor": 1}
    ]
    scene = build_scene(Subject(item_id="a", task_type="trace", annotation_type="bbox_map", pairs=pairs))
    built = build_annotation(build_overlay(scene, (9, 9)), image=IMAGE, shown=Shown(layers=PLAIN_LAYERS))
    assert "<a" not in json.dumps(built.to_dict()["data"], default=str)


def test_the_height_follows_the_shape_within_limits() -> None:
    overlay = build_overlay(build_scene(Subject(item_id="a", task_type="trace")), (400, 300))
    assert height_for(overlay, width=800, least=100, most=900) == 600
    assert height_for(overlay, width=800, least=100, most=500) == 500
