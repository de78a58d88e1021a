from PIL import Image

from scoring.draw.labels import draw_labels, place_labels
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


def test_a_chosen_label_stands_on_yellow() -> None:
    canvas = Image.new("RGB", (400, 200), "black")
    draw_labels(canvas, [label(100, 50)], EXTENT, unit=1.0, chosen=0)
    assert (240, 228, 66) in {color for _, color in canvas.getcolors(100_000)}
