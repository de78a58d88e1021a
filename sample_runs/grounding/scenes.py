"""The pictures: charts, boards and networks, each with a question and where its answer is seen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, Final

from PIL import Image, ImageDraw, ImageFont

INK, PAPER, GRID = "#1f2933", "#fbfaf7", "#d9d5cc"
PURPLE, GREY, GREEN, RED = "#8067a8", "#8a919b", "#4f8a5b", "#b33a3a"
COLOURS: Final = {"purple": PURPLE, "grey": GREY}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A picture and a question about it.

    Attributes:
        truth: the annotation, in pixels.
        kind: of the answer, as Trace names it.
    """

    image: Image.Image
    domain: str
    question: str
    how: str
    answer: object
    kind: str
    truth: Any


def _text(draw: ImageDraw.ImageDraw, at: tuple[float, float], words: str, size: int = 13) -> None:
    draw.text(at, words, fill=INK, font=ImageFont.load_default(size), anchor="mm")


def _chart(rng: Random) -> tuple[Image.Image, list[tuple[str, str, int, list[int]]]]:
    """Return a bar chart and its bars: label, colour, value, box."""
    width, height = rng.choice([(520, 340), (480, 360), (360, 460)])
    image = Image.new("RGB", (width, height), PAPER)
    draw = ImageDraw.Draw(image)
    left, right, top, bottom = 46, width - 20, 30, height - 44
    for value in range(0, 101, 20):
        y = bottom - (bottom - top) * value / 100
        draw.line([(left, y), (right, y)], fill=GRID)
        _text(draw, (left - 18, y), str(value), 12)
    bars = []
    values = rng.sample(range(14, 97), 6)
    step = (right - left) / 6
    for n, value in enumerate(values):
        x0 = round(left + step * n + step * 0.2)
        box = [x0, round(bottom - (bottom - top) * value / 100), round(x0 + step * 0.6), bottom]
        colour = rng.choice(["purple", "grey"]) if n > 1 else ("purple", "grey")[n]
        draw.rectangle(box, fill=COLOURS[colour])
        _text(draw, ((box[0] + box[2]) / 2, box[1] - 9), str(value), 12)
        label = "KLMNPQ"[n]
        _text(draw, ((box[0] + box[2]) / 2, bottom + 16), label)
        bars.append((label, colour, value, box))
    draw.line([(left, bottom), (right, bottom)], fill=INK, width=2)
    return image, bars


def tallest_bar(rng: Random) -> Scene:
    """Return one box."""
    image, bars = _chart(rng)
    best = max(bars, key=lambda bar: bar[2])
    return Scene(
        image=image, domain="charts", question="Which bar is the tallest?", how="the box of that bar",
        answer=best[0], kind="string", truth=best[3],
    )  # fmt: skip


def bars_above(rng: Random) -> Scene:
    """Return a set of boxes."""
    image, bars = _chart(rng)
    line = sorted(bar[2] for bar in bars)[2]
    above = [bar[3] for bar in bars if bar[2] > line]
    return Scene(
        image=image, domain="charts", question=f"How many bars are taller than {line}?",
        how="a list of the boxes of these bars", answer=len(above), kind="integer", truth=above,
    )  # fmt: skip


def bars_in_order(rng: Random) -> Scene:
    """Return a sequence of boxes."""
    image, bars = _chart(rng)
    rising = sorted(bars, key=lambda bar: bar[2])[:4]
    return Scene(
        image=image, domain="charts", question="Which bar is the fourth shortest?",
        how="the boxes of the four shortest bars, shortest first", answer=rising[3][0], kind="string",
        truth=[bar[3] for bar in rising],
    )  # fmt: skip


def largest_and_smallest(rng: Random) -> Scene:
    """Return boxes by role."""
    image, bars = _chart(rng)
    low, high = (pick(bars, key=lambda bar: bar[2]) for pick in (min, max))
    return Scene(
        image=image, domain="charts", question="By how much is the largest value above the smallest?",
        how='an object with the boxes of "largest" and "smallest"', answer=high[2] - low[2], kind="integer",
        truth={"largest": high[3], "smallest": low[3]},
    )  # fmt: skip


def bars_by_colour(rng: Random) -> Scene:
    """Return sets of boxes by colour."""
    image, bars = _chart(rng)
    sets = {name: [bar[3] for bar in bars if bar[1] == name] for name in COLOURS}
    sums = {name: sum(bar[2] for bar in bars if bar[1] == name) for name in COLOURS}
    return Scene(
        image=image, domain="charts", question="Which colour has the larger sum?",
        how='an object with the boxes of the "purple" and of the "grey" bars',
        answer=max(sums, key=lambda name: sums[name]), kind="string", truth=sets,
    )  # fmt: skip


