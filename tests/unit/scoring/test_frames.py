import pytest

from scoring.frames import FRAMES, PIXELS, Frame, frame_to_dict, read_frame


def test_no_two_shipped_frames_share_a_name():
    assert len({frame.name for frame in FRAMES}) == len(FRAMES)


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.name)
def test_a_frame_survives_the_way_through_a_table(frame):
    assert read_frame(frame_to_dict(frame)) == frame


def test_the_scored_frame_needs_no_image_size():
    assert not PIXELS.needs_size
    assert Frame(name="a", unit=1000.0).needs_size


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("0-1000", "expected a table"),
        ({"unit": 1000}, "expected a name"),
        ({"name": "a", "scale": 2}, "unknown field 'scale'"),
        ({"name": "a", "unit": 0}, "unit: expected a number above 0"),
        ({"name": "a", "factor": 28.5}, "factor: expected a whole number above 0"),
        ({"name": "a", "boxes": "yolo"}, "boxes: unknown 'yolo' (allowed: xyxy, xywh, cxcywh)"),
        ({"name": "a", "yx": 1}, "yx: expected bool"),
        ({"name": "a", "factor": 28, "unit": 1}, "expected one of unit, factor"),
        ({"name": "a", "max_pixels": 5}, "expected a factor beside"),
    ],
)
def test_a_table_that_is_no_frame_says_why(table, told):
    assert told in str(read_frame(table))
