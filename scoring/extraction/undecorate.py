"""Values without their decoration: emphasis, code ticks, quotes, bars, tags and TeX wrappers."""

from __future__ import annotations

import re

_HTML = (
    r"</?(?:b|i|u|em|strong|code|span|div|p|br|mark|sup|sub|font|center|pre|kbd|q|answer|final|ans|td|li|h[1-6])"
    r"(?=[\s/>])[^<>|]{0,80}>"
)
_TEX = (
    r"\\(?:boxed|fbox|text(?:bf|it|rm|sf|tt)?|math(?:rm|bf|it|sf|tt)|mbox|bf|rm|large|Large|displaystyle"
    r"|quad|,|;|!|left|right)\s*\{?"
)
_PREFIX = re.compile(
    rf"(?:[\s*_`~\"'“”‘’«»「」『』|#$>=\u2190-\u27bf\U0001f300-\U0001faff]|[-–—•]\s|\\[(\[]|{_TEX}|{_HTML})*+"
)
_STRUCK_OUT = re.compile(r"~~[^~\n]{1,400}~~\s*")
_OPENING = {")": "(", "]": "[", "}": "{"}


def undecorated(value: str) -> tuple[int, int]:
    """Return [start, end) of a value without emphasis, code ticks, quotes, bars, tags and TeX wrappers."""
    found = _PREFIX.match(value)
    start = found.end() if found else 0
    while struck := _STRUCK_OUT.match(value, start):
        start = struck.end()
    if value.endswith("~~", 0, start) and (struck := _STRUCK_OUT.match(value, start - len("~~"))):
        # The prefix ate the opening marks of a struck-out value.
        found = _PREFIX.match(value, struck.end())
        start = found.end() if found else struck.end()
    end = len(value.rstrip(" \t*_`~\"'“”‘’«»」』|$\\"))
    end = _without_tail(value, start, end)
    return start, max(start, end)


def _without_tail(value: str, start: int, end: int) -> int:
    """Return the end without closing tags, braces and brackets that were opened before the value."""
    unopened = ""
    while end > start:
        last = value[end - 1]
        if last in "*_`~\"'“”‘’«»」』|$ \t":
            end -= 1
        elif last in ")]}" and value[end - 2 : end - 1] == "\\":
            end -= 2
        elif last in ")]}":
            # Looked up once a kind: a value of a million brackets takes linear time.
            if last not in unopened and value.find(_OPENING[last], start, end) >= 0:
                break
            if last not in unopened:
                unopened += last
            end -= 1
        elif last == ">" and (at := value.rfind("</", max(start, end - 12), end)) >= 0:
            end = at
        else:
            break
    return end
