"""The reports as files: which there are, what is in them, and how they reach a folder."""

from __future__ import annotations

import io
import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from scoring.audit.query import Audit
from scoring.errors import ContractError
from scoring.report.as_html import render_html
from scoring.report.as_markdown import render_markdown
from scoring.report.blocks import Document
from scoring.report.conclusion import conclude
from scoring.report.corrected import write_corrected_metrics
from scoring.report.lane_comparison import build_lane_comparison
from scoring.report.scorer_audit import build_scorer_audit
from scoring.stats.compare import AS_USUAL, CompareSettings, compare_lanes

Write: TypeAlias = Callable[[BinaryIO], object]

CORRECTED: Final = "corrected_metrics.json"
SCORER_AUDIT: Final = "scorer_audit"
LANE_COMPARISON: Final = "lane_comparison"


def plan_reports(
    audit: Audit, baseline: Audit | None = None, how: CompareSettings = AS_USUAL
) -> Mapping[str, Write]:
    """Return name of file -> what writes it to an open file, for a page, a test or a folder.

    The bytes depend on nothing but the audits: no clock, no folder of the machine.

    Args:
        audit: the run that the reports are about; lane B of the comparison.
        baseline: lane A; without one there is no comparison.
        how: margin, clusters and seed of the comparison.

    Raises:
        ComparisonError: the lanes have no item in common.
    """
    summary = audit.summary()
    conclusion = conclude(audit, summary)
    documents = {SCORER_AUDIT: build_scorer_audit(audit, summary, conclusion)}
    plan: dict[str, Write] = {CORRECTED: lambda out: write_corrected_metrics(audit, summary, conclusion, out)}
    if baseline is not None:
        comparison = compare_lanes(baseline, audit, **how._asdict())
        documents[LANE_COMPARISON] = build_lane_comparison(baseline, audit, comparison)
    for name, document in documents.items():
        plan |= _as_files(name, document)
    return plan


def report_files(audit: Audit, baseline: Audit | None = None) -> dict[str, bytes]:
    """Return name of file -> its bytes, for a download; all of them are in memory."""
    files = {}
    for name, write in plan_reports(audit, baseline).items():
        out = io.BytesIO()
        write(out)
        files[name] = out.getvalue()
    return files


def write_reports(
    folder: Path, audit: Audit, baseline: Audit | None = None, how: CompareSettings = AS_USUAL
) -> list[Path]:
    """Return the files written into a folder, which is made if need be; other files there are left alone.

    Each file is written beside its name and moved there when it is whole, so that a killed run leaves no half
    of a report under its name.

    Raises:
        ComparisonError: the lanes have no item in common.
        ContractError: the folder is a file, an audit, or holds the run file under the name of a report.
        OSError: the place cannot be written.
    """
    _check(folder)
    plan = plan_reports(audit, baseline, how)
    folder.mkdir(parents=True, exist_ok=True)
    return [_write(folder / name, write) for name, write in plan.items()]


def _as_files(name: str, document: Document) -> dict[str, Write]:
    return {
        f"{name}.md": lambda out: out.write(render_markdown(document).encode()),
        f"{name}.html": lambda out: out.write(render_html(document).encode()),
    }


def _check(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise ContractError(
            f"expected a folder to write the reports to, got a file, at {folder}",
            cure="Name a folder with -o; it is made if need be.",
        )


def _write(path: Path, write: Write) -> Path:
    partial = path.with_name(f".{path.name}.partial-{secrets.token_hex(4)}")
    try:
        with partial.open("xb") as out:
            write(out)
            out.flush()
            os.fsync(out.fileno())
        partial.replace(path)
    finally:
        with suppress(FileNotFoundError):
            partial.unlink()
    return path
