import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from scoring.loaders.base import RunInfo
from scoring.loaders.registry import load_run
from scoring.records import Item, Problem

DATA = Path(__file__).parents[4].parent / "shared/data/runs"


class Loaded(NamedTuple):
    info: RunInfo
    items: list[Item]
    problems: list[Problem]


@pytest.fixture
def load() -> Callable[..., Loaded]:
    """Return a function that reads a whole run."""

    def read(path: Path, **options: object) -> Loaded:
        run = load_run(path, **options)
        entries = list(run.read())
        items = [entry for entry in entries if isinstance(entry, Item)]
        return Loaded(run.info, items, [entry for entry in entries if isinstance(entry, Problem)])

    return read


@pytest.fixture
def load_json(tmp_path: Path, load: Callable[..., Loaded]) -> Callable[..., Loaded]:
    """Return a function that writes a value, or a text as it is, into a file and reads it as a run."""

    def read(value: object, name: str = "run.json", **options: object) -> Loaded:
        text = value if isinstance(value, (str, bytes)) else json.dumps(value)
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load(path, **options)

    return read


@pytest.fixture(scope="session")
def runs_folder() -> Path:
    """Return the folder of real run files."""
    if not DATA.is_dir():
        pytest.skip(f"the real run files are not here ({DATA.name} beside the checkout)")
    return DATA
