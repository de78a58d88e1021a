"""`lanescope rescore`: a run becomes an audit."""

from __future__ import annotations

import os
import shlex
from argparse import ArgumentParser, Namespace
from pathlib import Path

import scoring
from scoring.audit.drawing import DRAWN_TYPES, subjects_of
from scoring.audit.filter import Filter
from scoring.audit.query import Audit
from scoring.cli.arguments import add_fallback, add_loading, add_policy
from scoring.cli.command import DONE, DONE_WITH_PROBLEMS, Command, Outcome
from scoring.cli.lanes import load_lane
from scoring.cli.printing import count, format_problems, format_table, to_json
from scoring.cli.progress import ProgressLine
from scoring.cli.run_sets import find_set, folder_name, name_in_set
from scoring.cli.summary import (
    describe_audit,
    format_run_findings,
    format_summary,
    run_payload,
    summary_payload,
)
from scoring.loaders.recognise import Listing
from scoring.records import JsonValue


def rescore(args: Namespace) -> Outcome:
    """Return the numbers of the audit that was written; of a set of runs, of one audit each."""
    found = None if args.format else find_set(args.path)
    if found is not None:
        return _rescore_set(found, args)
    run = load_lane(args.path, args)
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
        _pictures(audit, args.output, run.info.root),
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


def _pictures(audit: Audit, out: Path, root: Path) -> str:
    """Return the commands that show annotations on their images, where these lie in files."""
    drawn = audit.ordinals(Filter(task_type=DRAWN_TYPES))[:1]
    images = subjects_of(audit, drawn)[0].images if drawn else ()
    if not images or isinstance(images[0], Path):
        return ""
    folder = shlex.quote(os.path.relpath(root))
    audit_folder = shlex.quote(str(out))
    return (
        f"Its images lie in {folder}. Pictures in the dashboard, and of the lowest rewards as files:\n"
        f"  lanescope view {audit_folder} --images {folder}\n"
        f"  lanescope render {audit_folder} --worst 24 -o pictures --images {folder}"
    )


def _rescore_set(found: Listing, args: Namespace) -> Outcome:
    """Return a line for each run of a set, whose audits lie side by side in the output folder."""
    rows: list[tuple[str, ...]] = []
    runs: list[JsonValue] = []
    n_problems = 0
    for one in found.runs:
        name = name_in_set(one, args.path)
        out = args.output / folder_name(name)
        run = scoring.load_run(one.path, one.format)
        with ProgressLine(f"Rescoring {run.info.name}") as progress:
            audit = scoring.rescore_run(
                run,
                out,
                policy=args.policy,
                lane_fallback=args.reasoning_fallback,
                workers=args.workers,
                on_progress=progress,
            )
        summary = summary_payload(audit.summary())
        rows.append((name, one.format, f"{audit.info.n_items:,}", f"{len(audit.problems):,}", out.name))
        runs.append({"audit": str(out), "run": run_payload(audit), "summary": summary})
        n_problems += len(audit.problems)
    table = format_table(rows, header=("run", "format", "items", "problems", "audit"), right=[2, 3])
    return Outcome(
        text=f"{table}\n\n{count(len(rows), 'audit')} written to {args.output}.",
        payload={"runs": runs},
        exit_code=DONE_WITH_PROBLEMS if n_problems else DONE,
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
