"""Runs that were opened before, remembered in a small file of the cache folder across restarts.

The file is a convenience: what it says is shown, never trusted. A run is opened again only if the
folders given at start hold it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import orjson

from app.state import RUN_ID
from scoring.rescore.cache import cache_folder

MAX_RECENT: Final = 12
"""Runs that are remembered; the one opened longest ago is forgotten."""
_MAX_BYTES: Final = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Recent:
    """A run that was opened.

    Attributes:
        id: of its content, as in a link.
        path: where its file or folder was.
        format: what it was read as.
    """

    id: str
    name: str
    path: str
    format: str


def read_recent() -> tuple[Recent, ...]:
    """Return the runs opened before, the last one first; empty where nothing usable is remembered."""
    try:
        with _file().open("rb") as file:
            rows = orjson.loads(file.read(_MAX_BYTES))
    except (OSError, orjson.JSONDecodeError):
        return ()
    return tuple(_usable(rows))[:MAX_RECENT]


def remember(run: Recent) -> None:
    """Put a run at the top of the list; a cache folder that cannot be written is no error."""
    kept = [run, *(old for old in read_recent() if old.path != run.path)][:MAX_RECENT]
    file = _file()
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
        partial.write_bytes(orjson.dumps([asdict(one) for one in kept], option=orjson.OPT_INDENT_2))
        partial.replace(file)


def _usable(rows: object) -> Iterator[Recent]:
    for row in rows if isinstance(rows, list) else ():
        if not isinstance(row, dict):
            continue
        texts = {name: row.get(name) for name in ("id", "name", "path", "format")}
        if all(isinstance(text, str) for text in texts.values()) and RUN_ID.fullmatch(str(texts["id"])):
            yield Recent(**{name: str(text) for name, text in texts.items()})


def _file() -> Path:
    return cache_folder() / "recent.json"
