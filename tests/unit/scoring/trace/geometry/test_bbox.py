import pytest

from scoring.trace.geometry import bbox
from scoring.trace.geometry.bbox import iou, pair, read_box


def test_corners_are_put_in_order() -> None:
    assert read_box([10, 10, 0, 0]) == (0.0, 0.0, 10.0, 10.0)
    assert read_box([0.0, 10.0, 5.0, 0.0]) == (0.0, 0.0, 5.0, 10.0)


@pytest.mark.parametrize("value", [[0, 0, 0, 10], [0, 5.0, 10, 5], [0, 0, 10], [0, 0, 10, True], "[0,0,1,1]"])
def test_a_box_without_area_or_numbers_is_none(value: object) -> None:
    assert read_box(value) is None


@pytest.mark.parametrize(
    ("a", "b", "value"),
    [
        ((0, 0, 10, 10), (5, 0, 15, 10), 1 / 3),
        ((0, 0, 10, 10), (10, 0, 20, 10), 0.0),
        ((0, 0, 10, 10), (2, 2, 4, 4), 0.04),
        ((0, 0, 1e200, 1e200), (0, 0, 1e200, 5e199), 0.5),
        ((-1e308, 0, 1e308, 1), (-1e308, 0, 1e308, 1), 1.0),
        ((0, 0, 1e-200, 1e-200), (0, 0, 1e-200, 1e-200), 1.0),
        ((0, 0, 10, 10), (0, 0, 1e200, 1e200), 0.0),
    ],
)
def test_iou_is_continuous_and_knows_no_scale(a: tuple, b: tuple, value: float) -> None:
    assert iou(a, b) == pytest.approx(value)
    assert [match[2] for match in pair([a], [b], 0.0)] == pytest.approx([value] if value > 1e-9 else [])


def test_sets_pair_for_the_greatest_total() -> None:
    # The first prediction is most like the first target, but only it is like the second one.
    targets = [(0, 0, 10, 10), (5, 0, 15, 10)]
    preds = [(2, 0, 12, 10), (0, 0, 9, 10)]
    assert sorted(match[:2] for match in pair(targets, preds, 0.0)) == [(0, 1), (1, 0)]


@pytest.mark.parametrize("size", [1, 400])
def test_a_crowd_is_paired_as_if_one_by_one(size: float, monkeypatch: pytest.MonkeyPatch) -> None:
    targets = [(float(i), 0.0, i + size, 10.0) for i in range(120)]
    preds = [(i + 0.25, 1.0, i + size, 11.0) for i in reversed(range(110))]
    total = sum(match[2] for match in pair(targets, preds, 0.0))
    monkeypatch.setattr(bbox, "SMALL", 10**9)
    assert total == pytest.approx(sum(match[2] for match in pair(targets, preds, 0.0)))


def test_nothing_pairs_with_nothing() -> None:
    assert pair([], [(0, 0, 1, 1)], 0.0) == []
    assert pair([(0, 0, 1, 1)], [], 0.0) == []
