"""A folder, an archive or a pattern as a set of runs, for the commands that take one run or several."""

from __future__ import annotations

import re
from pathlib import Path

from scoring.loaders.folders import is_audit, is_glob
from scoring.loaders.known import file_kind
from scoring.loaders.recognise import ARCHIVES, FoundRun, Listing
from scoring.loaders.registry import list_runs


def find_set(path: Path) -> Listing | None:
    """Return the runs at a path that holds several; None for one run, for none, and for an audit.

    Raises:
        RunFormatError: an archive cannot be read.
    """
    is_place = is_glob(path) or path.is_dir() or (path.is_file() and file_kind(path).name in ARCHIVES)
    if not is_place or is_audit(path):
        return None
    listing = list_runs(path)
    return listing if len(listing.runs) > 1 else None


def name_in_set(run: FoundRun, place: Path) -> str:
    """Return what to call a run of a set: its path below the place."""
    return run.path.relative_to(place).as_posix() if run.path.is_relative_to(place) else run.path.as_posix()


def folder_name(name: str) -> str:
    """Return the name of a run as the name of one folder."""
    return re.sub(r"[^\w.=,+-]+", "_", name).strip("._") or "run"
