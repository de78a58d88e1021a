"""`lanescope report`: audits become documents that go into a decision."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from scoring.audit.query import Audit
from scoring.cli.arguments import add_comparison, add_lane
from scoring.cli.command import DONE, DONE_WITH_PROBLEMS, Command, Outcome
from scoring.cli.lanes import open_lane
from scoring.cli.printing import format_problems, to_json
from scoring.cli.summary import describe_audit, run_payload
from scoring.errors import ComparisonError
from scoring.report.conclusion import conclude
from scoring.report.files import write_reports
from scoring.report.text import one_line
from scoring.stats.compare import CompareSettings


def report(args: Namespace) -> Outcome:
    """Return the conclusion, and the files that were written."""
    audit = open_lane(args.path, args)
    baseline = None
    if args.baseline is not None:
        baseline = open_lane(args.baseline, args)
    conclusion = conclude(audit, audit.summary())
    names, not_compared = _write(args, audit, baseline)
    problems = [*audit.problems, *(baseline.problems if baseline else ())]
    text = [
        describe_audit(audit.info),
        one_line(conclusion.sentence),
        "\n".join([f"Written to {args.output}:", *(f"  {name}" for name in names)]),
        f"No lane comparison: {not_compared}" if not_compared else "",
        format_problems(problems),
    ]
    return Outcome(
        text="\n\n".join(part for part in text if part),
        payload={
            "output": str(args.output),
            "files": names,
            "run": run_payload(audit),
            "baseline": run_payload(baseline) if baseline else None,
            "conclusion": to_json(conclusion),
            "not_compared": not_compared,
            "problems": to_json(problems),
        },
        exit_code=DONE_WITH_PROBLEMS if problems or not_compared else DONE,
    )


def _write(args: Namespace, audit: Audit, baseline: Audit | None) -> tuple[list[str], str | None]:
    """Return the files written, and why the lanes were not compared; the run's own are written anyway."""
    how = CompareSettings(args.margin, args.clusters, args.seed)
    try:
        return [path.name for path in write_reports(args.output, audit, baseline, how)], None
    except ComparisonError as error:
        return [path.name for path in write_reports(args.output, audit)], str(error)


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", metavar="RUN", type=Path, help="a run file, a folder or an audit")
    parser.add_argument(
        "--baseline",
        metavar="RUN",
        type=Path,
        help="the lane to compare it with: the reports then have RUN minus baseline",
    )
    parser.add_argument(
        "-o", "--output", metavar="DIR", type=Path, required=True, help="folder to write the reports to"
    )
    add_lane(parser)
    add_comparison(parser)


REPORT = Command(
    name="report",
    help="write corrected metrics, a scorer audit and a lane comparison",
    description="Write corrected metrics (JSON), a scorer audit and, with a baseline, a lane comparison "
    "(Markdown and HTML). The run file is not touched.",
    add_arguments=_add_arguments,
    run=report,
)
