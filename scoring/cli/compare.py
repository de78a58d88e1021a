"""`lanescope compare`: two lanes against each other."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import scoring
from scoring.audit.filter import NULL
from scoring.audit.query import Audit
from scoring.cli.arguments import add_fallback
from scoring.cli.command import DONE, DONE_WITH_PROBLEMS, Command, Outcome
from scoring.cli.lanes import open_lane
from scoring.cli.printing import count, format_problems, format_rate, format_table, to_json
from scoring.cli.summary import describe_audit, run_payload
from scoring.stats.comparison import CELLS, Comparison, Contrast, Single

_N_SHOWN = 10
_HEADER = ("", "A", "B", "B - A")


def compare(args: Namespace) -> Outcome:
    """Return what changed from lane A to lane B, as recorded and as rescored."""
    a = open_lane(args.a, args.policy, lane_fallback=args.reasoning_fallback)
    b = open_lane(args.b, args.policy, lane_fallback=args.reasoning_fallback)
    comparison = scoring.compare_lanes(a, b)
    return Outcome(
        text=_describe(a, b, comparison),
        payload={
            "a": run_payload(a),
            "b": run_payload(b),
            **comparison.to_dict(),
            "problems": {"a": to_json(a.problems), "b": to_json(b.problems)},
        },
        exit_code=DONE_WITH_PROBLEMS if a.problems or b.problems else DONE,
    )


def _describe(a: Audit, b: Audit, comparison: Comparison) -> str:
    parts = [
        f"A  {describe_audit(a.info)}\nB  {describe_audit(b.info)}",
        format_table(
            [
                _row("recorded", comparison.recorded),
                _row("rescored", comparison.rescored),
            ],
            header=_HEADER,
            right=[1, 2, 3],
        ),
        _by_category(comparison),
        _flips(comparison),
        _only("A", comparison.only_a),
        _only("B", comparison.only_b),
        "\n".join(comparison.notes),
        _problems("A", a),
        _problems("B", b),
    ]
    return "\n\n".join(part for part in parts if part)


def _row(name: str, contrast: Contrast) -> tuple[str, str, str, str]:
    a, b, difference = contrast.a, contrast.b, contrast.difference_pp
    return (
        name,
        format_rate(a.correct, a.scored),
        format_rate(b.correct, b.scored),
        "" if difference is None else f"{difference:+.2f} pp",
    )


def _by_category(comparison: Comparison) -> str:
    rows = []
    for one in comparison.by_category:
        name = "(no category)" if one.value == NULL else one.value
        rows += [_row(name, one.recorded), _row("  rescored", one.rescored)]
    table = format_table(rows, header=("category, as recorded", *_HEADER[1:]), right=[1, 2, 3])
    return table if len(comparison.by_category) > 1 else ""


def _flips(comparison: Comparison) -> str:
    """Return the 2x2 of each scorer as two columns."""
    tables = (comparison.recorded_flips, comparison.rescored_flips)
    rows = [
        (cell.replace("_", " "), *(f"{len(getattr(table, cell)):,}" for table in tables)) for cell in CELLS
    ]
    header = (count(len(comparison.pairs), "item") + " in both", "recorded", "rescored")
    return format_table(rows, header=header, right=[1, 2])


def _only(lane: str, items: Sequence[Single]) -> str:
    if not items:
        return ""
    named = ", ".join(item.item_id for item in items[:_N_SHOWN])
    more = f" and {len(items) - _N_SHOWN:,} more; --json lists them all" if len(items) > _N_SHOWN else ""
    return f"Only in {lane}: {named}{more}"


def _problems(lane: str, audit: Audit) -> str:
    listed = format_problems(audit.problems)
    return f"{lane}: {listed}" if listed else ""


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "a", metavar="A", type=Path, help="the lane to start from: a run file, a folder or an audit"
    )
    parser.add_argument("b", metavar="B", type=Path, help="the lane compared with it")
    parser.add_argument(
        "--policy",
        metavar="NAME|FILE.toml",
        help="how to score runs: a shipped policy or a TOML file (default: final-answer-v1)",
    )
    add_fallback(parser)


COMPARE = Command(
    name="compare",
    help="compare two lanes: B minus A",
    description="Compare two lanes, as recorded and as rescored: B minus A. A run is rescored on the fly.",
    add_arguments=_add_arguments,
    run=compare,
)
