"""What the rules ask about, and what they answer: a question's reader and labels, a value found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from scoring.extraction.labels import Labels, OptionTexts
from scoring.extraction.reading import Reader, Reading
from scoring.extraction.text import Text


@dataclass(slots=True)
class Question:
    """What the rules need to know of an item.

    Attributes:
        read: reads one value.
        rules: the rules that apply to items of its type.
        labels: None for items without options.
        texts: the option texts; None for items without options.
    """

    read: Reader
    rules: frozenset[str]
    labels: Labels | None = None
    texts: OptionTexts | None = None


@dataclass(slots=True)
class Found:
    """A value that a rule found, in offsets of the normalised text.

    Made for every item and read often: not frozen, since that takes twice the time.

    Attributes:
        joined: it is joined by *or* to the next value of its line.
    """

    rule: str
    start: int
    end: int
    reading: Reading
    joined: bool = False


Finder: TypeAlias = Callable[[Text, Question], list[Found]]
"""A rule: every value it finds in a text, in the order of the text."""
