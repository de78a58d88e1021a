"""The core of Lanescope: rescoring, auditing and comparing benchmark runs, without any user interface.

Everything public is named in `__all__` and comes from here. Nothing heavy is imported before it is
used, so that `import scoring` and scoring one response stay quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.api import score_response
    from scoring.audit.query import Audit, open_audit
    from scoring.errors import (
        AuditError,
        ComparisonError,
        ContractError,
        LanescopeError,
        PolicyError,
        RunFormatError,
    )
    from scoring.loaders.base import Run
    from scoring.loaders.registry import load_run
    from scoring.policy import POLICIES, Policy, load_policy
    from scoring.records import Decision, Extraction, Item, Problem, Recorded, Response
    from scoring.rescore.pipeline import rescore_run
    from scoring.stats.compare import Comparison, compare_lanes
    from scoring.stats.matrix import compare_many
    from scoring.trace.batch import score_trace_batch
    from scoring.trace.explain import explain_trace_response
    from scoring.trace.verify import score_trace_response

__all__ = [
    "POLICIES",
    "Audit",
    "AuditError",
    "Comparison",
    "ComparisonError",
    "ContractError",
    "Decision",
    "Extraction",
    "Item",
    "LanescopeError",
    "Policy",
    "PolicyError",
    "Problem",
    "Recorded",
    "Response",
    "Run",
    "RunFormatError",
    "compare_lanes",
    "compare_many",
    "explain_trace_response",
    "load_policy",
    "load_run",
    "open_audit",
    "rescore_run",
    "score_response",
    "score_trace_batch",
    "score_trace_response",
]

_HOMES = {
    "scoring.api": ("score_response",),
    "scoring.audit.query": ("Audit", "open_audit"),
    "scoring.errors": (
        "AuditError",
        "ComparisonError",
        "ContractError",
        "LanescopeError",
        "PolicyError",
        "RunFormatError",
    ),
    "scoring.loaders.base": ("Run",),
    "scoring.loaders.registry": ("load_run",),
    "scoring.policy": ("POLICIES", "Policy", "load_policy"),
    "scoring.records": ("Decision", "Extraction", "Item", "Problem", "Recorded", "Response"),
    "scoring.rescore.pipeline": ("rescore_run",),
    "scoring.stats.compare": ("Comparison", "compare_lanes"),
    "scoring.stats.matrix": ("compare_many",),
    "scoring.trace.batch": ("score_trace_batch",),
    "scoring.trace.explain": ("explain_trace_response",),
    "scoring.trace.verify": ("score_trace_response",),
}
"""Module -> the public names that live there."""

_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Return a public name from the module that it lives in, imported now."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'scoring' has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
