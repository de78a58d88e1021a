"""Lists that a writer put into a file as Python shows them: `['B']`, `["it's", 3]`.

Read with a pattern; nothing is evaluated.
"""

from __future__ import annotations

import re

MAX_CHARS = 100_000
"""Longest text that is read as a list."""

_TEXT = r"""'(?:[^'\\\n]++|\\.)*+'|"(?:[^"\\\n]++|\\.)*+\""""
_SCALAR = r"[-+]?\d[\d_.eE+-]*|True|False|None"
_PART = re.compile(rf"\s*+(?:(?P<text>{_TEXT})|(?P<scalar>{_SCALAR}))\s*+(?P<end>[,\]])")
_ESCAPE = re.compile(
    r"\\(?:(?P<char>[\\'\"ntr])|x(?P<two>[0-9a-fA-F]{2})|u(?P<four>[0-9a-fA-F]{4})|U(?P<eight>(?:000[0-9a-fA-F]|0010)[0-9a-fA-F]{4}))"
)
_SURROGATES = range(0xD800, 0xE000)
_CHARS = {"n": "\n", "t": "\t", "r": "\r"}


def read_python_list(text: str) -> tuple[str, ...] | None:
    r"""Return the texts, numbers and constants of a flat list as texts; None if this is no such list.

    >>> read_python_list("['B', \"it's\", 3]")
    ('B', "it's", '3')
    """
    core = text.strip()
    if not (core.startswith("[") and core.endswith("]")) or len(core) > MAX_CHARS:
        return None
    if not core[1:-1].strip():
        return ()
    parts: list[str] = []
    at = 1
    while (found := _PART.match(core, at)) is not None:
        quoted = found["text"]
        parts.append(found["scalar"] if quoted is None else _unescaped(quoted[1:-1]))
        at = found.end()
        if found["end"] == "]" or not core[at:-1].strip():
            break
    return tuple(parts) if found is not None and core[at:].strip() in ("", "]") else None


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_char, text) if "\\" in text else text


def _char(found: re.Match[str]) -> str:
    if found["char"]:
        return _CHARS.get(found["char"], found["char"])
    code = int(found["two"] or found["four"] or found["eight"], 16)
    return "\ufffd" if code in _SURROGATES else chr(code)
