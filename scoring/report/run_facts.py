"""What was checked and how: the run, its files with their digests, the policy, problems of the data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scoring.audit.info import AuditInfo
from scoring.loaders.fields import as_text
from scoring.records import Problem
from scoring.report.blocks import Block, Cell, Facts, Table, Value, note
from scoring.report.rates import count
from scoring.report.text import one_line, shorten

N_PROBLEMS: Final = 20
"""Problems of the data that a document lists; the corrected metrics have them all."""

N_OWN_WORDS: Final = 12
"""Further fields of the run file that a document quotes."""

_FALLBACKS: Final = {None: "as the policy says", True: "on for this lane", False: "off for this lane"}


def run_title(info: AuditInfo) -> str:
    """Return the name of a run: its own, else its lane's, else that of its first file."""
    files = [source.path for source in info.sources]
    return next(filter(None, (info.name, info.lane, *files)), "unnamed run")


def describe_run(info: AuditInfo) -> Facts:
    """Return what a run is and how it was rescored; nothing of it names a folder of the machine."""
    named = (("Run", info.name), ("Lane", info.lane), ("Model", info.model), ("Benchmark", info.benchmark))
    rows: list[tuple[str, Cell]] = [(name, Value(text=value)) for name, value in named if value]
    rows.append(("Format", Value(text=info.loader)))
    for source in info.sources:
        rows.append(("Run file", Value(text=f"{source.path} ({source.n_bytes:,} bytes)")))
        rows.append(("its SHA-256", Value(text=source.sha256)))
    skipped = f"; {count(info.n_skipped, 'record')} not loaded, see below" if info.n_skipped else ""
    rows += [
        ("Items", f"{info.n_items:,}{skipped}"),
        ("Rescored by", f"policy {info.policy.name}, version {info.policy.version}"),
        ("What it does", info.policy.description or "–"),
        ("Reasoning fallback", _FALLBACKS[info.lane_fallback]),
        ("Scorer version", info.scorer_version),
    ]
    rows += [(f"File says: {one_line(name)}", value) for name, value in _own_words(info)]
    return Facts(rows=tuple(rows))


def _own_words(info: AuditInfo) -> list[tuple[str, Cell]]:
    """Return what else the run file says of the run in single values, e.g. that it is a reconstruction."""
    known = {info.name, info.lane, info.model, info.benchmark}
    single = [
        (name, text)
        for name, value in sorted(info.metadata.items())
        if (text := as_text(value)) is not None and text not in known
    ]
    return [(shorten(name), Value(text=shorten(text))) for name, text in single[:N_OWN_WORDS]]


def describe_problems(info: AuditInfo) -> Iterator[Block]:
    """Yield what is wrong with the data of a run, the first `N_PROBLEMS` by name; nothing if nothing is."""
    for finding in info.findings:
        yield note(f"{count(finding.n_items, 'item')}: {finding.message}")
    if not info.problems:
        return
    left_out = len(info.problems) - N_PROBLEMS
    yield Table(
        caption=f"{count(len(info.problems), 'problem')} of the data",
        header=("where", "what"),
        rows=tuple((Value(text=_where(one)), one.message) for one in info.problems[:N_PROBLEMS]),
    )
    if left_out > 0:
        yield note(f"{left_out:,} more are left out here; corrected_metrics.json lists them all.")


def _where(problem: Problem) -> str:
    place = f":{problem.line}" if problem.line is not None else ""
    if problem.line is None and problem.index is not None:
        place = f"[{problem.index}]"
    parts = (f"{problem.file or ''}{place}", problem.path, problem.item_id)
    return " ".join(filter(None, parts)) or problem.kind
