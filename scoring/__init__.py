"""Lanescope core: extraction, scoring, audit, comparison. No UI, no network."""
