"""Every error that Lanescope raises on purpose.

A caller's mistake or an unreadable file raises one of these. Bad model output never does: it is
data (a status, a verdict, a `Problem`).
"""

from __future__ import annotations


class LanescopeError(Exception):
    """Base of all errors raised on purpose: what was expected, what came, where, and the cure."""

    def __init__(self, message: str, *, cure: str = "") -> None:
        """Keep the message and the cure apart, so that a screen can lay them out.

        Args:
            message: `expected X, got Y, at file:line $.path`.
            cure: one sentence that says what to do; empty if there is nothing to add.
        """
        super().__init__(message)
        self.message = message
        self.cure = cure

    def __str__(self) -> str:
        """Return the message, followed by the cure where there is one."""
        return f"{self.message}. {self.cure}" if self.cure else self.message


class RunFormatError(LanescopeError):
    """A run file or folder that cannot be read, or that no loader recognises."""


class ContractError(LanescopeError, ValueError):
    """An argument of the public API that breaks its contract; a ValueError for callers who know only that."""


class PolicyError(LanescopeError):
    """A policy name or file that is not valid."""


class ComparisonError(LanescopeError):
    """Two audits that cannot be compared."""


class AuditError(LanescopeError):
    """An audit folder that cannot be read or written."""
