import math

import pytest

from scoring.draw.lines import clip, dashes, edges_of

BOX = (0.0, 0.0, 100.0, 50.0)


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ((10, 10), (20, 20), ((10, 10), (20, 20))),
        ((-10, 25), (110, 25), ((0, 25), (100, 25))),
        ((-1e9, 25), (1e9, 25), ((0, 25), (100, 25))),
        ((50, -50), (50, 25), ((50, 0), (50, 25))),
        ((-10, -10), (-5, 60), None),
        ((0, 60), (100, 70), None),
    ],
    ids=["inside", "through", "from afar", "into", "left of it", "below it"],
)
def test_a_line_is_cut_to_what_lies_in_the_box(start: tuple, end: tuple, expected: object) -> None:
    clipped = clip(start, end, BOX)
    if expected is None or clipped is None:
        assert clipped == expected
    else:
        assert [n for point in clipped for n in point] == pytest.approx(
            [n for point in expected for n in point]
        )


def test_a_closed_outline_leads_back_to_its_first_point() -> None:
    points = ((0, 0), (1, 0), (1, 1))
    assert list(edges_of(points, is_closed=True))[-1] == ((1, 1), (0, 0))
    assert len(list(edges_of(points, is_closed=False))) == 2


def test_dashes_and_gaps_take_their_lengths_by_turns() -> None:
    assert list(dashes((0, 0), (10, 0), (3, 2))) == [((0, 0), (3, 0)), ((5, 0), (8, 0))]


def test_dashes_cover_their_share_of_a_line() -> None:
    drawn = sum(math.dist(*dash) for dash in dashes((0, 0), (300, 400), (6, 4)))
    assert drawn == pytest.approx(300)


def test_without_a_pattern_the_line_is_whole() -> None:
    assert list(dashes((0, 0), (10, 0), ())) == [((0, 0), (10, 0))]
