from pathlib import Path

from scoring.draw import font
from scoring.draw.font import fit, font_of, width_of


def test_the_font_is_the_bundled_one_with_its_licence_beside_it() -> None:
    assert font_of(12).getname() == ("DejaVu Sans", "Book")
    assert "Bitstream Vera" in (Path(font.__file__).parent / "fonts/LICENSE-DejaVu.txt").read_text()


def test_text_that_is_too_wide_is_cut_to_what_fits() -> None:
    cut = fit("a long line of words", 12, 60)
    assert cut.endswith("…")
    assert width_of(cut, 12) <= 60 < width_of("a long line of words", 12)


def test_text_that_fits_stays_as_it_is() -> None:
    assert fit("short", 12, 400) == "short"
