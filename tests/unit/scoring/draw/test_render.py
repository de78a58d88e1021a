"""Whole pictures against golden ones. To write them anew: LANESCOPE_WRITE_GOLDEN=1."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from scoring.draw.canvas import PLAIN_LAYERS
from scoring.draw.palette import GHOST, rgb
from scoring.draw.render import THUMBNAIL, Drawn, render_item, render_sheet, render_thumbnail
from scoring.draw.scene import Named, build_scene
from scoring.draw.subject import Subject
from scoring.images.picture import Picture, load_picture

GOLDEN = Path(__file__).parents[3] / "golden/pictures"
WRITE = "LANESCOPE_WRITE_GOLDEN"
MEAN_OFF, SHARE_OFF, FAR_OFF = 1.0, 0.005, 64
"""Tolerance: mean difference of a channel, and the share of pixels that may differ by more than FAR_OFF."""

CASES = {
    "boxes": ("bbox_map", {"door": [40, 60, 180, 220], "window": [240, 60, 340, 140]},
              {"door": [50, 70, 190, 230], "roof": [300, 200, 380, 260]}),
    "points": ("point_sequence", [[60, 60], [200, 100], [330, 240]], [[66, 64], [205, 130], [330, 60]]),
    "segments": ("segment_set", [[[40, 250], [360, 250]], [[60, 40], [60, 200]]], [[[350, 240], [45, 255]]]),
}  # fmt: skip


def board() -> Image.Image:
    image = Image.new("RGB", (400, 300), (243, 240, 233))
    draw = ImageDraw.Draw(image)
    for x in range(20, 400, 60):
        for y in range(20, 300, 56):
            draw.rectangle((x, y, x + 44, y + 38), fill=(217, 210, 193))
    return image


def drawn(case: str, explain) -> Drawn:
    kind, target, pred = CASES[case]
    told = explain(kind, target=target, pred=pred, size=(400, 300))
    subject = Subject(
        item_id=f"board · {case}",
        task_type="trace",
        annotation_type=kind,
        image_size=(400, 300),
        annotation_reward=told.result["annotation_reward"],
        score=told.result["overall"],
        half_life_px=told.half_life_px,
        half_life_source=told.half_life_source,
    )
    picture = Picture(image=board(), size=(400, 300), decoded=(400, 300))
    return Drawn(subject, picture, build_scene(subject, rows=told.ledger))


def assert_like_golden(image: Image.Image, name: str) -> None:
    path = GOLDEN / f"{name}.png"
    if os.environ.get(WRITE):
        image.save(path, optimize=True)
    golden = Image.open(path).convert("RGB")
    assert image.size == golden.size
    apart = np.abs(np.asarray(image, dtype=int) - np.asarray(golden, dtype=int))
    assert apart.mean() <= MEAN_OFF
    assert (apart.max(axis=2) > FAR_OFF).mean() <= SHARE_OFF


@pytest.mark.parametrize("case", CASES)
def test_a_picture_is_like_its_golden_one(case: str, explain) -> None:
    assert_like_golden(render_item(drawn(case, explain), box=(800, 600)), case)


def test_a_sheet_is_like_its_golden_one(explain) -> None:
    assert_like_golden(render_sheet([drawn(case, explain) for case in CASES], title="Three boards"), "sheet")


def test_the_golden_comparison_sees_a_box_moved_by_four_pixels(
    explain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(WRITE, raising=False)
    one = drawn("boxes", explain)
    rows = tuple(
        row if row.target is None else replace(row, target=tuple(v + 4 for v in row.target))
        for row in one.scene.rows
    )
    moved = one._replace(scene=replace(one.scene, rows=rows))
    with pytest.raises(AssertionError):
        assert_like_golden(render_item(moved, box=(800, 600)), "boxes")


def test_the_same_item_gives_the_same_bytes(explain) -> None:
    first, second = (render_item(drawn("points", explain)).tobytes() for _ in range(2))
    assert first == second


def test_a_thumbnail_fits_its_box(explain) -> None:
    small = render_thumbnail(drawn("segments", explain))
    assert small.width <= THUMBNAIL[0]
    assert small.height <= THUMBNAIL[1]


def test_a_missing_image_is_told_below_the_picture(explain) -> None:
    one = drawn("boxes", explain)
    blank = one._replace(picture=load_picture(None, "a.png", declared=(400, 300)))
    assert render_item(blank, box=(800, 600)).height > render_item(one, box=(800, 600)).height


def test_another_reading_is_drawn_above_the_target_and_named_below_the_picture(explain) -> None:
    one = drawn("boxes", explain)
    same = (Named(key="door", witness=(40.0, 60.0, 180.0, 220.0)),)
    other = one._replace(scene=replace(one.scene, ghost=same))
    layers = PLAIN_LAYERS | {"ghost"}
    plain, shown = (
        np.asarray(render_item(each, box=(800, 600), layers=layers), dtype=int) for each in (one, other)
    )
    is_ghost = np.abs(shown - rgb(GHOST)).max(axis=2) < 40
    assert shown.shape == plain.shape
    # On the target's upper edge, where both lie, and in the legend.
    assert is_ghost[16 + 110 : 16 + 130].any()
    assert is_ghost[16 + 600 :].any()
    assert not (np.abs(plain - rgb(GHOST)).max(axis=2) < 40)[16 + 600 :].any()


def test_a_sheet_without_items_is_a_picture_all_the_same() -> None:
    assert render_sheet([], title="none").width > 0
