"""How an item without a stated type is answered, from its options and targets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from scoring.loaders.cells import is_number
from scoring.loaders.fields import LABELS, LETTERS
from scoring.records import TaskType

_SHORT_LABELS = 4  # A-D
_LONG_LABELS = 10  # A-J
_PAIRS = (("Yes", "No"), ("True", "False"))
_ONE_LETTER = re.compile(r"[\s(\[]*([A-Za-z])[\s)\].:]*", re.ASCII)


def guess_type(
    options: Mapping[str, str | None], target: Sequence[str], names: Sequence[str] = ()
) -> tuple[TaskType, tuple[str, ...]]:
    """Return the type of an item, and the labels to assume where it has options that are not told.

    Args:
        options: label -> text; empty if the item has none, or does not tell them.
        target: what is expected.
        names: of task and benchmark, which tell ten options (MMLU-Pro) from four.
    """
    letters = [one_label(text) for text in target]
    if options or (target and all(letters)):
        needed = max((LETTERS.find(letter) + 1 for letter in letters if letter), default=0)
        is_pro = any(map(_has_ten_options, names))
        at_least = _LONG_LABELS if is_pro or needed > _SHORT_LABELS else _SHORT_LABELS
        several = len(set(target)) > 1
        return (TaskType.MULTI_CHOICE if several else TaskType.CHOICE), LABELS[: max(at_least, needed)]
    pair = _pair(target)
    if pair:
        return TaskType.CHOICE, pair
    if target and all(is_number(text.replace(",", "")) for text in target):
        return TaskType.NUMBER, ()
    return TaskType.SHORT_TEXT, ()


@lru_cache(maxsize=64)
def _has_ten_options(name: str) -> bool:
    return "mmlu_pro" in re.sub(r"[-\s]", "_", name.casefold())


def _pair(target: Sequence[str]) -> tuple[str, ...]:
    """Return both labels of a yes-or-no question in the spelling of its target; empty for any other."""
    for pair in _PAIRS:
        for spelling in (str, str.casefold, str.upper):
            labels = tuple(map(spelling, pair))
            if len(target) == 1 and target[0].strip() in labels:
                return labels
    return ()


def one_label(text: str) -> str | None:
    """Return the only letter of a text such as `B`, `(b)` or `B.`, in capitals; else None."""
    found = _ONE_LETTER.fullmatch(text)
    return found[1].upper() if found else None
