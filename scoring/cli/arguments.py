"""Arguments that several commands share."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from scoring.policy import DEFAULT_POLICY
from scoring.stats.clusters import ClusterBy


def add_policy(parser: ArgumentParser, default: str | None = DEFAULT_POLICY) -> None:
    """Declare `--policy`; without a default an audit among the paths stays as it is."""
    parser.add_argument(
        "--policy",
        metavar="NAME|FILE.toml",
        default=default,
        help=f"how to score: a shipped policy or a TOML file (default: {DEFAULT_POLICY}; list: lanescope "
        "policies)",
    )


def add_fallback(parser: ArgumentParser) -> None:
    """Declare `--reasoning-fallback`; without it the policy decides."""
    parser.add_argument(
        "--reasoning-fallback",
        action="store_true",
        default=None,
        help="read the reasoning of items without any visible text",
    )


def add_loading(parser: ArgumentParser) -> None:
    """Declare how a run file is read: `--format`, `--with`, `--option`."""
    parser.add_argument(
        "--format",
        metavar="NAME",
        help="read it as this format instead of recognising it (list: lanescope formats)",
    )
    parser.add_argument(
        "--with",
        dest="with_files",
        metavar="ROLE=FILE",
        type=_pair,
        action="append",
        default=[],
        help="a second file that the format needs, by its role; may be repeated",
    )
    parser.add_argument(
        "--option",
        dest="options",
        metavar="KEY=VALUE",
        type=_pair,
        action="append",
        default=[],
        help="a setting of the format; may be repeated",
    )


def add_lane(parser: ArgumentParser) -> None:
    """Declare how the runs among the lanes are read and scored."""
    add_policy(parser, default=None)
    add_fallback(parser)
    add_loading(parser)


def add_comparison(parser: ArgumentParser) -> None:
    """Declare how two lanes are compared: `--margin`, `--clusters`, `--seed`."""
    parser.add_argument(
        "--margin",
        metavar="PP",
        type=float,
        help="state whether the lanes are equivalent within this many percentage points",
    )
    parser.add_argument(
        "--clusters",
        choices=get_args(ClusterBy),
        default="auto",
        help="which items belong together, being no independent draws (default: auto)",
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="of everything drawn at random (default: 0)"
    )


def paths_by_role(pairs: Iterable[tuple[str, str]]) -> dict[str, Path]:
    """Return role -> file, the last one of a role."""
    return {role: Path(file) for role, file in pairs}


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not (key and equals):
        raise ArgumentTypeError(f"expected KEY=VALUE, got {text!r}")
    return key, value
