"""Coordinate frames, item by item: would the annotation score if its numbers meant something else?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from scoring.diagnose.case import Case
from scoring.diagnose.readings import parts_in
from scoring.frames import PIXELS, Frame
from scoring.pixels import Reading, reading_of
from scoring.trace.containers import Parts

REACHES, GAINS = 0.5, 0.25
"""An alternative is flagged when it reaches the first and gains the second on what was scored."""

MOST_PAIRS = 40_000
"""Annotations with more possible pairs than this are not read in other frames: it would take too long."""

TARGET = "target "
"""Begins the name of a frame that the target, not the prediction, would have to be read in."""

DECODED = Frame(name="pixels of the image file")
"""Pixels of an image file whose size is not the declared one."""


class FrameFinding(NamedTuple):
    """What other frames make of one annotation.

    Attributes:
        reward: what the annotation earned as scored.
        scores: frame -> reward of the annotation in it; empty where no frame could be flagged at all.
        flagged: the frames that explain the item, best first.
        is_given: whether anything was predicted.
    """

    reward: float
    scores: Mapping[str, float]
    flagged: tuple[str, ...]
    is_given: bool = True

    @property
    def named(self) -> str | None:
        """Return the frame that the item is named after, if any.

        A frame of the target is not: with one witness alone it is too often chance. The run tells.
        """
        return next((name for name in self.flagged if not name.startswith(TARGET)), None)

    @property
    def fitting(self) -> tuple[str, ...]:
        """Return every frame that would lift a low-scoring item to `REACHES`, best first."""
        if self.reward >= REACHES:
            return ()
        reaching = [name for name, score in self.scores.items() if score >= REACHES]
        return tuple(sorted(reaching, key=lambda name: -self.scores[name]))


def find_frames(case: Case, frames: Iterable[Frame], *, plain: float = 0.0) -> FrameFinding:
    """Return the reward of an annotation in each other frame, and the frames that explain it.

    A frame is flagged where it reaches `REACHES` and gains `GAINS`, and more than that:
    - it must move the witnesses farther than noise would: read in it they score below `REACHES` against
      themselves as scored;
    - it must explain more than a plain mistake in the frame that was scored, such as swapped keys.

    Targets are read in other frames as well, but only where no frame of the prediction is flagged;
    exchanges of axes are not tried on them, since from one item nobody can tell whose axes are wrong.

    Args:
        case: the annotation as scored.
        frames: the alternatives, plainer ones first.
        plain: what the annotation would earn, had a plain mistake in the same frame not been made.
    """
    if case.raw is None or case.reward > 1.0 - GAINS or not _can_reach(case.target, case.raw):
        return FrameFinding(case.reward, {}, (), is_given=bool(_count(case.raw)))
    alternatives = list(frames)
    least = max(REACHES, case.reward + GAINS)
    scores: dict[str, float] = {}
    fits: list[str] = []
    for reading in _readings(case, alternatives):
        score = _score_pred(case, reading)
        scores[reading.frame.name] = score
        if score >= least and score > plain and _moves(case, case.raw, case.pred, reading):
            fits.append(reading.frame.name)
    if not fits and case.pred is not None:
        for reading in _readings(case, [f for f in alternatives if not (f.yx or f.flip_y)]):
            name = TARGET + reading.frame.name
            scores[name] = _score_target(case, reading)
            is_better = scores[name] >= least and scores[name] > plain
            if is_better and _moves(case, case.raw_target, case.target, reading):
                fits.append(name)
    # Sorting is stable: of equal ones the plainer stays first.
    return FrameFinding(case.reward, scores, tuple(sorted(fits, key=lambda name: -scores[name])))


def _readings(case: Case, frames: Iterable[Frame]) -> Iterator[Reading]:
    """Yield every alternative that differs from what was scored."""
    if case.recorded != PIXELS:
        yield Reading(PIXELS)
    for frame in frames:
        if frame.name != case.recorded.name:
            reading = reading_of(frame, case.kind.geometry.name, case.size)
            if reading is not None:
                yield reading
    if case.size is not None and case.decoded_size is not None:
        (width, height), (real_width, real_height) = case.size, case.decoded_size
        yield Reading(DECODED, width / real_width, height / real_height)


def _can_reach(target: Parts, pred: Parts) -> bool:
    """Return whether any reading could earn enough, by the numbers of witnesses alone."""
    if not isinstance(target, dict) or not isinstance(pred, dict):
        pairs = [(len(target), len(pred))]
    else:
        pairs = [(len(target.get(key, ())), len(pred.get(key, ()))) for key in {**target, **pred}]
    shares = [min(pair) / max(pair) for pair in pairs if max(pair)]
    return (
        bool(shares) and sum(shares) / len(shares) >= REACHES and sum(a * b for a, b in pairs) <= MOST_PAIRS
    )


def _count(parts: Parts | None) -> int:
    """Return the number of witnesses; one that cannot be read was given all the same."""
    if parts is None:
        return 1
    return sum(map(len, parts.values())) if isinstance(parts, dict) else len(parts)


def _score_pred(case: Case, reading: Reading) -> float:
    assert case.raw is not None
    pred = parts_in(reading, case.kind, case.raw)
    return 0.0 if pred is None else case.score(target=case.target, pred=pred)


def _score_target(case: Case, reading: Reading) -> float:
    assert case.pred is not None
    target = parts_in(reading, case.kind, case.raw_target)
    return 0.0 if target is None else case.score(target=target, pred=case.pred)


def _moves(case: Case, given: Parts, scored: Parts | None, reading: Reading) -> bool:
    """Return whether a frame moves witnesses so far that they miss themselves, had they been the target."""
    moved = parts_in(reading, case.kind, given)
    return moved is None or scored is None or case.score(target=moved, pred=scored) < REACHES


def framed_prediction(case: Case, frames: Iterable[Frame], name: str | None) -> Parts | None:
    """Return the prediction read in the frame of that name; None where it is not a prediction's frame."""
    if name is None or name.startswith(TARGET) or case.raw is None:
        return None
    reading = next((one for one in _readings(case, frames) if one.frame.name == name), None)
    return None if reading is None else parts_in(reading, case.kind, case.raw)
