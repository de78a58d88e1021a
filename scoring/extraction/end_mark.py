"""Marks with which a model ends its turn, where a server left them in the text: `<eoa>`, `<|im_end|>`."""

from __future__ import annotations

import re

_MARK = (
    r"<(?:[|｜](?:im_end|endoftext|eot_id|eom_id|end_of_text|end_of_turn|eos|end▁of▁sentence)[|｜]"
    r"|eo[astmd]|end_of_turn|/s)>"
)
_ANY = re.compile(_MARK)
_LAST = re.compile(rf"(?:{_MARK}\s*+)++\Z")
_LONGEST_TAIL = 200
_STRUCK_OUT = "<s>"


def without_end_marks(raw: str, end: int) -> int:
    """Return where a text that ends at this offset ends without marks at its end; looks at its tail alone."""
    tail = max(0, end - _LONGEST_TAIL)
    first = raw.find("<", tail, end)
    match = _LAST.search(raw, first, end) if first >= 0 else None
    return match.start() if match is not None and _STRUCK_OUT not in raw else end


def find_end_marks(lower: str) -> list[int]:
    """Return the offsets of all marks in a text in lower case, ascending; no `</s>` of struck-out words."""
    struck = _STRUCK_OUT in lower
    return [match.start() for match in _ANY.finditer(lower) if not (struck and match.group() == "</s>")]
