"""Parquet files of the Hugging Face `datasets` library: embedded images, class labels by name.

Read in: huggingface/datasets as used by lighteval and Trace: the schema metadata `huggingface` holds the
features. Columns are mapped as for `table`.
"""

from __future__ import annotations

from pathlib import Path

from scoring.loaders.base import OpenRequest, Run
from scoring.loaders.loader import GIVES, Loader
from scoring.loaders.parquet_features import read_features
from scoring.loaders.table_run import ROLES, decline, decline_asked, open_table_run

NAME = "hf-parquet"
DESCRIPTION = "Parquet of Hugging Face data sets: images embedded, class labels by name; columns as for table"

READS = frozenset({"parquet"})


def sniff(path: Path) -> str | None:
    """Return why the file is no data set whose columns can be guessed; None if it is one."""
    return _without_features(path) or decline(path)


def sniff_asked(path: Path) -> str | None:
    """Return why the file is no data set at all; None if it is one."""
    return _without_features(path) or decline_asked(path)


def open_run(request: OpenRequest) -> Run:
    """Return the run in a data set."""
    return open_table_run(request, NAME)


def _without_features(path: Path) -> str | None:
    if read_features(path) is None:
        return "expected the schema metadata huggingface, got none"
    return None


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    roles=ROLES,
    reads=READS,
    gives=frozenset(GIVES),
    sniff_asked=sniff_asked,
)
