import base64
import io
from collections.abc import Mapping

import pytest
from PIL import Image

from scoring.loaders.fields import Fields
from scoring.loaders.vlmevalkit_images import Images
from scoring.records import JsonValue


def png(side: int) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (side, side), "red").save(data, "PNG")
    return data.getvalue()


def fields(row: Mapping[str, JsonValue]) -> Fields:
    return Fields(row, key=None, index=0)


PICTURE = base64.b64encode(png(3)).decode()


@pytest.mark.parametrize("cell", [PICTURE, f"data:image/png;base64,{PICTURE}", [PICTURE], f"['{PICTURE}']"])
def test_an_image_in_base64_is_taken_out(cell: JsonValue) -> None:
    images = Images()
    (path,), read = images.read(fields({"image": cell, "image_path": "/x/0.jpg"}), "0")
    (taken,) = images.take()
    assert (taken.path, taken.data, taken.size, read) == (path, png(3), (3, 3), {"image"})
    assert not images.take()


def test_several_images_of_a_row_keep_their_order() -> None:
    images = Images()
    other = base64.b64encode(png(9)).decode()
    paths, _ = images.read(fields({"image": f"['{PICTURE}', '{other}']"}), "0")
    assert [(one.path, one.size) for one in images.take()] == [(paths[0], (3, 3)), (paths[1], (9, 9))]


def test_an_index_in_place_of_an_image_is_the_image_of_that_row() -> None:
    images = Images()
    first, _ = images.read(fields({"image": PICTURE}), "7")
    assert images.read(fields({"image": 7}), "8") == (first, {"image"})
    assert images.read(fields({"image": "12"}), "9") == ((), set())


@pytest.mark.parametrize(
    ("cell", "paths"),
    [
        ("/elsewhere/0.jpg", ("/elsewhere/0.jpg",)),
        ("['a/0.jpg', 'a/1.jpg']", ("a/0.jpg", "a/1.jpg")),
        (None, ()),
        ("", ()),
        ({"a": 1}, ()),
    ],
)
def test_paths_stay_as_they_are(cell: JsonValue, paths: tuple[str, ...]) -> None:
    found, read = Images().read(fields({"image_path": cell}), "0")
    assert (found, read) == (paths, {"image_path"} if paths else set())


def test_a_cut_image_is_told_and_stays_in_its_column() -> None:
    images, row = Images(), fields({"image": (PICTURE * 9)[:101], "image_path": "0.jpg"})
    assert images.read(row, "0") == (("0.jpg",), {"image_path"})
    assert [(kind, path) for kind, _, path in row.problems] == [("bad_field", "$.image")]
