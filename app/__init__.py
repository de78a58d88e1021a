"""Lanescope dashboard."""
