"""Run data as text that a document can hold, and that cannot steer the one who reads it."""

from __future__ import annotations

import re
from typing import Final

LONGEST_VALUE: Final = 240
"""Characters of run data that stand in a table or among facts."""

# What neither HTML nor a text file can show as itself: controls but tab and line feed, and halves of
# surrogate pairs. A carriage return before a line feed is a part of the line's end.
_UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_LINE_END = re.compile("\r\n")

# What would show characters in another order than they stand in.
_REORDERING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

# What would break a line, or move what stands beside it.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")

_PICTURES = 0x2400
_DELETE, _DELETE_PICTURE = 0x7F, "\u2421"


def passage(text: str) -> str:
    r"""Return a text of several lines, character by character, with what cannot be shown as a picture.

    NUL becomes `␀`, escape `␛`, other controls of the first block likewise; what has no picture, and half
    of a surrogate pair, becomes U+FFFD. The ends of lines are line feeds. Direction marks become escapes
    (`\u202e`): evidence is read in the order in which it was written.
    """
    shown = _UNSHOWABLE.sub(lambda match: _picture(match.group()), _LINE_END.sub("\n", text))
    return _REORDERING.sub(_escape, shown)


def one_line(text: str) -> str:
    r"""Return a text on one line, with what would break it or reorder its neighbours as escapes (`\n`)."""
    return _STEERING.sub(_escape, text)


def shorten(text: str, most: int = LONGEST_VALUE) -> str:
    """Return a text of at most so many characters, and how many are left out."""
    return text if len(text) <= most else f"{text[:most]} … {len(text) - most:,} characters left out"


def _escape(match: re.Match[str]) -> str:
    return match.group().encode("unicode_escape").decode("ascii")


def _picture(character: str) -> str:
    code = ord(character)
    if code == _DELETE:
        return _DELETE_PICTURE
    return chr(_PICTURES + code) if code < ord(" ") else "\ufffd"
