import re
import xml.etree.ElementTree as ET

import pytest

from scoring.report.charts import (
    DOWN,
    TOTAL,
    UP,
    WIDTH,
    Change,
    Range,
    Step,
    draw_changes,
    draw_ranges,
    draw_steps,
)

HOSTILE = "<script>&\"'\x00\u202e"


def elements(svg: str, tag: str, kind: str = "") -> list[ET.Element]:
    found = ET.fromstring(svg).iter(tag)  # noqa: S314 - our own markup
    return [one for one in found if not kind or one.get("class") == kind]


def x_of(svg: str, kind: str) -> list[float]:
    return [float(one.get("cx", "nan")) for one in elements(svg, "circle", kind)]


def test_a_change_runs_from_ring_to_disc() -> None:
    svg = draw_changes([Change("all", 0.8952, 0.9381, "188 → 197 of 210")])
    (ring,), (disc,) = x_of(svg, "recorded"), x_of(svg, "rescored")
    (line,) = elements(svg, "line", "change")
    assert ring < float(line.get("x1")) < float(line.get("x2")) == disc


def test_equal_accuracies_share_a_place_and_have_no_line() -> None:
    svg = draw_changes([Change("a", 0.5, 0.5, ""), Change("b", 0.5, 0.6, "")])
    assert x_of(svg, "recorded") == [x_of(svg, "rescored")[0]] * 2
    assert len(elements(svg, "line", "change")) == 1


def test_what_was_not_recorded_is_not_drawn() -> None:
    svg = draw_changes([Change("a", None, 0.5, ""), Change("b", None, None, "")])
    assert (len(x_of(svg, "recorded")), len(x_of(svg, "rescored"))) == (0, 1)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_shares_stay_inside_of_the_picture(share: float) -> None:
    (x,) = x_of(draw_changes([Change("a", None, share, "")]), "rescored")
    assert 0 < x < WIDTH


def test_an_interval_lies_around_its_value_and_zero_is_marked() -> None:
    svg = draw_ranges([Range("law", 6.9, 1.3, 13.3, "145 pairs")], "by category")
    (line,), (zero,) = elements(svg, "line", "interval"), elements(svg, "line", "zero")
    (x,) = x_of(svg, "rescored")
    assert float(zero.get("x1")) < float(line.get("x1")) < x < float(line.get("x2"))


def test_a_category_without_figures_keeps_its_line() -> None:
    svg = draw_ranges([Range("law", None, None, None, "0 pairs")], "by category")
    assert "law" in [one.text for one in elements(svg, "text", "label")]


def test_each_step_starts_where_the_last_one_ended() -> None:
    steps = [Step("A", 0, 184, "184", TOTAL), Step("m", 184, 197, "+13", UP), Step("s", 197, 188, "-9", DOWN)]
    svg = draw_steps([*steps, Step("B", 0, 188, "188", TOTAL)], "waterfall")
    tops = [float(one.get("y")) for one in elements(svg, "rect")]
    heights = [float(one.get("height")) for one in elements(svg, "rect")]
    assert tops[1] + heights[1] == pytest.approx(tops[0], abs=0.11)
    assert tops[2] == tops[1]
    assert tops[2] + heights[2] == pytest.approx(tops[3], abs=0.11)


def test_bars_of_the_same_height_are_drawn() -> None:
    steps = [Step("A", 0, 0, "0", TOTAL), Step("m", 0, 0, "+0", UP), Step("B", 0, 0, "0", TOTAL)]
    assert len(elements(draw_steps(steps, "waterfall"), "rect")) == 3


def test_labels_are_text_whatever_they_hold() -> None:
    svg = draw_changes([Change(HOSTILE, 0.1, 0.2, HOSTILE)])
    assert not elements(svg, "script")
    assert re.escape("\x00") not in svg


def test_long_labels_are_cut() -> None:
    (label,) = elements(draw_changes([Change("x" * 200, 0.1, 0.2, "")]), "text", "label")
    assert label.text.endswith("x…")
    assert len(label.text) < 40
