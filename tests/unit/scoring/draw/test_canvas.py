import time

import pytest
from PIL import Image

from scoring.draw.canvas import PLAIN_LAYERS, draw_overlay
from scoring.draw.overlay import build_overlay
from scoring.draw.palette import CHOSEN, PRED, TARGET, rgb
from scoring.images.picture import Picture, load_picture

WHITE = Picture(image=Image.new("RGB", (500, 400), "white"), size=(1000, 800), decoded=(1000, 800))


def near(pixel: tuple, color: str, tolerance: int = 40) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(pixel, rgb(color), strict=True))


def test_the_targets_edge_has_the_targets_colour_at_the_scaled_place(make_scene) -> None:
    overlay = build_overlay(
        make_scene("bbox", target=[200, 200, 600, 500], pred=[700, 600, 800, 700]), (1000, 800)
    )
    image = draw_overlay(WHITE, overlay, box=(500, 400))
    assert image.size == (500, 400)
    for at in ((100, 175), (300, 175), (200, 100), (200, 250)):
        assert near(image.getpixel(at), TARGET)
    assert image.getpixel((200, 175)) == (255, 255, 255)


def test_a_prediction_is_dashed(make_scene) -> None:
    overlay = build_overlay(
        make_scene("bbox", target=[700, 600, 800, 700], pred=[100, 100, 900, 500]), (1000, 800)
    )
    image = draw_overlay(WHITE, overlay, box=(1000, 800), layers=PLAIN_LAYERS - {"labels"})
    along = [near(image.getpixel((x, 100)), PRED, 60) for x in range(150, 850)]
    assert 0.4 < sum(along) / len(along) < 0.8


def test_the_halo_keeps_a_line_apart_from_a_picture_of_its_own_colour(make_scene) -> None:
    blue = Picture(image=Image.new("RGB", (1000, 800), TARGET), size=(1000, 800), decoded=(1000, 800))
    overlay = build_overlay(
        make_scene("bbox", target=[200, 200, 600, 500], pred=[700, 600, 800, 700]), (1000, 800)
    )
    image = draw_overlay(blue, overlay, box=(1000, 800))
    assert max(min(image.getpixel((x, 350))) for x in range(196, 205)) > 200


@pytest.mark.parametrize("layer", ["target", "pred", "pairs", "rings", "labels"])
def test_a_layer_that_is_off_is_not_drawn(layer: str, make_scene) -> None:
    overlay = build_overlay(make_scene("point", target=[300, 300], pred=[340, 310]), (1000, 800))
    with_it, without = (
        draw_overlay(WHITE, overlay, box=(500, 400), layers=layers)
        for layers in (PLAIN_LAYERS, PLAIN_LAYERS - {layer})
    )
    assert with_it.tobytes() != without.tobytes()


def test_the_chosen_row_stands_out(make_scene) -> None:
    overlay = build_overlay(
        make_scene("bbox", target=[200, 200, 600, 500], pred=[700, 600, 800, 700]), (1000, 800)
    )
    image = draw_overlay(WHITE, overlay, box=(1000, 800), chosen=0)
    assert any(near(image.getpixel((x, 350)), CHOSEN) for x in range(190, 212))


def test_the_fill_of_a_pair_tells_its_similarity(make_scene) -> None:
    overlay = build_overlay(
        make_scene("bbox", target=[200, 200, 600, 500], pred=[200, 200, 600, 500]), (1000, 800)
    )
    clear, full = (
        draw_overlay(WHITE, overlay, box=(1000, 800), fill=fill, layers={"target", "pred"}).getpixel(
            (300, 300)
        )
        for fill in (0.0, 1.0)
    )
    assert clear == (255, 255, 255)
    assert near(full, "#009E73", 2)


def test_more_than_the_image_is_shown_where_witnesses_lie_outside(make_scene) -> None:
    overlay = build_overlay(
        make_scene("bbox", target=[0, 0, 100, 100], pred=[1200, 100, 1300, 200]), (1000, 800)
    )
    image = draw_overlay(WHITE, overlay, box=(1300, 800), layers=PLAIN_LAYERS - {"labels"})
    assert image.width > 1.2 * image.height
    assert image.getpixel((image.width - 3, image.height - 3)) != (255, 255, 255)


HOSTILE = {
    "far away": ("bbox_set", [[0, 0, 9, 9]], [[-1e9, -1e9, 1e9, 1e9], [1e9, 1e9, 2e9, 2e9]]),
    "beyond floats of 32 bits": ("point_set", [[5, 5]], [[1e300, -1e300]]),
    "endless segment": ("segment", [[0, 0], [9, 9]], [[-1e12, 5], [1e12, 7]]),
    "equal under two keys": ("point_map", {"a": [5, 5]}, {"a": [5, 5], "b": [5, 5]}),
    "markup in a key": ("point_map", {"<b>": [5, 5]}, {"<b>": [5, 5], "\x00\u202e" * 300: [9, 9]}),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_annotations_are_drawn(case: str, make_scene) -> None:
    kind, target, pred = HOSTILE[case]
    overlay = build_overlay(make_scene(kind, target=target, pred=pred), (1000, 800))
    assert draw_overlay(WHITE, overlay, box=(500, 400)).size[0] > 0
    assert overlay.notices or case == "markup in a key"


def test_a_thin_frame_of_a_billion_pixels_is_drawn(make_scene) -> None:
    picture = load_picture(None, None, declared=(10**9, 1))
    overlay = build_overlay(make_scene("point", target=[5, 5], pred=[6, 6]), picture.size)
    assert draw_overlay(picture, overlay, box=(500, 400)).width <= 500


def test_thousands_of_boxes_take_no_more_than_their_share_of_time(make_scene) -> None:
    def seconds(n: int) -> float:
        scene = make_scene(
            "bbox_sequence", target=[[i % 900, i % 700, i % 900 + 9, i % 700 + 9] for i in range(n)], pred=[]
        )
        started = time.process_time()
        draw_overlay(WHITE, build_overlay(scene, (1000, 800)), box=(500, 400))
        return time.process_time() - started

    few = min(seconds(300) for _ in range(3))
    assert min(seconds(3000) for _ in range(3)) <= 15 * few
