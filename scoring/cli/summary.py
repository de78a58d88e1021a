"""The numbers of an audit on the terminal and as JSON: the same for every command."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.audit.info import AuditInfo, RunFinding
from scoring.audit.query import Audit
from scoring.audit.summary import Flip, Group, Summary, Tally
from scoring.cli.printing import count, format_difference, format_rate, format_table, to_json
from scoring.records import JsonValue

_VERDICTS = ("correct", "incorrect", "no_answer", "unscorable", "not_recorded")


def describe_audit(info: AuditInfo) -> str:
    """Return one line that says what was rescored, and how."""
    parts = [f"read as {info.loader}"]
    parts += [f"{name} {value}" for name, value in (("lane", info.lane), ("model", info.model)) if value]
    parts += [count(info.n_items, "item"), f"scored by {info.policy.name}"]
    return f"{info.name or 'run'}: {', '.join(parts)}"


def format_summary(summary: Summary) -> str:
    """Return verdicts and accuracy as recorded and as rescored, what changed, and the findings."""
    parts = [
        _verdicts(summary.recorded, summary.rescored),
        _section("Verdicts that changed", [(_arrow(flip), f"{flip.count:,}") for flip in changes(summary)]),
        _section("Findings", [(group.value, f"{group.rescored.n:,}") for group in summary.by_finding]),
    ]
    return "\n\n".join(part for part in parts if part)


def format_run_findings(findings: Sequence[RunFinding]) -> str:
    """Return one line for each thing that is odd about the run as a whole; empty if nothing is."""
    return "\n".join(f"{count(one.n_items, 'item')}: {one.message}" for one in findings)


def changes(summary: Summary) -> list[Flip]:
    """Return the cells whose recorded verdict is there and differs from ours, largest first."""
    changed = [flip for flip in summary.flips if flip.recorded not in (None, flip.rescored)]
    return sorted(changed, key=lambda flip: -flip.count)


def run_payload(audit: Audit) -> dict[str, JsonValue]:
    """Return what an audit is: its run, its policy, its scorer."""
    info = audit.info
    return {
        "name": info.name,
        "lane": info.lane,
        "model": info.model,
        "benchmark": info.benchmark,
        "format": info.loader,
        "policy": info.policy.name,
        "policy_version": info.policy.version,
        "lane_fallback": info.lane_fallback,
        "scorer_version": info.scorer_version,
        "n_items": info.n_items,
        "n_skipped": info.n_skipped,
        "findings": to_json(info.findings),
    }


def summary_payload(summary: Summary) -> dict[str, JsonValue]:
    """Return every number of a summary, with denominators."""
    return {
        "n": summary.n,
        "recorded": tally_payload(summary.recorded),
        "rescored": tally_payload(summary.rescored),
        "flips": to_json(summary.flips),
        "by_category": [_group_payload(group) for group in summary.by_category],
        "by_finding": [_group_payload(group) for group in summary.by_finding],
        "counts": {name: {v.value: v.count for v in values} for name, values in summary.counts.items()},
    }


def tally_payload(tally: Tally) -> dict[str, JsonValue]:
    """Return the five counts, their denominator and the accuracy."""
    counts = {verdict: getattr(tally, verdict) for verdict in _VERDICTS}
    return {"n": tally.n, **counts, "scored": tally.scored, "accuracy": tally.accuracy}


def format_accuracy(tally: Tally) -> str:
    """Return correct / scored with its percentage."""
    return format_rate(tally.correct, tally.scored)


def _group_payload(group: Group) -> dict[str, JsonValue]:
    return {
        "value": group.value,
        "recorded": tally_payload(group.recorded),
        "rescored": tally_payload(group.rescored),
    }


def _verdicts(recorded: Tally, rescored: Tally) -> str:
    rows = [
        (
            verdict.replace("_", " "),
            f"{before:,}",
            f"{after:,}",
            f"{after - before:+,}" if after != before else "",
        )
        for verdict in _VERDICTS
        if (before := getattr(recorded, verdict)) + (after := getattr(rescored, verdict))
    ]
    accuracy = (
        "accuracy",
        format_accuracy(recorded),
        format_accuracy(rescored),
        format_difference(recorded.accuracy, rescored.accuracy),
    )
    return format_table([*rows, accuracy], header=("", "recorded", "rescored", "change"), right=[1, 2, 3])


def _section(title: str, rows: list[tuple[str, str]]) -> str:
    table = format_table(rows, right=[1], indent=2)
    return f"{title}\n{table}" if table else ""


def _arrow(flip: Flip) -> str:
    return f"{flip.recorded} -> {flip.rescored}".replace("_", " ")
