from scoring.diagnose.readings import parts_in, read_raw
from scoring.frames import FRAMES
from scoring.pixels import reading_of
from scoring.trace.containers import Fault
from scoring.trace.contracts import ANNOTATION_TYPES

BY_NAME = {frame.name: frame for frame in FRAMES}


def test_raw_boxes_keep_their_order_and_need_no_area():
    kind = ANNOTATION_TYPES["bbox_map"]
    assert read_raw(kind, {"a": [5, 6, 5, 9]}) == {"a": ((5, 6, 5, 9),)}


def test_raw_segments_are_four_numbers():
    assert read_raw(ANNOTATION_TYPES["segment_set"], [[[1, 2], [3, 4]]]) == [(1, 2, 3, 4)]


def test_what_is_no_witness_is_a_fault():
    assert isinstance(read_raw(ANNOTATION_TYPES["point_set"], [[1, 2], [3]]), Fault)
    assert isinstance(read_raw(ANNOTATION_TYPES["segment"], [[1, 2]]), Fault)


def test_a_map_of_sets_is_converted_key_by_key():
    kind = ANNOTATION_TYPES["bbox_set_map"]
    reading = reading_of(BY_NAME["xywh"], "bbox", None)
    assert parts_in(reading, kind, {"a": [(1.0, 2.0, 3.0, 4.0)]}) == {"a": [(1.0, 2.0, 4.0, 6.0)]}


def test_a_box_without_area_in_the_other_frame_gives_nothing():
    reading = reading_of(BY_NAME["xywh"], "bbox", None)
    assert parts_in(reading, ANNOTATION_TYPES["bbox"], ((1.0, 2.0, 0.0, 4.0),)) is None
