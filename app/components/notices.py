"""What is said when something is missing or wrong: a sentence, and what to do about it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from app.components.elements import Node, el
from scoring.errors import LanescopeError

Tone: TypeAlias = Literal["error", "warn", "info"]

_SIGNS = {"error": "✕", "warn": "!", "info": "i"}


def notice(message: str, cure: str = "", *, tone: Tone = "info") -> Node:
    """Return a bar with one sentence and its cure."""
    return el(
        "div",
        el("span", _SIGNS[tone], cls="sign", label=tone),
        el("div", el("p", message, cls="wrap"), el("p", cure, cls="wrap soft") if cure else None),
        cls=f"notice {tone}",
        role="alert" if tone == "error" else "status",
    )


def error_notice(error: LanescopeError) -> Node:
    """Return an error as what was expected, what came, and the cure."""
    message = error.message[:1].upper() + error.message[1:].rstrip(".") + "."
    return notice(message, error.cure, tone="error")


def empty_state(message: str, cure: str, href: str | None = None, link: str = "") -> Node:
    """Return what stands where there is nothing to show: why, and what to do."""
    action = el("p", el("a", link, href=href, cls="link")) if href else None
    return el("div", el("p", message, cls="strong"), el("p", cure), action, cls="empty")
