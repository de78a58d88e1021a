"""Version of the scorer: part of every audit and of every cache key."""

from __future__ import annotations

SCORER_VERSION = "3"
"""Raised whenever the same input and policy can lead to a different audit."""
