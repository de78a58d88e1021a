"""`lanescope check`: what a file is, and what is wrong with it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from pathlib import Path

import scoring
from scoring.cli.arguments import add_loading
from scoring.cli.command import DONE, DONE_WITH_PROBLEMS, Command, Outcome
from scoring.cli.lanes import load_lane
from scoring.cli.printing import count, format_problems, format_table, to_json
from scoring.cli.progress import ProgressLine
from scoring.cli.run_sets import find_set, name_in_set
from scoring.cli.summary import describe_audit, format_run_findings, run_payload
from scoring.diagnose.explained import explains_recorded
from scoring.loaders.base import Run, RunInfo
from scoring.loaders.folders import is_audit
from scoring.loaders.recognise import Listing
from scoring.loaders.registry import explain, load_run
from scoring.records import Item, JsonValue, Problem


def check(args: Namespace) -> Outcome:
    """Return what the run was recognised as, what it holds, and every problem by line.

    Reads the whole file, keeps no item. Of an audit it returns what its header says.
    """
    if is_audit(args.path):
        return _check_audit(args.path)
    found = None if args.format else find_set(args.path)
    if found is not None:
        return _check_set(found, args.path)
    run = load_lane(args.path, args)
    counts, problems = _take_stock(run)
    declined = explain(args.path, run.info.format)
    n_skipped = sum(problem.skipped for problem in problems)
    payload: dict[str, JsonValue] = {
        **_identity(run.info),
        "metadata": to_json(run.info.metadata),
        "n_bytes": run.total_bytes,
        "n_records": counts["items"] + n_skipped,
        "n_items": counts["items"],
        "n_skipped": n_skipped,
        **{name: counts[name] for name in _HELD},
        "task_types": {
            name.removeprefix(_TYPE): n for name, n in sorted(counts.items()) if name.startswith(_TYPE)
        },
        "declined": [{"format": name, "reason": reason} for name, reason in declined],
        "n_problems": len(problems),
        "problems": to_json(problems),
    }
    return Outcome(
        text=_describe(run.info, payload, problems),
        payload=payload,
        exit_code=DONE_WITH_PROBLEMS if problems else DONE,
    )


def _check_set(found: Listing, place: Path) -> Outcome:
    """Return what each run of a set holds, in a line."""
    runs: list[JsonValue] = []
    rows: list[tuple[str, ...]] = []
    for one in found.runs:
        name = name_in_set(one, place)
        counts, problems = _take_stock(load_run(one.path, one.format))
        rows.append((name, one.format, f"{counts['items']:,}", f"{len(problems):,}"))
        runs.append(
            {"path": name, "format": one.format, "n_items": counts["items"], "n_problems": len(problems)}
        )
    others = [(path.name, why) for path, why in found.others]
    more = "" if found.complete else "\n\nThere is more than is looked at."
    table = format_table(rows, header=("run", "format", "items", "problems"), right=[2, 3])
    listed = format_table(others[:_N_OTHERS], header=("no run", "why")) if others else ""
    return Outcome(
        text=f"{place} holds {count(len(rows), 'run')}\n\n{table}\n\n{listed}".rstrip() + more,
        payload={"runs": runs, "others": [{"name": name, "why": why} for name, why in others]},
        exit_code=DONE_WITH_PROBLEMS if any(row[3] != "0" for row in rows) else DONE,
    )


def _check_audit(path: Path) -> Outcome:
    audit = scoring.open_audit(path)
    listed = format_problems(audit.problems, limit=_N_PROBLEMS)
    problems = listed or "No problems in the run it was made from."
    parts = [
        f"{path.name} is an audit of {describe_audit(audit.info)}",
        format_run_findings(audit.info.findings),
        problems,
    ]
    return Outcome(
        text="\n\n".join(part for part in parts if part),
        payload={
            **run_payload(audit),
            "format": "audit",
            "run_format": audit.info.loader,
            "n_problems": len(audit.problems),
            "problems": to_json(audit.problems),
        },
        exit_code=DONE_WITH_PROBLEMS if audit.problems else DONE,
    )


_N_PROBLEMS = 200
_N_FILES = 10
_N_OTHERS = 50
_REASON_CHARS = 160
_TYPE = "type:"
_REPEATED = "with_repeated_key"
_UNEXPLAINED = "with_unexplained_answer"
_HELD = {
    "with_target": "with a target",
    "with_content": "with visible content",
    "with_reasoning": "with reasoning",
    "with_recorded_verdict": "with a recorded verdict",
    _UNEXPLAINED: "with a recorded answer that its text does not hold",
    _REPEATED: "with the task, id and attempt of an earlier one",
}

_RARE = (_REPEATED, _UNEXPLAINED)


def _take_stock(run: Run) -> tuple[Counter[str], list[Problem]]:
    counts: Counter[str] = Counter()
    problems: list[Problem] = []
    keys: set[int] = set()
    with ProgressLine(f"Checking {run.info.name}") as progress:
        records = run.read(lambda n_bytes: progress(n_bytes, run.total_bytes, counts["items"]))
        for record in records:
            if isinstance(record, Problem):
                problems.append(record)
            else:
                counts.update(_facts(record))
                # Eight bytes an item, whatever its id.
                keys.add(hash((record.task, record.item_id, record.attempt)))
    counts[_REPEATED] = counts["items"] - len(keys)
    return counts, problems


def _facts(item: Item) -> list[str]:
    held = {
        "with_target": bool(item.target),
        "with_content": bool(item.response.content),
        "with_reasoning": bool(item.response.reasoning),
        "with_recorded_verdict": bool(item.recorded and item.recorded[0].verdict),
        _UNEXPLAINED: explains_recorded(item) is False,
    }
    return ["items", _TYPE + item.task_type, *(name for name, is_held in held.items() if is_held)]


def _identity(info: RunInfo) -> dict[str, JsonValue]:
    return {
        "format": info.format,
        "name": info.name,
        "lane": info.lane,
        "model": info.model,
        "benchmark": info.benchmark,
        "sources": [source.name for source in info.sources],
    }


def _describe(info: RunInfo, payload: dict[str, JsonValue], problems: list[Problem]) -> str:
    said = {key: value for key, value in info.metadata.items() if isinstance(value, str | int | float)}
    facts = said | {"lane": info.lane, "model": info.model, "benchmark": info.benchmark}
    task_types = payload["task_types"]
    assert isinstance(task_types, dict)
    counted = [
        ("items", payload["n_items"]),
        *((f"  {name.replace('_', ' ')}", n) for name, n in task_types.items()),
        *((label, payload[name]) for name, label in _HELD.items() if name not in _RARE or payload[name]),
    ]
    parts = [
        f"{info.name} is a run of the format {info.format}",
        format_table(
            [(key.replace("_", " "), str(value)) for key, value in facts.items() if value is not None],
            indent=2,
        ),
        format_table([(name, f"{n:,}") for name, n in counted], right=[1], indent=2),
        _not_read_as(payload),
        _not_read(info),
        format_problems(problems, limit=_N_PROBLEMS) or f"No problems in {count(len(info.sources), 'file')}.",
    ]
    return "\n\n".join(part for part in parts if part)


def _not_read(info: RunInfo) -> str:
    """Return the files beside the run that are no part of it; empty text without any."""
    names = info.metadata.get("files_not_read")
    if not isinstance(names, list):
        return ""
    shown = ", ".join(str(name) for name in names[:_N_FILES])
    more = f" and {len(names) - _N_FILES:,} more" if len(names) > _N_FILES else ""
    return f"Beside it, not read: {shown}{more}"


def _not_read_as(payload: dict[str, JsonValue]) -> str:
    """Return why other formats did not take the file, one a line."""
    declined = payload["declined"]
    assert isinstance(declined, list)
    rows = [
        (str(one["format"]), str(one["reason"])[:_REASON_CHARS]) for one in declined if isinstance(one, dict)
    ]
    return f"Not read as:\n{format_table(rows, indent=2)}" if rows else ""


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", type=Path, help="a run file, a folder or an audit")
    add_loading(parser)


CHECK = Command(
    name="check",
    help="say what a file is and what is wrong with it, by line",
    add_arguments=_add_arguments,
    run=check,
)
