import hashlib
import io

import pytest
from PIL import Image

from scoring.images.embedded import embedded_image


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_an_embedded_image_is_named_by_its_bytes_and_its_format(kind: str) -> None:
    file = io.BytesIO()
    Image.new("RGB", (30, 20)).save(file, kind)
    image = embedded_image(file.getvalue())
    assert image.path == f"images/{hashlib.sha256(file.getvalue()).hexdigest()}.{kind.lower()}"
    assert (image.data, image.size) == (file.getvalue(), (30, 20))


def test_embedded_bytes_that_are_no_image_are_kept_and_say_so() -> None:
    image = embedded_image(b"no image")
    assert (image.path.rpartition(".")[2], image.size) == ("bin", "it is no image that can be read")
