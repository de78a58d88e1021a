"""What is opened at the start: the paths that were given, else the bundled samples; and the first lanes."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.state import Lane, Side, View

if TYPE_CHECKING:
    from app.library import Library

PATHS_VARIABLE: Final = "LANESCOPE_PATHS"
IMAGES_VARIABLE: Final = "LANESCOPE_IMAGES"
_FIRST_SAMPLE: Final = "native_reasoning_audit"


def sample_runs_folder() -> Path:
    """Return the bundled sample runs: beside the packages in a checkout, inside `app` in a wheel."""
    here = Path(__file__).resolve().parent
    return next(f for f in (here / "sample_runs", here.parent / "sample_runs") if f.is_dir())


def start_paths() -> tuple[Path, ...]:
    """Return the paths given at start: arguments, else `LANESCOPE_PATHS`, else the sample runs."""
    given = [a for a in sys.argv[1:] if a] or os.environ.get(PATHS_VARIABLE, "").split(os.pathsep)
    paths = [Path(p) for p in given if p]
    return tuple(p for p in paths if p.exists()) or (sample_runs_folder(),)


def images_folder() -> Path | None:
    """Return the folder that images are looked for in instead of beside each run; None if none was named."""
    named = os.environ.get(IMAGES_VARIABLE)
    return Path(named) if named else None


def default_lanes(known: Library) -> dict[Side, Lane]:
    """Return the lanes to begin with: the first two runs of the paths given at start.

    Where one folder holds more than two runs there is a choice to make: none is made here. Of the
    bundled samples it is the two lanes of one of them.
    """
    sources = known.given()
    if known.roots == (sample_runs_folder().resolve(),):
        sources = [s for s in sources if s.path.parent.name == _FIRST_SAMPLE]
    if len(sources) > 2 and len(known.roots) == 1:  # noqa: PLR2004 - two lanes
        return {}
    sides: tuple[Side, ...] = ("a", "b")
    return {side: Lane(run=known.run_id(s)) for side, s in zip(sides, sources, strict=False)}


def with_lanes(view: View, lanes: Mapping[Side, Lane]) -> View:
    """Return the view with these lanes, the last of them chosen."""
    return replace(view, a=lanes.get("a"), b=lanes.get("b"), lane="b" if "b" in lanes else "a")
