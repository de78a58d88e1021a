import math
from dataclasses import replace

import pytest

from scoring.draw.overlay import MOST, build_overlay, center_of, points_of, ring_radius
from scoring.draw.scene import Named
from scoring.trace.geometry.half_life import similarity_at


def test_the_corners_drawn_are_those_of_the_annotation(make_scene) -> None:
    scene = make_scene("bbox_set", target=[[10.5, 20.25, 110, 120]], pred=[[20, 25, 120, 130]])
    outlines = {one.side: one.points for one in build_overlay(scene, (1000, 800)).strokes if one.is_closed}
    assert outlines == {
        "target": ((10.5, 20.25), (110, 20.25), (110, 120), (10.5, 120)),
        "pred": ((20, 25), (120, 25), (120, 130), (20, 130)),
    }


def test_a_point_is_drawn_where_the_annotation_has_it(make_scene) -> None:
    overlay = build_overlay(make_scene("point", target=[12.5, 700], pred=[13, 701]), (1000, 800))
    assert {one.side: one.at for one in overlay.spots} == {"target": (12.5, 700), "pred": (13, 701)}


def test_a_segment_is_drawn_from_end_to_end(make_scene) -> None:
    overlay = build_overlay(
        make_scene("segment", target=[[0, 0], [90, 10]], pred=[[88, 12], [1, 2]]), (1000, 800)
    )
    lines = {one.side: one.points for one in overlay.strokes if one.layer in ("target", "pred")}
    assert lines == {"target": ((0, 0), (90, 10)), "pred": ((88, 12), (1, 2))}


def test_the_ends_of_segments_pair_the_better_way_and_the_longer_line_counts(make_scene) -> None:
    scene = make_scene("segment", target=[[0, 0], [90, 10]], pred=[[88, 12], [1, 2]])
    pairs = [one for one in build_overlay(scene, (1000, 800)).strokes if one.layer == "pairs"]
    assert {(one.points, one.is_decisive) for one in pairs} == {
        (((0, 0), (1, 2)), False),
        (((90, 10), (88, 12)), True),
    }
    (decisive,) = (one for one in pairs if one.is_decisive)
    assert math.dist(*decisive.points) == pytest.approx(scene.rows[0].distance_px)


@pytest.mark.parametrize("level", [0.5, 0.1])
def test_a_ring_lies_where_the_similarity_has_its_value(level: float) -> None:
    assert similarity_at(ring_radius(47.4, level), 47.4) == pytest.approx(level)


def test_rings_stand_around_targets_only_and_boxes_have_none(make_scene) -> None:
    points = build_overlay(make_scene("point", target=[100, 100], pred=[130, 100]), (1000, 800))
    assert {(ring.at, ring.level) for ring in points.rings} == {((100, 100), 0.5), ((100, 100), 0.1)}
    boxes = build_overlay(make_scene("bbox", target=[0, 0, 9, 9], pred=[0, 0, 9, 9]), (1000, 800))
    assert boxes.rings == ()


def test_the_steps_of_a_sequence_lead_from_one_witness_to_the_next(make_scene) -> None:
    scene = make_scene("point_sequence", target=[[1, 1], [5, 5], [9, 1]], pred=[[9, 1], [5, 5]])
    steps = [one for one in build_overlay(scene, (1000, 800)).strokes if one.has_head]
    assert [one.points for one in steps if one.side == "target"] == [((1, 1), (5, 5)), ((5, 5), (9, 1))]
    assert [one.points for one in steps if one.side == "pred"] == [((9, 1), (5, 5))]


def test_every_witness_can_be_pointed_at(make_scene) -> None:
    scene = make_scene("bbox_set", target=[[0, 0, 9, 9], [50, 50, 90, 90]], pred=[[0, 0, 9, 8]])
    spots = build_overlay(scene, (1000, 800)).spots
    assert sorted((one.side, one.row) for one in spots) == [("pred", 0), ("target", 0), ("target", 1)]


def test_witnesses_outside_are_counted_and_those_too_far_are_listed(make_scene) -> None:
    scene = make_scene("point_set", target=[[10, 10]], pred=[[11, 11], [1200, 30], [9e5, -9e5]])
    overlay = build_overlay(scene, (1000, 800))
    assert overlay.n_outside == 2
    assert overlay.notices[0] == "2 of 4 witnesses lie outside the image or reach out of it."
    assert overlay.notices[1] == "Too far away to be shown: 900000, -900000."
    assert len(overlay.spots) == 3


def test_coordinates_that_no_image_has_are_counted_as_not_drawable_and_leave_the_rest_as_it_is(
    make_scene,
) -> None:
    scene = make_scene("bbox_set", target=[[10, 10, 20, 20]], pred=[[10, 10, 21, 21], [10, 10, 1e308, 1e308]])
    overlay = build_overlay(scene, (1000, 800))
    assert overlay.extent.size == (1000, 800)
    assert len(overlay.spots) == 2
    assert overlay.notices[1].startswith("1 of 3 witnesses not drawable")


def test_many_witnesses_are_drawn_with_less_detail_and_it_is_told(make_scene) -> None:
    boxes = [[x, y, x + 5, y + 5] for x in range(0, 500, 10) for y in range(0, 100, 10)]
    overlay = build_overlay(make_scene("bbox_set", target=boxes, pred=boxes), (1000, 800))
    assert overlay.is_reduced
    assert overlay.labels == ()
    assert "1,000 witnesses: labels and thin rings are left out." in overlay.notices
    assert len([one for one in overlay.strokes if one.is_closed]) == 1000


def test_no_more_than_a_limit_are_drawn_and_it_is_told(make_scene) -> None:
    scene = make_scene("bbox_set", target=[[0, 0, 5, 5]], pred=[[0, 0, 5, 5]])
    many = replace(scene, rows=scene.rows * MOST)
    overlay = build_overlay(many, (1000, 800))
    assert len(overlay.spots) == MOST
    assert (
        f"Only the first {MOST:,} of {2 * MOST:,} witnesses are drawn; the ledger counts all."
        in overlay.notices
    )


def test_equal_witnesses_under_two_keys_share_a_label_and_it_is_told(make_scene) -> None:
    scene = make_scene("point_map", target={"a": [5, 5], "b": [600, 600]}, pred={"a": [5, 5], "b": [5, 5]})
    overlay = build_overlay(scene, (1000, 800))
    assert [one.text for one in overlay.labels if one.side == "pred"] == ["a · 1.00 | b · 0.00"]
    assert "2 witnesses stand at exactly the place of another one of their side." in overlay.notices


def test_another_lane_and_another_reading_are_layers_of_their_own(make_scene) -> None:
    scene = make_scene("bbox", target=[0, 0, 9, 9], pred=[0, 0, 9, 9])
    more = replace(scene, other=(Named("k", (1, 2, 3, 4)),), ghost=(Named(None, (5, 6, 7, 8)),))
    layers = {one.layer: one.points[0] for one in build_overlay(more, (10, 10)).strokes}
    assert layers["other"] == (1, 2)
    assert layers["ghost"] == (5, 6)


def test_the_centre_of_huge_numbers_is_a_number() -> None:
    assert center_of(points_of("bbox", (1.7e308, 0.0, 1.75e308, 2.0))) == (1.725e308, 1.0)
