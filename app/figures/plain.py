"""Run data as text that Plotly cannot take for markup."""

from __future__ import annotations


def plain_text(text: str, longest: int) -> str:
    """Return a text without anything that Plotly reads as markup or formula, cut to that length."""
    short = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return short.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("$", "﹩")
