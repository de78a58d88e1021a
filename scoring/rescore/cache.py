"""Audits of raw runs, kept between sessions: rescored once for each content, policy and version."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path

import platformdirs

from scoring.audit.canonical import canonical_bytes
from scoring.audit.header import RUN_JSON, is_audit
from scoring.audit.query import Audit, open_audit
from scoring.audit.schema import SCHEMA_VERSION
from scoring.errors import AuditError, LanescopeError
from scoring.loaders.base import Run, RunInfo
from scoring.loaders.registry import load_run
from scoring.policy import DEFAULT_POLICY, Policy, load_policy, policy_to_dict
from scoring.rescore.batch import Scoring
from scoring.rescore.pipeline import OnProgress, write_audit
from scoring.rescore.sources import Stamp, digest_file, digest_sources
from scoring.version import SCORER_VERSION

CACHE_VARIABLE = "LANESCOPE_CACHE"
"""Environment variable that names the cache folder."""

_KEPT_DIGESTS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much is kept; what was used least recently goes first."""

    n_audits: int = 50
    n_bytes: int = 5_000_000_000


def cache_folder() -> Path:
    """Return the folder that `LANESCOPE_CACHE` names, else the platform's cache folder."""
    given = os.environ.get(CACHE_VARIABLE)
    return Path(given) if given else platformdirs.user_cache_path("lanescope", appauthor=False)


def cached_audit(
    source: str | Path | Run,
    policy: str | Path | Policy = DEFAULT_POLICY,
    lane_fallback: bool | None = None,  # noqa: FBT001  # its three values read like its name
    on_progress: OnProgress | None = None,
    *,
    limits: Limits | None = None,
) -> Audit:
    """Return the audit of a run out of the cache; rescored first where it is not there yet.

    Kept apart are: content of the files, what the run is called, loader, policy, fallback, version of
    scorer and columns. A file is digested anew only if its path, size or time has changed. Two
    processes may ask at once.

    Raises:
        RunFormatError: no loader knows the source, or a file of it cannot be read or changed meanwhile.
        PolicyError: the policy is not valid.
        AuditError: the cache folder cannot be written.
    """
    run = source if isinstance(source, Run) else load_run(source)
    scoring = Scoring(load_policy(policy), lane_fallback)
    audits = cache_folder() / "audits"
    folder = audits / _key(run.info, scoring)
    try:
        audit = open_audit(folder)
    except AuditError:
        if folder.exists() and not is_audit(folder):
            shutil.rmtree(folder, ignore_errors=True)  # damaged beyond recognition
        write_audit(run, folder, scoring, run_folder=None, on_progress=on_progress)
        audit = open_audit(folder)
    os.utime(folder)
    _make_room(audits, folder, limits or Limits())
    return audit


def source_changed(audit: Audit, path: str | Path) -> bool:
    """Return whether the files of the run are no longer those of its audit, or cannot be read.

    Args:
        path: the run's file or folder, as it was rescored.
    """
    try:
        info = load_run(path, audit.info.loader).info
        return digest_sources(info, _remembered_digest) != audit.info.sources
    except (LanescopeError, OSError):
        return True


def _key(info: RunInfo, scoring: Scoring) -> str:
    """Return the name of the audit's folder: a digest of everything its bytes depend on."""
    run = {f.name: getattr(info, f.name) for f in fields(info) if f.name not in {"root", "sources"}}
    sources = digest_sources(info, _remembered_digest)
    parts = {
        "run": run,
        "sources": [[one.path, one.sha256] for one in sources],
        "policy": policy_to_dict(scoring.policy),
        "lane_fallback": scoring.lane_fallback,
        "versions": [SCORER_VERSION, SCHEMA_VERSION],
    }
    return hashlib.sha256(canonical_bytes(parts)).hexdigest()[:32]


def _remembered_digest(stamp: Stamp) -> str:
    """Return the digest of a file, kept in the cache under its path, size and time."""
    name = hashlib.sha256(canonical_bytes([str(stamp.path), *stamp[1:]])).hexdigest()
    note = cache_folder() / "digests" / name
    with suppress(OSError):
        return note.read_text(encoding="ascii")
    digest = digest_file(stamp)
    # A cache that cannot be written is slow, no error.
    with suppress(OSError):
        note.parent.mkdir(parents=True, exist_ok=True)
        partial = note.with_name(f"{name}.{secrets.token_hex(4)}")
        partial.write_text(digest, encoding="ascii")
        partial.replace(note)
        for old in sorted(note.parent.iterdir(), key=_last_used, reverse=True)[_KEPT_DIGESTS:]:
            old.unlink(missing_ok=True)
    return digest


def _make_room(audits: Path, newest: Path, limits: Limits) -> None:
    """Remove the audits used least recently, but never the newest, until the others fit."""
    n_audits, n_bytes = 1, _size(newest)
    for folder in sorted(_others(audits, newest), key=_last_used, reverse=True):
        n_audits += 1
        n_bytes += _size(folder)
        if n_audits > limits.n_audits or n_bytes > limits.n_bytes:
            shutil.rmtree(folder, ignore_errors=True)


def _others(audits: Path, newest: Path) -> Iterator[Path]:
    return (folder for folder in audits.iterdir() if folder != newest and (folder / RUN_JSON).is_file())


def _last_used(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_mtime_ns
    return 0


def _size(folder: Path) -> int:
    with suppress(OSError):
        return sum(file.stat().st_size for file in folder.rglob("*"))
    return 0
