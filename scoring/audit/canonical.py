"""One text for one value: JSON with sorted keys and no blanks, and digests over it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping

import orjson

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_LEAVES = frozenset({str, int, bool, type(None)})

TOO_DEEP = '"(nested too deeply to be kept)"'
"""Written in place of a value that is nested deeper than every JSON reader can follow."""

_DEEPEST = 250


def canonical_json(value: object, *, sort_keys: bool = True) -> str:
    r"""Return the JSON text of a value: keys sorted, no blanks, characters as themselves.

    Whatever JSON itself cannot say is kept the way Python's reader takes it back: `NaN` and
    `Infinity` by their names, lone surrogates as `\ud800` escapes, integers of any size.
    """
    return canonical_bytes(value, sort_keys=sort_keys).decode()


def canonical_bytes(value: object, *, sort_keys: bool = True) -> bytes:
    """Return the UTF-8 bytes of `canonical_json`."""
    fast = _fast_bytes(value, sort_keys=sort_keys)
    # The fast writer turns NaN into null without a word; only the slow one tells them apart.
    if fast is None or (b"null" in fast and _holds_non_finite(value)):
        return _slow_bytes(value, sort_keys=sort_keys)
    return fast


def digest_texts(value: object) -> str:
    """Return the SHA-256 of the canonical JSON of a value without numbers, hexadecimal."""
    return hashlib.sha256(
        _fast_bytes(value, sort_keys=True) or _slow_bytes(value, sort_keys=True)
    ).hexdigest()


def decode_json(text: str | None) -> object:
    """Return the value of a text that `canonical_json` wrote; None for None.

    Raises:
        ValueError: the text is no JSON.
    """
    # Not the fast reader: it rounds integers beyond 64 bits and refuses NaN.
    return None if text is None else json.loads(text)


def has_lone_surrogate(text: str) -> bool:
    """Return whether a text holds a code point that UTF-8 cannot carry."""
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def storable(text: str | None) -> str | None:
    """Return the text with each lone surrogate replaced by U+FFFD, so that all spans stay true."""
    return text if text is None else _LONE_SURROGATE.sub("\ufffd", text)


def _fast_bytes(value: object, *, sort_keys: bool) -> bytes | None:
    """Return the bytes of a value, any float that is not finite as null; None if only Python can write it."""
    try:
        return orjson.dumps(value, _plain, orjson.OPT_SORT_KEYS if sort_keys else 0)
    except TypeError:
        return None


def _slow_bytes(value: object, *, sort_keys: bool) -> bytes:
    text = TOO_DEEP
    if not _is_too_deep(value):
        text = json.dumps(
            value, sort_keys=sort_keys, separators=(",", ":"), ensure_ascii=False, default=_plain
        )
    escaped = _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)
    return escaped.encode()


def _is_too_deep(value: object) -> bool:
    """Return whether a value is nested deeper than `_DEEPEST`; walks level by level, without recursion."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [part for whole in level for part in _parts(whole)]
        if not level:
            return False
    return True


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def _plain(value: object) -> dict[object, object]:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"expected a JSON value, got {type(value).__name__}")


def _holds_non_finite(value: object) -> bool:
    """Return whether a float of no finite value stands anywhere inside; walks without recursion."""
    rest = [value]
    while rest:
        head = rest.pop()
        kind = type(head)
        if kind is float:
            if head - head != 0.0:  # type: ignore[operator]  # its type was just looked at
                return True
        elif kind is list or kind is tuple:
            rest.extend(head)  # type: ignore[arg-type]  # its type was just looked at
        elif kind not in _LEAVES and not isinstance(head, str):
            rest.extend(_plain(head).values())
    return False
