"""The vote of a run on its coordinate frame: what one item cannot prove, many together can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from scipy.special import betainc

from scoring.diagnose.frames import REACHES, FrameFinding

BY_CHANCE = 0.1
"""Share of low-scoring items that a frame which is not the right one may explain by chance, at most.

Measured on lanes in the right frame it is far less; a frame that explains no more than this share says
nothing about the run."""

ERROR_RATE = 0.001
"""Chance that a run in the right frame is given any frame at all, all frames and both tests together."""

FEWEST = 3
"""So many items at least have to be explained, for the second test too."""

CHANGES = 0.01
"""A smaller difference between two rewards is a tie."""


class FrameVote(NamedTuple):
    """A frame that a run, or a part of it, was written in.

    Attributes:
        frame: its name.
        n_items: low-scoring items that would score at least `REACHES` in it.
        n_low: low-scoring items of the run that predict anything.
    """

    frame: str
    n_items: int
    n_low: int


class Ballot:
    """Counts the items of a run, one by one or in batches; memory grows with the kinds of outcome.

    Two tests, each at half of `ERROR_RATE` divided by the number of frames tried (Bonferroni):
    - *Explained.* More low-scoring items are explained (flagged, `scoring.diagnose.frames`) than
      `BY_CHANCE`: the upper tail of the binomial distribution.
    - *Sign.* Frames that move witnesses by little, such as a resized image, explain few items. But
      the right one betters nearly all, and a wrong one about as many as it worsens.
    """

    def __init__(self) -> None:
        """Start with no item."""
        self._n_low = 0
        self._patterns: Counter[tuple[str, ...]] = Counter()
        self._tried: Counter[str] = Counter()
        self._reached: Counter[str] = Counter()
        self._better: Counter[str] = Counter()
        self._worse: Counter[str] = Counter()
        self._gained: dict[str, float] = {}

    def add(self, found: FrameFinding) -> None:
        """Count one item; one that scores well, predicts nothing or cannot be helped has no vote."""
        reward, scores, flagged, is_given = found
        if reward >= REACHES or not is_given:
            return
        self._n_low += 1
        if not scores:
            return
        self._patterns[tuple(sorted(flagged))] += 1
        for name, score in scores.items():
            self._tried[name] += 1
            self._reached[name] += score >= REACHES
            self._better[name] += score > reward + CHANGES
            self._worse[name] += score < reward - CHANGES
            self._gained[name] = self._gained.get(name, 0.0) + score - reward

    def votes(self) -> tuple[FrameVote, ...]:
        """Return the frames that the run was written in, the one that betters most first.

        Of the frames that pass a test, the one of the greatest total gain is taken. The items that it
        explains leave, and the rest votes again by the first test, so that a near relative of
        the right frame is not named beside it.
        """
        found: list[str] = []
        left = dict(self._patterns)
        while True:
            counts: Counter[str] = Counter()
            for pattern, n in left.items():
                counts.update(dict.fromkeys(pattern, n))
            n_left = sum(left.values())
            sure = [name for name, n in counts.items() if self._is_sure(name, n, n_left, is_first=not found)]
            if not sure:
                return tuple(FrameVote(name, self._reached[name], self._n_low) for name in found)
            best = max(sorted(sure), key=lambda name: self._gained[name] if not found else counts[name])
            found.append(best)
            left = {pattern: n for pattern, n in left.items() if best not in pattern}

    def _is_sure(self, name: str, n_explained: int, n_left: int, *, is_first: bool) -> bool:
        """Return whether a frame passes one of the tests."""
        limit = ERROR_RATE / (2 * len(self._tried))
        if _tail(n_explained, min(n_left, self._tried[name]), BY_CHANCE) < limit:
            return True
        changed = self._better[name] + self._worse[name]
        return is_first and n_explained >= FEWEST and _tail(self._better[name], changed, 0.5) < limit


def name_in_run(found: FrameFinding, voted: Iterable[str]) -> str | None:
    """Return the frame of an item in the light of its run: a voted one that lifts it, else its own."""
    fitting = found.fitting
    return next((name for name in voted if name in fitting), found.named)


def _tail(n_hits: int, n: int, chance: float) -> float:
    """Return the chance of at least so many hits among n: the binomial upper tail as a beta function."""
    return float(betainc(n_hits, n - n_hits + 1, chance)) if n_hits else 1.0
