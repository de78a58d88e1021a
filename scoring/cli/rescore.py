"""`lanescope rescore`: a run becomes an audit."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import scoring
from scoring.cli.arguments import add_fallback, add_loading, add_policy, paths_by_role
from scoring.cli.command import DONE, DONE_WITH_PROBLEMS, Command, Outcome
from scoring.cli.printing import format_problems, to_json
from scoring.cli.progress import ProgressLine
from scoring.cli.summary import (
    describe_audit,
    format_run_findings,
    format_summary,
    run_payload,
    summary_payload,
)


def rescore(args: Namespace) -> Outcome:
    """Return the numbers of the audit that was written."""
    run = scoring.load_run(
        args.path, args.format, options=dict(args.options), with_files=paths_by_role(args.with_files)
    )
    with ProgressLine(f"Rescoring {run.info.name}") as progress:
        audit = scoring.rescore_run(
            run,
            args.output,
            policy=args.policy,
            lane_fallback=args.reasoning_fallback,
            workers=args.workers,
            on_progress=progress,
        )
    summary = audit.summary()
    text = [
        describe_audit(audit.info),
        format_summary(summary),
        format_run_findings(audit.info.findings),
        format_problems(audit.problems),
        f"Audit written to {args.output}. Look at it: lanescope {args.output}",
    ]
    return Outcome(
        text="\n\n".join(part for part in text if part),
        payload={
            "audit": str(args.output),
            "run": run_payload(audit),
            "summary": summary_payload(summary),
            "problems": to_json(audit.problems),
        },
        exit_code=DONE_WITH_PROBLEMS if audit.problems else DONE,
    )


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", type=Path, help="a run file or folder")
    parser.add_argument(
        "-o", "--output", metavar="DIR", type=Path, required=True, help="folder to write the audit to"
    )
    add_policy(parser)
    add_fallback(parser)
    parser.add_argument(
        "--workers",
        metavar="N",
        type=int,
        default=1,
        help="processes that score, for the same audit (default: %(default)s; more pay from 50,000 items on)",
    )
    add_loading(parser)


RESCORE = Command(
    name="rescore",
    help="rescore a run and write the audit",
    description="Rescore a run, write the audit into a folder, and say what changed.",
    add_arguments=_add_arguments,
    run=rescore,
)
