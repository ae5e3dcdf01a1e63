"""Contrast of the palette's colours, computed from the style sheet (WCAG 2.2, 1.4.3 and 1.4.11)."""

import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).parents[2] / "static/css/tokens.css").read_text()
TEXT, SHAPE = 4.5, 3.0
LIGHT, DARK = 0, 1

TEXT_ON = [
    ("text", "ground"),
    ("text", "panel"),
    ("text", "raised"),
    ("text", "back"),
    ("muted", "ground"),
    ("muted", "panel"),
    ("muted", "raised"),
    ("muted", "back"),
    ("accent", "panel"),
    ("on-accent", "accent"),
    ("cool", "ground"),
    ("cool", "panel"),
    ("cool", "raised"),
    ("good", "back"),
    ("bad", "panel"),
    ("bad", "raised"),
]
SHAPES_ON = [
    ("edge", "panel"),
    ("edge", "ground"),
    ("accent", "panel"),
    ("accent", "back"),
    ("cool", "panel"),
    ("bad", "panel"),
]
SUITS = sorted(set(re.findall(r"--(suit-\w)", TOKENS)))


def colour(name: str, theme: int) -> str:
    """The hexadecimal value of a token in a theme."""
    match = re.search(rf"--{name}: (?:light-dark\((#\w+), (#\w+)\)|(#\w+));", TOKENS)
    assert match, f"no colour --{name}"
    return match[3] or match[theme + 1]


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, WCAG 2.2."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


themes = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def test_black_on_white_has_the_greatest_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@themes
@pytest.mark.parametrize(("text", "ground"), TEXT_ON)
def test_text_can_be_read(text: str, ground: str, theme: int) -> None:
    assert contrast(colour(text, theme), colour(ground, theme)) >= TEXT


@themes
@pytest.mark.parametrize(("shape", "ground"), SHAPES_ON)
def test_shapes_stand_out(shape: str, ground: str, theme: int) -> None:
    assert contrast(colour(shape, theme), colour(ground, theme)) >= SHAPE


@pytest.mark.parametrize("suit", SUITS)
def test_every_suit_carries_near_black_text(suit: str) -> None:
    assert contrast(colour("ink", DARK), colour(suit, DARK)) >= TEXT