def _board(rng: Random) -> tuple[Image.Image, list[tuple[int, int]], Callable[[tuple[int, int]], list[int]]]:
    """Return an empty board, its squares in random order, and the centre of a square."""
    columns, rows, size = rng.choice([(8, 6, 56), (9, 5, 54), (6, 8, 48)])
    image = Image.new("RGB", (columns * size + 40, rows * size + 40), PAPER)
    draw = ImageDraw.Draw(image)
    for column in range(columns):
        for row in range(rows):
            x, y = 20 + column * size, 20 + row * size
            draw.rectangle(
                [x, y, x + size, y + size], fill="#efe8d8" if (column + row) % 2 else PAPER, outline=GRID
            )
    squares = [(c, r) for c in range(columns) for r in range(rows)]
    rng.shuffle(squares)
    return image, squares, lambda at: [20 + at[0] * size + size // 2, 20 + at[1] * size + size // 2]


def _disc(image: Image.Image, centre: list[int], colour: str, words: str = "") -> None:
    draw = ImageDraw.Draw(image)
    x, y = centre
    draw.ellipse([x - 16, y - 16, x + 16, y + 16], fill=colour, outline=INK)
    if words:
        draw.text((x, y), words, fill="white", font=ImageFont.load_default(14), anchor="mm")


def lone_star(rng: Random) -> Scene:
    """Return one point."""
    image, squares, centre = _board(rng)
    for at in squares[1:7]:
        _disc(image, centre(at), GREEN)
    x, y = centre(squares[0])
    spikes = [
        (x + r * math.sin(math.pi * k / 5), y - r * math.cos(math.pi * k / 5))
        for k, r in enumerate([17, 7] * 5)
    ]
    ImageDraw.Draw(image).polygon(spikes, fill=PURPLE, outline=INK)
    return Scene(
        image=image, domain="boards", question="In which column and row is the star, counted from 1?",
        how="the centre of the star", answer=f"{squares[0][0] + 1},{squares[0][1] + 1}", kind="string",
        truth=[x, y],
    )  # fmt: skip


def red_discs(rng: Random) -> Scene:
    """Return a set of points."""
    image, squares, centre = _board(rng)
    n = rng.randint(4, 6)
    for at in squares[:n]:
        _disc(image, centre(at), RED)
    for at in squares[n : n + 5]:
        _disc(image, centre(at), GREEN)
    return Scene(
        image=image, domain="boards", question="How many red discs are there?",
        how="a list of the centres of the red discs", answer=n, kind="integer",
        truth=[centre(at) for at in squares[:n]],
    )  # fmt: skip


def red_discs_in_a_row(rng: Random) -> Scene:
    """Return a set of points that stand in one row."""
    image, squares, centre = _board(rng)
    columns = 5
    row = rng.choice(squares)[1]
    places = [(column, row) for column in range(columns)]
    for at in places:
        _disc(image, centre(at), RED)
    for at in [one for one in squares if one[1] != row][:5]:
        _disc(image, centre(at), GREEN)
    return Scene(
        image=image, domain="boards", question="How many red discs are there?",
        how="a list of the centres of the red discs", answer=columns, kind="integer",
        truth=[centre(at) for at in places],
    )  # fmt: skip


def numbered_path(rng: Random) -> Scene:
    """Return a sequence of points."""
    image, squares, centre = _board(rng)
    path = [centre(at) for at in squares[:5]]
    ImageDraw.Draw(image).line([tuple(p) for p in path], fill=INK, width=2)
    for n, at in enumerate(path):
        _disc(image, at, PURPLE, str(n + 1))
    turns = sum(b[0] < a[0] for a, b in pairwise(path))
    return Scene(
        image=image, domain="boards", question="How many steps of the numbered path lead to the left?",
        how="the centres of the numbered discs, in order", answer=turns, kind="integer", truth=path,
    )  # fmt: skip


def lettered_discs(rng: Random) -> Scene:
    """Return points by letter."""
    image, squares, centre = _board(rng)
    placed = dict(zip("ABCD", (centre(at) for at in squares[:4]), strict=True))
    for letter, at in placed.items():
        _disc(image, at, PURPLE, letter)
    lowest = max(placed, key=lambda letter: (placed[letter][1], placed[letter][0]))
    return Scene(
        image=image, domain="boards", question="Which lettered disc is the lowest, the rightmost of equals?",
        how="an object from letters to the centres of their discs", answer=lowest, kind="string",
        truth=placed,
    )  # fmt: skip


def discs_by_colour(rng: Random) -> Scene:
    """Return sets of points by colour."""
    image, squares, centre = _board(rng)
    n, m = rng.sample(range(2, 6), 2)
    sets = {"red": [centre(at) for at in squares[:n]], "green": [centre(at) for at in squares[n : n + m]]}
    for name, colour in (("red", RED), ("green", GREEN)):
        for at in sets[name]:
            _disc(image, at, colour)
    return Scene(
        image=image, domain="boards", question="How many more red than green discs are there?",
        how='an object with the centres of the "red" and of the "green" discs', answer=n - m, kind="integer",
        truth=sets,
    )  # fmt: skip


def _network(rng: Random) -> tuple[Image.Image, list[tuple[str, list[list[int]]]]]:
    """Return a network without its links, and the links: name and both ends."""
    width, height = rng.choice([(540, 360), (500, 320)])
    image = Image.new("RGB", (width, height), PAPER)
    spots = [
        [
            round(width * (0.14 + 0.36 * (n % 3)) + rng.randint(-26, 26)),
            round(height * (0.25 + 0.5 * (n // 3)) + rng.randint(-22, 22)),
        ]
        for n in range(6)
    ]
    pairs = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 4), (1, 5), (2, 4), (1, 3)]
    chosen = rng.sample(pairs, 6)
    return image, [("ABCDEF"[i] + "ABCDEF"[j], [spots[i], spots[j]]) for i, j in chosen]


def _draw_links(image: Image.Image, links: list[tuple[str, list[list[int]]]], marked: int = 0) -> None:
    draw = ImageDraw.Draw(image)
    for n, (_, ends) in enumerate(links):
        draw.line([tuple(end) for end in ends], fill=RED if n < marked else INK, width=3 if n < marked else 2)
    for name, ends in links:
        for letter, end in zip(name, ends, strict=True):
            _disc(image, end, PURPLE, letter)


def longest_link(rng: Random) -> Scene:
    """Return one segment."""
    image, links = _network(rng)
    _draw_links(image, links)
    name, ends = max(links, key=lambda link: math.dist(*link[1]))
    return Scene(
        image=image, domain="networks", question="Which two discs does the longest line join, by alphabet?",
        how="both ends of that line", answer=name, kind="string", truth=ends,
    )  # fmt: skip


def red_links(rng: Random) -> Scene:
    """Return a set of segments."""
    image, links = _network(rng)
    n = rng.randint(2, 4)
    _draw_links(image, links, n)
    return Scene(
        image=image, domain="networks", question="How many lines are red?",
        how="a list of both ends of each red line", answer=n, kind="integer",
        truth=[ends for _, ends in links[:n]],
    )  # fmt: skip


def red_rungs(rng: Random) -> Scene:
    """Return a set of segments that stand beside each other."""
    n, step, top, height = rng.randint(5, 6), 62, 60, 300
    image = Image.new("RGB", (120 + 8 * step, height + 100), PAPER)
    links = [
        (
            "ABCDEF"[i] + "GHIJKL"[i],
            [[70 + i * step, top + rng.randint(-8, 8)], [70 + i * step, top + height - 90]],
        )
        for i in range(n)
    ]
    _draw_links(image, links, n)
    return Scene(
        image=image, domain="networks", question="How many lines are red?",
        how="a list of both ends of each red line", answer=n, kind="integer",
        truth=[ends for _, ends in links],
    )  # fmt: skip


SCENES: Final[dict[str, Callable[[Random], Scene]]] = {
    "bbox": tallest_bar,
    "bbox_set": bars_above,
    "bbox_sequence": bars_in_order,
    "bbox_map": largest_and_smallest,
    "bbox_set_map": bars_by_colour,
    "point": lone_star,
    "point_set": red_discs,
    "point_sequence": numbered_path,
    "point_map": lettered_discs,
    "point_set_map": discs_by_colour,
    "segment": longest_link,
    "segment_set": red_links,
}
"""A scene for each annotation type."""

SPECIAL: Final[dict[str, Callable[[Random], Scene]]] = {
    "point_set-2": red_discs_in_a_row,
    "segment_set-2": red_rungs,
}
"""Items whose mistake needs another scene: things in a row, where one far witness moves every pair on."""
