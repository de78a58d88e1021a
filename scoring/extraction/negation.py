"""Whether a statement is denied, doubted or merely supposed in its own clause."""

from __future__ import annotations

import re

_WINDOW = 160
_CLAUSE_START = re.compile(
    r"[.,;:!?\n]|\b(?:so|therefore|thus|hence|then|because|but|and|which means|consequently|however|so that)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|never|cannot|neither|nor|no longer|doubt|doubtful|whether|if|unless|suppose|assuming|rather than"
    r"|instead of|incorrect|wrong|eliminate|rule out)\b|n't\b|n’t\b",
    re.IGNORECASE,
)


def is_negated(text: str, at: int) -> bool:
    """Return whether the clause before this offset denies, doubts or only supposes what follows.

    Looks back at most 160 characters, so that it takes constant time however long the text.
    """
    before = text[max(0, at - _WINDOW) : at]
    start = 0
    for match in _CLAUSE_START.finditer(before):
        start = match.end()
    return _DENIED.search(before, start) is not None
