import time
from dataclasses import replace

import pytest

from scoring.diagnose.frames import find_frames, framed_prediction
from scoring.frames import FRAMES, Frame

TARGETS = [[100, 50, 160, 110], [300, 400, 380, 450], [600, 100, 700, 260]]


def in_xywh(box):
    return [box[0], box[1], box[2] - box[0], box[3] - box[1]]


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("0-1000", lambda b: [b[0] / 0.8, b[1] / 0.6, b[2] / 0.8, b[3] / 0.6]),
        ("yx", lambda b: [b[1], b[0], b[3], b[2]]),
        ("xywh", in_xywh),
        ("0-1", lambda b: [b[0] / 800, b[1] / 600, b[2] / 800, b[3] / 600]),
        ("flipped y", lambda b: [b[0], 600 - b[1], b[2], 600 - b[3]]),
    ],
)
def test_a_prediction_in_another_frame_is_named_after_it(case, name, write):
    found = find_frames(case("bbox_set", target=TARGETS, pred=[write(b) for b in TARGETS]), FRAMES)
    assert found.named == name
    assert found.scores[name] == pytest.approx(1.0)
    assert name in found.fitting


def test_a_box_without_area_as_corners_may_still_be_read_as_corner_and_size(case):
    made = case("bbox", target=[20, 20, 40, 60], pred=[20, 20, 20, 40])
    assert (made.pred, find_frames(made, FRAMES).named) == (None, "xywh")


def test_a_prediction_that_scores_well_is_not_read_otherwise(case):
    found = find_frames(case("bbox_set", target=TARGETS, pred=TARGETS), FRAMES)
    assert (found.scores, found.flagged, found.fitting) == ({}, (), ())


def test_a_frame_that_hardly_moves_the_witness_is_not_named(case):
    made = case("bbox", target=[100, 100, 140, 140], pred=[110, 110, 150, 150], size=(1000, 1000))
    near = Frame(name="near", unit=1055.0)
    found = find_frames(made, [near])
    assert found.scores["near"] > made.reward + 0.3
    assert found.named is None


def test_a_plain_mistake_that_explains_as_much_goes_before_a_frame(case):
    made = case("bbox", target=[100, 50, 160, 110], pred=[50, 100, 110, 160])
    assert find_frames(made, FRAMES).named == "yx"
    assert find_frames(made, FRAMES, plain=1.0).named is None


def test_a_target_in_another_frame_is_flagged_but_names_no_item(case):
    made = case("bbox_set", target=[in_xywh(b) for b in TARGETS], pred=TARGETS)
    found = find_frames(made, FRAMES)
    assert (found.flagged, found.named) == (("target xywh",), None)


def test_the_pixels_of_an_image_file_of_another_size_are_a_frame(case):
    made = case("bbox_set", target=TARGETS, pred=[[n * 1.9 for n in b] for b in TARGETS])
    found = find_frames(replace(made, decoded_size=(1520, 1140)), ())
    assert found.named == "pixels of the image file"


def test_without_an_image_size_only_frames_that_need_none_are_tried(case):
    made = case("bbox_set", target=TARGETS, pred=[in_xywh(b) for b in TARGETS], size=None)
    tried = find_frames(made, FRAMES).scores
    assert {name for name in tried if not name.startswith("target")} == {"yx", "xywh", "cxcywh"}


def test_far_too_many_witnesses_are_not_read_in_other_frames(case):
    many = [[n, n, n + 1, n + 1] for n in range(5000)]
    made = case("bbox_set", target=TARGETS, pred=many)
    began = time.perf_counter()
    assert find_frames(made, FRAMES).scores == {}
    assert time.perf_counter() - began < 1


def test_the_prediction_is_given_as_the_frame_reads_it(case):
    made = case("bbox", target=[20, 20, 40, 60], pred=[20, 20, 20, 40])
    assert framed_prediction(made, FRAMES, "xywh") == [(20, 20, 40, 60)]
    assert framed_prediction(made, FRAMES, "target xywh") is None
