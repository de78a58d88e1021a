"""Whether a statement is denied, doubted or merely supposed in its own clause."""

from __future__ import annotations

import re

_WINDOW = 160
_MARK = re.compile(r"[.,;:!?\n]")
_CONJUNCTION = re.compile(
    r"\b(?:so|therefore|thus|hence|then|because|but|and|which means|consequently|however)\b", re.IGNORECASE
)
_DENIED = re.compile(
    r"\b(?:not|never|cannot|neither|nor|no longer|doubt|doubtful|whether|if|unless|suppose|assuming"
    r"|rather than|instead of|incorrect|wrong|eliminate|rule out)\b|n't\b|n’t\b",
    re.IGNORECASE,
)
_HINT = re.compile(r"no|n['’]t|ne|if|doubt|wh|unless|suppos|assum|rather|instead|wrong|incorrect|rule")
"""Pieces of which every denial contains one, looked for before the patterns with word borders are tried."""


def is_negated(text: str, at: int) -> bool:
    """Return whether the clause before this offset denies, doubts or only supposes what follows.

    Args:
        text: the text in lower case.
        at: where the statement begins.

    Looks back at most 160 characters, so that it takes constant time however long the text.
    """
    clause = text[max(0, at - _WINDOW) : at]
    mark = _MARK.search(clause[::-1])
    if mark is not None:
        clause = clause[len(clause) - mark.start() :]
    if _HINT.search(clause) is None and "eliminate" not in clause:
        return False
    begin = 0
    for match in _CONJUNCTION.finditer(clause):
        begin = match.end()
    return _DENIED.search(clause, begin) is not None
