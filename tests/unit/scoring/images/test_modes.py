import numpy as np
import pytest
from PIL import Image

from scoring.images.modes import to_rgb


@pytest.mark.parametrize(
    ("values", "expected"),
    [([0, 65_535], [0, 255]), ([0, 1_023], [0, 255]), ([0, 128], [0, 128]), ([0, 300], [0, 75])],
    ids=["16 bits", "10 bits", "8 bits", "between"],
)
def test_wide_greys_are_scaled_by_the_least_range_that_holds_them(values: list, expected: list) -> None:
    image = Image.fromarray(np.array([values], dtype=np.uint16))
    converted = to_rgb(image)
    assert [converted.image.getpixel((x, 0))[0] for x in (0, 1)] == expected
    assert converted.notes[0].endswith("are scaled to 8 bits")


def test_values_below_zero_and_fractions_are_spread_from_least_to_greatest() -> None:
    image = Image.fromarray(np.array([[-1.5, 0.5, 2.5]], dtype=np.float32))
    assert [to_rgb(image).image.getpixel((x, 0))[0] for x in range(3)] == [0, 128, 255]


def test_transparent_parts_lie_on_white() -> None:
    image = Image.new("RGBA", (2, 1), (255, 0, 0, 255))
    image.putpixel((1, 0), (0, 0, 0, 0))
    converted = to_rgb(image)
    assert [converted.image.getpixel((x, 0)) for x in (0, 1)] == [(255, 0, 0), (255, 255, 255)]
    assert converted.notes == ("transparent parts are shown on white",)


def test_an_alpha_channel_without_transparency_is_not_mentioned() -> None:
    assert to_rgb(Image.new("RGBA", (2, 1), (1, 2, 3, 255))).notes == ()


def test_a_transparent_palette_entry_lies_on_white() -> None:
    image = Image.new("P", (1, 1), 1)
    image.putpalette([0, 0, 0, 10, 20, 30])
    image.info["transparency"] = 1
    assert to_rgb(image).image.getpixel((0, 0)) == (255, 255, 255)


def test_cmyk_is_converted() -> None:
    converted = to_rgb(Image.new("CMYK", (1, 1), (0, 255, 255, 0)))
    assert converted.image.getpixel((0, 0)) == (255, 0, 0)
    assert converted.notes == ("converted from CMYK",)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "LA", "YCbCr", "HSV", "LAB", "I", "F", "I;16"])
def test_every_mode_becomes_rgb(mode: str) -> None:
    assert to_rgb(Image.new(mode, (2, 3))).image.mode == "RGB"
