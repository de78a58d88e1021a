"""Opening what a command line calls a lane: a run file, a folder or an audit."""

from __future__ import annotations

from pathlib import Path

import scoring
from scoring.audit.query import Audit
from scoring.cli.progress import ProgressLine
from scoring.errors import ContractError
from scoring.loaders.folders import is_audit
from scoring.policy import DEFAULT_POLICY, load_policy
from scoring.rescore.cache import cached_audit


def open_lane(path: Path, policy: str | None, *, lane_fallback: bool | None) -> Audit:
    """Return the audit at that path, or that of the run there, rescored into the cache.

    Args:
        path: a run file, a folder or an audit.
        policy: its name or file; None leaves an audit as it is and scores a run by the default.
        lane_fallback: the lane's own reasoning fallback; None leaves it to the policy.

    Raises:
        ContractError: a policy or fallback is asked for that the audit was not made with.
        LanescopeError: neither run nor audit, or the policy is not valid.
    """
    if not is_audit(path):
        run = scoring.load_run(path)
        with ProgressLine(f"Rescoring {run.info.name}") as progress:
            return cached_audit(run, policy or DEFAULT_POLICY, lane_fallback, progress)
    audit = scoring.open_audit(path)
    made = audit.info
    if policy is not None and load_policy(policy) != made.policy:
        raise ContractError(
            f"expected an audit scored by {policy}, got one scored by {made.policy.name}, at {path}",
            cure="Give the run file instead, or leave out --policy.",
        )
    if lane_fallback is not None and lane_fallback != made.lane_fallback:
        raise ContractError(
            f"expected an audit made with --reasoning-fallback, got one made without, at {path}",
            cure="Give the run file instead, or leave out --reasoning-fallback.",
        )
    return audit
