"""Decisions: one module a task type, one table that says which scores what."""

from scoring.tasks.score import score_item

__all__ = ["score_item"]
