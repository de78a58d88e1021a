"""Every real run there is: it loads, and its items survive the way through Lanescope JSONL."""

from pathlib import Path

import pytest

from scoring.loaders.lanescope_jsonl import dump_items
from scoring.loaders.registry import list_runs, load_run
from scoring.records import Item

RUNS = Path(__file__).parents[2].parent / "shared/data/runs"


@pytest.mark.skipif(not RUNS.is_dir(), reason="the real run files are not here")
def test_items_of_every_real_run_survive_a_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "again.jsonl"
    listing = list_runs(RUNS)
    for run in listing.runs:
        items = [entry for entry in load_run(run.path).read() if isinstance(entry, Item)]
        with path.open("wb") as file:
            dump_items(items, file, run={"lane": run.format})
        again = [entry for entry in load_run(path).read() if isinstance(entry, Item)] if items else []
        assert again == items, run.path.name
    assert len({run.format for run in listing.runs}) >= 9
