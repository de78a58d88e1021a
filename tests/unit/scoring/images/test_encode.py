import base64
import io

import numpy as np
from PIL import Image

from scoring.images.encode import data_uri, encode, is_drawing


def noise() -> Image.Image:
    values = np.random.default_rng(5).integers(0, 256, (200, 200, 3), dtype=np.uint8)
    return Image.fromarray(values)


def test_flat_colours_are_a_drawing_and_noise_is_none() -> None:
    assert is_drawing(Image.new("RGB", (300, 200), "red"))
    assert not is_drawing(noise())


def test_a_drawing_travels_as_png_and_a_photo_as_webp() -> None:
    assert data_uri(Image.new("RGB", (30, 20))).startswith("data:image/png;base64,")
    assert data_uri(noise()).startswith("data:image/webp;base64,")


def test_png_keeps_every_pixel() -> None:
    body = data_uri(noise(), "PNG").partition(",")[2]
    again = Image.open(io.BytesIO(base64.b64decode(body)))
    assert np.array_equal(np.asarray(again), np.asarray(noise()))


def test_no_orientation_travels_with_the_bytes() -> None:
    image = Image.new("RGB", (30, 20))
    image.getexif()[0x0112] = 6
    assert Image.open(io.BytesIO(encode(image, "JPEG"))).getexif().get(0x0112) is None
