import pytest

from scoring.errors import RunFormatError
from scoring.loaders.boxes import FORMS, Detection, chosen_form, detection_item, read_box


@pytest.mark.parametrize(
    ("form", "numbers"),
    [
        ("xyxy", [100, 50, 300, 150]),
        ("xywh", [100, 50, 200, 100]),
        ("cxcywh", [200, 100, 200, 100]),
        ("xyxy-norm", [0.25, 0.25, 0.75, 0.75]),
        ("cxcywh-norm", [0.5, 0.5, 0.5, 0.5]),
    ],
)
def test_every_form_of_a_box_is_read_as_pixels(form, numbers):
    assert read_box(numbers, FORMS[form], (400, 200)) == pytest.approx((100, 50, 300, 150))


@pytest.mark.parametrize(
    "value", [[1, 2, 3], "1234", [1, 2, 3, "4"], [1, 2, 3, True], [1, 2, 3, float("inf")], None]
)
def test_what_is_no_box_is_none(value):
    assert read_box(value, FORMS["xyxy"], None) is None


def test_shares_of_an_image_without_size_are_no_pixels():
    assert read_box([0, 0, 1, 1], FORMS["xyxy-norm"], None) is None


def test_an_unknown_form_is_refused_with_the_known_ones():
    with pytest.raises(RunFormatError, match="xyxy, xywh, cxcywh, xyxy-norm, cxcywh-norm, got 'ltrb'"):
        chosen_form({"boxes": "ltrb"}, "xyxy")


def test_an_item_says_how_its_boxes_were_read_and_keeps_confidences():
    item = detection_item(
        item_id="a",
        image=None,
        size=None,
        target=[],
        pred=[Detection("cat", 0.5, (1, 2, 3, 4))],
        form=FORMS["xywh"],
        metadata={},
    )
    assert item.metadata == {"boxes_read_as": "xywh"}
    assert (item.annotation_pred, item.pred_labels, item.pred_scores) == ([[1, 2, 3, 4]], ("cat",), (0.5,))
