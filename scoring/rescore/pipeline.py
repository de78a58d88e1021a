"""The one way from a run to an audit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa

from scoring.audit.info import AuditInfo
from scoring.audit.query import Audit, open_audit
from scoring.audit.schema import SCHEMA, SCHEMA_VERSION
from scoring.audit.store import AuditWriter
from scoring.errors import ContractError, RunFormatError
from scoring.loaders.base import OnImage, Run
from scoring.loaders.registry import load_run
from scoring.policy import DEFAULT_POLICY, Policy, load_policy
from scoring.records import Item, Problem
from scoring.rescore import processes, serial
from scoring.rescore.batch import DecidedBatch, Entry, Scoring, cut_batches
from scoring.rescore.run_findings import RunCounts
from scoring.rescore.sizes import check_sizes
from scoring.rescore.sources import digest_sources, relative_folder, stamp_file
from scoring.version import SCORER_VERSION

OnProgress: TypeAlias = Callable[[int, int, int], None]
"""Called with bytes read, bytes in all, items read. What it raises ends the run without a trace."""


def rescore_run(
    source: str | Path | Run,
    out: str | Path,
    *,
    format: str | None = None,  # noqa: A002  # the word of the command line
    policy: str | Path | Policy = DEFAULT_POLICY,
    lane_fallback: bool | None = None,
    workers: int = 1,
    on_progress: OnProgress | None = None,
) -> Audit:
    """Return the audit of a run, written into a folder.

    The same run, policy and version give the same bytes, wherever the two folders are, as long as
    they lie the same way to each other. Nothing stands under the target's name before the audit is
    whole.

    Args:
        source: a run, or the file or folder of one.
        out: the folder; an audit that is there is replaced.
        format: name of the loader; None recognises the run by its content.
        policy: its name, a TOML file, or the policy itself.
        lane_fallback: the lane's own reasoning fallback; None leaves it to the policy.
        workers: how many processes decide; the bytes are the same. Worth it from 50,000 items on.

    Raises:
        RunFormatError: no loader knows the source, or a file of it cannot be read or changed meanwhile.
        PolicyError: the policy is not valid.
        ContractError: fewer than one worker.
        AuditError: the folder cannot be written, or holds something else than an audit.
    """
    run = source if isinstance(source, Run) else load_run(source, format)
    target = Path(out)
    write_audit(
        run,
        target,
        Scoring(load_policy(policy), lane_fallback),
        run_folder=relative_folder(run.info.root, target),
        workers=workers,
        on_progress=on_progress,
    )
    return open_audit(target)


def rescore_in_memory(
    source: str | Path | Run,
    *,
    policy: str | Path | Policy = DEFAULT_POLICY,
    lane_fallback: bool | None = None,
    on_progress: OnProgress | None = None,
) -> Audit:
    """Return the audit of a run without writing anything, e.g. to try a policy.

    Raises:
        RunFormatError: no loader knows the source, or a file of it cannot be read or changed meanwhile.
        PolicyError: the policy is not valid.
    """
    run = source if isinstance(source, Run) else load_run(source)
    batches: list[pa.RecordBatch] = []
    info = _decide_run(run, Scoring(load_policy(policy), lane_fallback), on_progress, batches.append)
    return Audit.from_table(pa.Table.from_batches(batches, SCHEMA), info)


def write_audit(
    run: Run,
    target: Path,
    scoring: Scoring,
    *,
    run_folder: str | None,
    workers: int = 1,
    on_progress: OnProgress | None = None,
) -> None:
    """Write the audit of a run; `rescore_run` without opening it.

    Args:
        run_folder: what the audit is to say about where the run lies.
    """
    if workers < 1:
        raise ContractError(f"expected at least one worker, got {workers}")
    with AuditWriter(target) as writer:
        info = _decide_run(
            run, scoring, on_progress, writer.write, workers=workers, keep_image=writer.write_image
        )
        writer.finish(replace(info, run_folder=run_folder))


def _decide_run(
    run: Run,
    scoring: Scoring,
    on_progress: OnProgress | None,
    keep: Callable[[pa.RecordBatch], None],
    *,
    workers: int = 1,
    keep_image: OnImage | None = None,
) -> AuditInfo:
    """Return the header of the audit; `keep` is given its rows, batch by batch, `keep_image` its images."""
    counts = RunCounts(run.info.format)
    problems: list[Problem] = []
    try:
        stamps = [stamp_file(path) for path in run.info.sources]
        sources = digest_sources(run.info)
        batches = cut_batches(check_sizes(_entries(run, on_progress, keep_image), run.info.root))
        for batch in _decide_batches(batches, scoring, workers):
            keep(batch.rows)
            counts.add(batch)
            problems += batch.problems
        changed = stamps != [stamp_file(path) for path in run.info.sources]
    except OSError as error:
        raise RunFormatError(
            f"expected to read the run {run.info.name}, got {error.strerror or error}",
            cure="Check that its files are still there, and try again.",
        ) from error
    if changed:
        raise RunFormatError(
            f"expected the files of {run.info.name} to stay as they are, got a change while they were read",
            cure="Wait until whatever writes them is done, and try again.",
        )
    return AuditInfo(
        schema_version=SCHEMA_VERSION,
        scorer_version=SCORER_VERSION,
        name=run.info.name,
        lane=run.info.lane,
        model=run.info.model,
        benchmark=run.info.benchmark,
        loader=run.info.format,
        policy=scoring.policy,
        lane_fallback=scoring.lane_fallback,
        sources=sources,
        n_items=counts.n_items,
        n_skipped=sum(one.skipped for one in problems),
        problems=tuple(problems),
        findings=counts.findings(),
        metadata=run.info.metadata,
    )


def _decide_batches(
    batches: Iterable[Sequence[Entry]], scoring: Scoring, workers: int
) -> Iterator[DecidedBatch]:
    if workers == 1:
        return serial.decide_batches(batches, scoring)
    return processes.decide_batches(batches, scoring, workers)


def _entries(
    run: Run, on_progress: OnProgress | None, keep_image: OnImage | None
) -> Iterator[Item | Problem]:
    """Return the run's items and problems, telling the progress along the way."""
    n_items = 0

    def report(n_bytes: int) -> None:
        if on_progress is not None:
            on_progress(n_bytes, run.total_bytes, n_items)

    for entry in run.read(report, keep_image):
        n_items += isinstance(entry, Item)
        yield entry
    report(run.total_bytes)
