"""`lanescope compare`: two lanes against each other, and more than two as a matrix."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import scoring
from scoring.cli.arguments import add_comparison, add_lane
from scoring.cli.command import DONE, DONE_WITH_PROBLEMS, Command, Outcome
from scoring.cli.comparison_text import describe_comparison, describe_matrix
from scoring.cli.lanes import open_lane
from scoring.cli.printing import to_json
from scoring.cli.summary import run_payload
from scoring.stats.matrix import compare_many
from scoring.stats.payload import comparison_payload, matrix_payload


def compare(args: Namespace) -> Outcome:
    """Return what changed from lane A to lane B, as recorded and as rescored."""
    paths = (args.a, args.b, *args.more)
    lanes = [open_lane(path, args) for path in paths]
    a, b = lanes[:2]
    comparison = scoring.compare_lanes(a, b, margin_pp=args.margin, clusters=args.clusters, seed=args.seed)
    text = describe_comparison(a, b, comparison)
    payload = {
        "a": run_payload(a),
        "b": run_payload(b),
        **comparison_payload(comparison),
        "problems": {"a": to_json(a.problems), "b": to_json(b.problems)},
    }
    if args.more:
        matrix = compare_many(lanes)
        text += f"\n\n{describe_matrix(matrix)}"
        payload["matrix"] = matrix_payload(matrix)
    has_problems = any(lane.problems for lane in lanes)
    return Outcome(text=text, payload=payload, exit_code=DONE_WITH_PROBLEMS if has_problems else DONE)


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "a", metavar="A", type=Path, help="the lane to start from: a run file, a folder or an audit"
    )
    parser.add_argument("b", metavar="B", type=Path, help="the lane compared with it")
    parser.add_argument(
        "more", metavar="LANE", type=Path, nargs="*", help="further lanes: all of them as a matrix, too"
    )
    add_lane(parser)
    add_comparison(parser)


COMPARE = Command(
    name="compare",
    help="compare two lanes: B minus A",
    description="Compare two lanes, as recorded and as rescored: B minus A. A run is rescored on the fly.",
    add_arguments=_add_arguments,
    run=compare,
)
