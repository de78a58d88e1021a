"""`lanescope report`: audits become documents that go into a decision."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from scoring.cli.arguments import add_lane
from scoring.cli.command import DONE, DONE_WITH_PROBLEMS, Command, Outcome
from scoring.cli.lanes import open_lane
from scoring.cli.printing import format_problems, to_json
from scoring.cli.summary import describe_audit, run_payload
from scoring.report.conclusion import conclude
from scoring.report.files import write_reports


def report(args: Namespace) -> Outcome:
    """Return the conclusion, and the files that were written."""
    audit = open_lane(args.path, args)
    baseline = None
    if args.baseline is not None:
        baseline = open_lane(args.baseline, args)
    conclusion = conclude(audit, audit.summary())
    names = [path.name for path in write_reports(args.output, audit, baseline)]
    problems = [*audit.problems, *(baseline.problems if baseline else ())]
    text = [
        describe_audit(audit.info),
        conclusion.sentence,
        "\n".join([f"Written to {args.output}:", *(f"  {name}" for name in names)]),
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
            "problems": to_json(problems),
        },
        exit_code=DONE_WITH_PROBLEMS if problems else DONE,
    )


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


REPORT = Command(
    name="report",
    help="write corrected metrics, a scorer audit and a lane comparison",
    description="Write corrected metrics (JSON), a scorer audit and, with a baseline, a lane comparison "
    "(Markdown and HTML). The run file is not touched.",
    add_arguments=_add_arguments,
    run=report,
)
