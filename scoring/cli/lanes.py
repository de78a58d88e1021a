"""Opening what a command line calls a lane: a run file, a folder or an audit."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import scoring
from scoring.audit.query import Audit
from scoring.cli.arguments import paths_by_role
from scoring.cli.progress import ProgressLine
from scoring.errors import ContractError
from scoring.loaders.base import Run
from scoring.loaders.folders import is_audit
from scoring.loaders.registry import read_with
from scoring.policy import DEFAULT_POLICY, load_policy
from scoring.rescore.cache import cached_audit


def open_lane(path: Path, args: Namespace) -> Audit:
    """Return the audit at that path, or that of the run there, rescored into the cache.

    Args:
        path: a run file, a folder or an audit.
        args: what `add_lane` declares. Without a policy an audit stays as it is and a run is scored by
            the default; without a fallback the policy decides.

    Raises:
        ContractError: a policy, a fallback or a way of reading is asked for that the audit was not made with.
        LanescopeError: neither run nor audit, or the policy is not valid.
    """
    if is_audit(path):
        return _as_asked(scoring.open_audit(path), path, args)
    run = load_lane(path, args)
    with ProgressLine(f"Rescoring {run.info.name}") as progress:
        return cached_audit(run, args.policy or DEFAULT_POLICY, args.reasoning_fallback, progress)


def load_lane(path: Path, args: Namespace) -> Run:
    """Return the run at that path, read as the arguments of `add_loading` say.

    Raises:
        RunFormatError: there is no run, or it cannot be read so.
    """
    return scoring.load_run(
        path, args.format, options=dict(args.options), with_files=paths_by_role(args.with_files)
    )


def _as_asked(audit: Audit, path: Path, args: Namespace) -> Audit:
    made = audit.info
    if args.policy is not None and load_policy(args.policy) != made.policy:
        raise ContractError(
            f"expected an audit scored by {args.policy}, got one scored by {made.policy.name}, at {path}",
            cure="Give the run file instead, or leave out --policy.",
        )
    if args.reasoning_fallback is not None and args.reasoning_fallback != made.lane_fallback:
        raise ContractError(
            f"expected an audit made with --reasoning-fallback, got one made without, at {path}",
            cure="Give the run file instead, or leave out --reasoning-fallback.",
        )
    if args.format is not None and args.format != made.loader:
        raise ContractError(
            f"expected an audit of a run in the format {args.format}, got one of {made.loader}, at {path}",
            cure="Give the run file instead, or leave out --format.",
        )
    asked = read_with(dict(args.options), paths_by_role(args.with_files))
    other = [name for name, chosen in asked.items() if made.metadata.get(name) != chosen]
    if other:
        raise ContractError(
            f"expected an audit of a run read with the same --option and --with, got another, at {path}",
            cure="Rescore the run file with them first and give that audit, or leave them out.",
        )
    return audit
