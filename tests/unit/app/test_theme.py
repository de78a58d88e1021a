"""The theme, by computation: what is written can be read, and good and bad differ without red and green."""

import itertools
import tomllib
from pathlib import Path

import pytest

CONFIG = Path(__file__).parents[3] / "app" / ".streamlit" / "config.toml"
THEME = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["theme"]
READABLE = 4.5
INKS = (
    "textColor",
    "linkColor",
    "greenTextColor",
    "orangeTextColor",
    "violetTextColor",
    "yellowTextColor",
    "grayTextColor",
)


def luminance(color: str) -> float:
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("paper", ["backgroundColor", "secondaryBackgroundColor"])
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_text_is_readable_on_its_paper(mode: str, paper: str, ink: str) -> None:
    assert contrast(THEME[mode][ink], THEME[mode][paper]) >= READABLE


@pytest.mark.parametrize("tone", ["green", "orange", "yellow", "violet", "gray", "blue"])
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_mark_is_readable_in_its_own_colour_and_in_plain_ink(mode: str, tone: str) -> None:
    paper = THEME[mode][f"{tone}BackgroundColor"]
    assert contrast(THEME[mode]["textColor"], paper) >= READABLE
    assert contrast(THEME[mode][f"{tone}TextColor"], paper) >= READABLE


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_white_is_readable_on_a_primary_button_or_the_accent_stands_out(mode: str) -> None:
    assert contrast(THEME[mode]["primaryColor"], THEME[mode]["backgroundColor"]) >= READABLE


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_correct_and_incorrect_differ_in_blue_for_eyes_that_mix_red_and_green(mode: str) -> None:
    blues = [int(THEME[mode][f"{tone}TextColor"][5:7], 16) for tone in ("green", "orange")]
    assert abs(blues[0] - blues[1]) >= 64


def test_no_font_is_fetched_from_elsewhere() -> None:
    assert "http" not in CONFIG.read_text(encoding="utf-8").lower()


def test_both_themes_set_the_same_colours() -> None:
    assert set(THEME["light"]) == set(THEME["dark"])
    assert all(
        len(c) == 7
        for m in ("light", "dark")
        for c in itertools.chain(v for v in THEME[m].values() if isinstance(v, str))
    )
