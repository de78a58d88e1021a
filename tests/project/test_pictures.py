"""The pictures of the tour: few, light, used, and there in both themes."""

import re
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
PICTURES = sorted((ROOT / "docs/pictures").iterdir())
PAGES = (ROOT / "README.md", ROOT / "docs/tour.md")
MOST_PICTURES = 12
MOST_BYTES = 250_000


def used(page: Path) -> list[Path]:
    found = re.findall(r'(?:src|srcset)="([^"]+)"', page.read_text(encoding="utf-8"))
    return [(page.parent / target).resolve() for target in found]


def test_pictures_are_few_and_each_is_used() -> None:
    assert 0 < len(PICTURES) <= MOST_PICTURES
    assert {path for page in PAGES for path in used(page)} == set(PICTURES)


@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_light_and_shows_a_whole_window(picture: Path) -> None:
    assert picture.stat().st_size <= MOST_BYTES
    with Image.open(picture) as image:
        assert (image.format, image.size) == ("PNG", (1440, 900))


@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_there_in_both_themes(picture: Path) -> None:
    name, _, mode = picture.stem.rpartition("-")
    assert picture.with_name(f"{name}-{'dark' if mode == 'light' else 'light'}.png") in PICTURES
