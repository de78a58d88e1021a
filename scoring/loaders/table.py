"""Tables of no known format: any CSV, TSV, JSON, JSON Lines, Parquet or xlsx file, by a column mapping.

Without a mapping a good guess is made; a file is taken only if the guess finds a response and a target.
How a mapping is written: `docs/formats.md`.
"""

from __future__ import annotations

from pathlib import Path

from scoring.loaders.base import OpenRequest, Run
from scoring.loaders.loader import GIVES, Loader
from scoring.loaders.table_rows import READS
from scoring.loaders.table_run import ROLES, decline, decline_asked, open_table_run

NAME = "table"
DESCRIPTION = "any CSV, TSV, JSON, JSON Lines, Parquet or xlsx: columns guessed, or --with mapping=FILE"


def sniff(path: Path) -> str | None:
    """Return why the file is no table whose columns can be guessed; None if it is one."""
    return decline(path)


def open_run(request: OpenRequest) -> Run:
    """Return the run in a table."""
    return open_table_run(request, NAME)


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    roles=ROLES,
    reads=READS,
    gives=frozenset(GIVES),
    sniff_asked=decline_asked,
)
