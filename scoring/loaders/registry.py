"""The one table of loaders, and opening a run whose format is found out by its content."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from scoring.errors import RunFormatError
from scoring.loaders import mmlu_pro, oc_llm
from scoring.loaders.base import OpenRequest, Run

_NOTHING: Mapping[str, str] = MappingProxyType({})
_NO_FILES: Mapping[str, Path] = MappingProxyType({})


class Loader(NamedTuple):
    """One format.

    Attributes:
        name: as in `--format`.
        description: one line for people.
        sniff: returns why a file is not of this format; None if it is.
        open_run: returns the run.
    """

    name: str
    description: str
    sniff: Callable[[Path], str | None]
    open_run: Callable[[OpenRequest], Run]


LOADERS: tuple[Loader, ...] = (
    Loader(mmlu_pro.NAME, mmlu_pro.DESCRIPTION, mmlu_pro.sniff, mmlu_pro.open_run),
    Loader(oc_llm.NAME, oc_llm.DESCRIPTION, oc_llm.sniff, oc_llm.open_run),
)
"""Every format, in the order in which they are tried."""


def load_run(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the word of the command line
    *,
    options: Mapping[str, str] = _NOTHING,
    with_files: Mapping[str, Path] = _NO_FILES,
) -> Run:
    """Return the run in a file, opened but not yet read."""
    source = Path(path).absolute()
    reasons = []
    for loader in LOADERS:
        if format not in (None, loader.name):
            continue
        reason = loader.sniff(source)
        if reason is None:
            return loader.open_run(OpenRequest((source,), source.parent, options, with_files))
        reasons.append(f"{loader.name}: {reason}")
    raise RunFormatError(f"expected a run, got {path}: " + "; ".join(reasons))
