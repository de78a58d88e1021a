import hashlib
import io

import pytest
from PIL import Image

from scoring.images.embedded import embedded_image, kept_image


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


def test_the_file_that_an_audit_keeps_is_found_and_nothing_else(tmp_path):
    name = f"images/{'a' * 64}.png"
    (tmp_path / "images").mkdir()
    (tmp_path / name).write_bytes(b"x")
    assert kept_image(tmp_path, name) == tmp_path / name
    assert kept_image(None, name) is None
    for other in ("images/photo.png", f"images/{'b' * 64}.png", f"images/../{name}", f"/{name}"):
        assert kept_image(tmp_path, other) is None


def test_a_kept_image_that_leads_out_of_the_audit_is_none_of_its(tmp_path):
    (tmp_path / "secret.png").write_bytes(b"x")
    (tmp_path / "audit" / "images").mkdir(parents=True)
    name = f"images/{'a' * 64}.png"
    (tmp_path / "audit" / name).symlink_to(tmp_path / "secret.png")
    assert kept_image(tmp_path / "audit", name) is None
