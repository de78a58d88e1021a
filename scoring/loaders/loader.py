"""What a format is to the registry: its name, how it is recognised and how it is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from scoring.loaders.base import OpenRequest, Run
from scoring.loaders.known import TEXT

GIVES = ("content", "reasoning", "options", "target", "recorded answer", "recorded verdict", "images")
"""What a format may carry, in the order in which it is listed."""


class Loader(NamedTuple):
    """One format.

    Attributes:
        name: as in `--format`.
        description: one line for people.
        sniff: returns why a file is not of this format; None if it is.
        open_run: returns the run.
        are_one_run: whether several files of one folder, all of this format, are one run.
        part_of: returns the run file that is opened together with a file; None for one of its own.
        options: settings it takes, name -> what it sets.
        roles: second files it takes, role -> what the file is.
        reads: the kinds of file, by their first bytes, that it is asked about; see `file_kind`.
        gives: what its files may carry, out of `GIVES`.
        sniff_asked: `sniff` for where the format is asked for by its name; None if it is as strict.
    """

    name: str
    description: str
    sniff: Callable[[Path], str | None]
    open_run: Callable[[OpenRequest], Run]
    are_one_run: Callable[[Sequence[Path]], bool] = lambda _: False
    part_of: Callable[[Path], Path | None] = lambda _: None
    options: Mapping[str, str] = MappingProxyType({})
    roles: Mapping[str, str] = MappingProxyType({})
    reads: frozenset[str] = frozenset({TEXT})
    gives: frozenset[str] = frozenset()
    sniff_asked: Callable[[Path], str | None] | None = None
