from PIL import Image

from scoring.draw.labels import draw_labels, labels_beside, place_labels
from scoring.draw.shapes import Extent, Label

EXTENT = Extent(left=0, top=0, right=200, bottom=100)


def label(x: float, y: float, text: str = "P1 · 0.95") -> Label:
    return Label(side="pred", row=0, at=(x, y), text=text, anchor="above")


def test_labels_at_one_place_do_not_lie_on_each_other() -> None:
    placed = [box for _, box in place_labels((400, 200), [label(100, 50)] * 3, EXTENT, size=12)]
    for at, a in enumerate(placed):
        for b in placed[at + 1 :]:
            assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]


def test_a_label_at_the_edge_stays_on_the_canvas() -> None:
    for x, y in ((0, 0), (200, 0), (0, 100), (200, 100)):
        ((_, box),) = place_labels((400, 200), [label(x, y)], EXTENT, size=12)
        assert box[0] >= 0
        assert box[1] >= 0
        assert box[2] <= 400
        assert box[3] <= 200


def test_a_label_beside_its_place_turns_inwards_at_every_edge() -> None:
    turned = {}
    for x, y in ((0, 0), (200, 0), (0, 100), (200, 100)):
        ((_, upright, across, _),) = labels_beside((400, 200), [label(x, y)], EXTENT, size=12)
        turned[x, y] = (upright, across)
    assert turned == {
        (0, 0): ("bottom", "right"),
        (200, 0): ("bottom", "left"),
        (0, 100): ("top", "right"),
        (200, 100): ("top", "left"),
    }


def test_labels_of_neighbours_stand_on_sides_and_lines_of_their_own() -> None:
    placed = list(labels_beside((400, 200), [label(x, 50) for x in (50, 52, 54, 56, 58)], EXTENT, size=12))
    assert len({(one.upright, one.across, one.lines) for one in placed}) == len(placed)
    assert placed[0].lines == 0


def test_a_chosen_label_stands_on_yellow() -> None:
    canvas = Image.new("RGB", (400, 200), "black")
    draw_labels(canvas, [label(100, 50)], EXTENT, unit=1.0, chosen=0)
    assert (240, 228, 66) in {color for _, color in canvas.getcolors(100_000)}
