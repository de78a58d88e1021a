"""`lanescope compare`: two lanes against each other."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import scoring  # noqa
from scoring.cli.arguments import add_fallback, add_policy
from scoring.cli.command import Command, Outcome


def compare(args: Namespace) -> Outcome:
    """Return what changed from lane A to lane B."""
    raise NotImplementedError


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("a", metavar="A", type=Path, help="the lane to start from: a run file, a folder or an audit")
    parser.add_argument("b", metavar="B", type=Path, help="the lane compared with it")
    add_policy(parser)
    add_fallback(parser)


COMPARE = Command(
    name="compare",
    help="compare two lanes: B minus A",
    description="Compare two lanes, as recorded and as rescored: B minus A. A run is rescored on the fly.",
    add_arguments=_add_arguments,
    run=compare,
)
