import pytest
from PIL import Image

from scoring.records import Item, Problem, TaskType
from scoring.rescore.sizes import check_sizes


@pytest.fixture
def folder(tmp_path):
    Image.new("RGB", (64, 48)).save(tmp_path / "a.png")
    return tmp_path


def item(size, **fields):
    made = {"images": ("a.png",), "annotation_gt": {"type": "point", "value": [1, 1]}, **fields}
    return Item(item_id="a", task_type=TaskType.TRACE, image_size=size, **made)


def test_a_file_of_another_size_is_told_and_noted(folder):
    noted, problem = check_sizes([item((640, 480))], folder)
    assert noted.metadata["decoded_size"] == [64, 48]
    assert noted.image_size == (640, 480)
    assert problem.kind == "image_size_differs"
    assert "640 by 480 pixels, as declared, got 64 by 48" in problem.message


@pytest.mark.parametrize(
    "one",
    [
        item((64, 48)),
        item((48, 64)),
        item(None),
        item((640, 480), images=("none.png",)),
        item((640, 480), annotation_gt=None),
        item((640, 480), metadata={"image_size_from": "image file"}),
        Problem(kind="a", message="b"),
    ],
    ids=["same", "turned", "undeclared", "no file", "no annotation", "read from the file", "a problem"],
)
def test_everything_else_passes_as_it_is(folder, one):
    assert list(check_sizes([one], folder)) == [one]
