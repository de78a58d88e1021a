import io
from pathlib import Path

import pytest
from PIL import Image

from scoring.images.opening import ORIENTATION
from scoring.images.picture import ASSUMED, load_picture

ODD = Path(__file__).parents[5] / "shared/data/visual/odd_images"
UNSHOWN = {
    "pillow_broken.png": "it is no image that can be read",
    "pillow_truncated_jpeg.jpg": "it is cut short or damaged (image file is truncated (8 bytes not processed))",  # noqa: E501
}


def corner_marked(orientation: int, size: tuple[int, int] = (40, 20)) -> bytes:
    """A picture that is red in its upper left quarter once it is upright, else blue."""
    upright = Image.new("RGB", size if orientation < 5 else size[::-1], "blue")
    upright.paste("red", (0, 0, upright.width // 2, upright.height // 2))
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }  # fmt: skip
    stored = upright.transpose(undo[orientation])
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    out = io.BytesIO()
    stored.save(out, "PNG", exif=exif)
    return out.getvalue()


@pytest.mark.parametrize("orientation", range(2, 9))
def test_every_orientation_is_turned_upright_once(orientation: int) -> None:
    picture = load_picture(None, corner_marked(orientation))
    width, height = picture.size
    quarters = [(1, 1), (width - 2, 1), (1, height - 2), (width - 2, height - 2)]
    assert [picture.image.getpixel(at) for at in quarters] == [(255, 0, 0)] + [(0, 0, 255)] * 3
    assert picture.notes == (f"turned upright by its EXIF orientation {orientation}",)


def test_a_declared_size_of_the_stored_pixels_keeps_them_as_they_are() -> None:
    picture = load_picture(None, corner_marked(6, (40, 20)), declared=(40, 20))
    assert (picture.size, picture.image.size) == ((40, 20), (40, 20))
    assert picture.notes[0].startswith("not turned by its EXIF orientation 6")


def test_pixels_are_shrunk_and_coordinates_are_not() -> None:
    out = io.BytesIO()
    Image.new("RGB", (400, 100)).save(out, "PNG")
    picture = load_picture(None, out.getvalue(), long_edge=200)
    assert (picture.image.size, picture.size, picture.decoded) == ((200, 50), (400, 100), (400, 100))


@pytest.mark.parametrize(
    ("declared", "words"),
    [((20, 10), "it is stretched"), ((20, 20), "it is stretched, which changes its shape")],
    ids=["same shape", "other shape"],
)
def test_a_declared_size_that_is_not_the_files_is_the_frame_and_is_told(declared: tuple, words: str) -> None:
    out = io.BytesIO()
    Image.new("RGB", (40, 20)).save(out, "PNG")
    picture = load_picture(None, out.getvalue(), declared=declared)
    assert (picture.size, picture.decoded) == (declared, (40, 20))
    assert picture.notes[0].endswith(words)


def test_a_missing_image_is_a_blank_canvas_of_the_declared_size(tmp_path: Path) -> None:
    picture = load_picture(tmp_path, "no.png", declared=(300, 200))
    assert picture.is_blank
    assert (picture.size, picture.image.size) == ((300, 200), (300, 200))
    assert picture.fault == "there is no such file"
    assert picture.notes == ("a blank canvas of 300 × 200 pixels stands in its place",)


def test_without_any_size_one_is_assumed_and_told() -> None:
    picture = load_picture(None, None)
    assert picture.size == ASSUMED
    assert "an assumed size" in picture.notes[0]


@pytest.mark.parametrize("declared", [(10**9, 1), (1, 10**9), (0, 5), (-3, 4)], ids=str)
def test_no_declared_size_makes_a_canvas_too_large_to_hold(declared: tuple) -> None:
    assert max(load_picture(None, None, declared=declared).image.size) <= 1600


@pytest.mark.skipif(not ODD.is_dir(), reason="the shared images are not here")
def test_every_odd_image_shows_or_fails_with_a_sentence() -> None:
    faults = {path.name: load_picture(ODD, path.name).fault for path in sorted(ODD.iterdir())}
    assert {name: fault for name, fault in faults.items() if fault} == UNSHOWN


@pytest.mark.skipif(not ODD.is_dir(), reason="the shared images are not here")
def test_photos_of_every_orientation_look_the_same_upright() -> None:
    def brightness(name: str) -> list[int]:
        small = load_picture(ODD, name).image.convert("L").resize((4, 4), Image.Resampling.BOX)
        return [small.getpixel((x, y)) for y in range(4) for x in range(4)]

    first, *others = [brightness(f"pillow_hopper_orientation_{n}.jpg") for n in range(2, 9)]
    assert all(abs(a - b) <= 4 for other in others for a, b in zip(first, other, strict=True))


@pytest.mark.skipif(not ODD.is_dir(), reason="the shared images are not here")
@pytest.mark.parametrize("length", [0, 1, 100, 1000, 3000])
def test_a_file_cut_anywhere_is_no_exception(length: int) -> None:
    for path in sorted(ODD.iterdir()):
        assert load_picture(None, path.read_bytes()[:length]).image.mode == "RGB"


def test_a_file_with_bytes_turned_over_is_no_exception() -> None:
    whole = corner_marked(6)
    for at in range(0, len(whole), 3):
        damaged = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        assert load_picture(None, damaged).image.mode == "RGB"
