import io
from pathlib import Path

import pytest
from PIL import Image

from scoring.images.opening import MOST_PIXELS, ORIENTATION, open_image, orientation_of, upright_size
from scoring.images.sources import Refused


def photo(orientation: int, size: tuple[int, int] = (30, 20)) -> bytes:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    out = io.BytesIO()
    Image.new("RGB", size).save(out, "JPEG", exif=exif)
    return out.getvalue()


@pytest.mark.parametrize(
    ("orientation", "size"),
    [(1, (30, 20)), (3, (30, 20)), (5, (20, 30)), (6, (20, 30)), (8, (20, 30)), (9, (30, 20))],
)
def test_the_size_is_that_of_the_upright_image(orientation: int, size: tuple[int, int]) -> None:
    image = open_image(photo(orientation))
    assert isinstance(image, Image.Image)
    assert upright_size(image) == size


def test_an_unknown_orientation_counts_as_upright() -> None:
    image = open_image(photo(9))
    assert isinstance(image, Image.Image)
    assert orientation_of(image) == 1


def test_a_format_that_starts_another_program_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "a.eps").write_bytes(
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n%%EndComments\n%%EOF\n"
    )
    assert open_image(tmp_path / "a.eps") == Refused("it is no image that can be read")


def test_more_pixels_than_the_limit_are_refused() -> None:
    out = io.BytesIO()
    Image.new("1", (10_000, MOST_PIXELS // 10_000 + 1)).save(out, "PNG")
    assert open_image(out.getvalue()) == Refused("it declares 10,000 × 8,001 pixels, more than are decoded")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    assert open_image(tmp_path / "no.png") == Refused("there is no such file")
