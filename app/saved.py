"""Filters that a person saved under a name: one small file in the configuration folder.

They hold no run, so that each can be used on every lane. The file is read anew each time it is needed;
what it holds is no more trusted than a link.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final, TypeAlias

import orjson
import platformdirs

from app.params import MAX_LENGTH
from app.state import View, parse, to_query
from scoring.audit.filter import FACETS

CONFIG_VARIABLE: Final = "LANESCOPE_CONFIG"
"""Environment variable that names the configuration folder."""
FILE_NAME: Final = "saved-filters.json"
MAX_SAVED: Final = 50
MAX_NAME: Final = 80
_MAX_BYTES: Final = 2_000_000
_KEPT: Final = (*FACETS, "q", "sort", "down")
_LOCK: Final = Lock()

Values: TypeAlias = "Mapping[str, Sequence[str]]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A named filter.

    Attributes:
        query: its part of an address: facets, search and order.
    """

    name: str
    query: Values


def config_folder() -> Path:
    """Return the folder that `LANESCOPE_CONFIG` names, else the platform's configuration folder."""
    given = os.environ.get(CONFIG_VARIABLE)
    return Path(given) if given else platformdirs.user_config_path("lanescope", appauthor=False)


def load_saved() -> list[Saved]:
    """Return the saved filters in the order of their names; none where there is no readable file."""
    path = config_folder() / FILE_NAME
    try:
        if path.stat().st_size > _MAX_BYTES:
            return []
        entries = orjson.loads(path.read_bytes())["filters"]
        found = [_read(entry) for entry in entries[:MAX_SAVED]]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return sorted((one for one in found if one is not None), key=lambda one: one.name.casefold())


def save_filter(name: str, view: View) -> bool:
    """Keep the filter of a view under a name, in place of one of the same name.

    Returns:
        Whether it was kept: not where there are too many, or the folder cannot be written.
    """
    one = Saved(name=_plain(name), query={k: v for k, v in to_query(view).items() if k in _KEPT})
    if not one.name:
        return False
    with _LOCK:
        others = [other for other in load_saved() if other.name != one.name]
        return len(others) < MAX_SAVED and _write([*others, one])


def forget_filter(name: str) -> None:
    """Remove the filter of that name; nothing happens if there is none."""
    with _LOCK:
        _write([other for other in load_saved() if other.name != name])


def view_of(saved: Saved, view: View) -> View:
    """Return a view on the lanes of `view` with the saved filter; values are checked as those of a link."""
    read = parse("items", {k: v for k, v in saved.query.items() if k in _KEPT}).view
    return View(
        page="items",
        a=view.a,
        b=view.b,
        lane=view.lane,
        where=read.where,
        sort=read.sort,
        descending=read.descending,
        columns=view.columns,
    )


def _plain(name: str) -> str:
    """Return a name on one line, of bounded length."""
    return " ".join(name.split())[:MAX_NAME]


def _read(entry: object) -> Saved | None:
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        return None
    query = entry.get("query")
    if not isinstance(query, dict):
        return None
    texts = {
        str(key): [v for v in values if isinstance(v, str) and len(v) <= MAX_LENGTH]
        for key, values in query.items()
        if isinstance(values, list)
    }
    name = _plain(entry["name"])
    return Saved(name=name, query=texts) if name else None


def _write(saved: Sequence[Saved]) -> bool:
    """Write the file beside its place and put it there; what cannot be read any more is kept apart."""
    folder = config_folder()
    path = folder / FILE_NAME
    part = folder / f".{FILE_NAME}.{secrets.token_hex(4)}"
    entries = [{"name": one.name, "query": one.query} for one in saved]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists() and not load_saved():
            path.replace(path.with_suffix(".old"))
        part.write_bytes(orjson.dumps({"version": 1, "filters": entries}, option=orjson.OPT_INDENT_2))
        part.replace(path)
    except (OSError, TypeError):
        with suppress(OSError):
            part.unlink(missing_ok=True)
        return False
    return True
