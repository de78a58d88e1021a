"""What is said where a run holds targets and no responses: what is missing, and the command that reads it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Final

from app.components.elements import Node, el
from app.library import Opened

_RESPONSES: Final[Mapping[str, str]] = {
    "trace": "responses=FILE",
    "coco": "results=FILE",
    "box-text": "detections=FOLDER",
}
"""Format -> the second file that responses are read from."""


def unanswered(opened: Opened) -> Iterator[Node]:
    """Yield why only the target of an item is drawn, and what to do about it."""
    told = "No response to this item was read: only its target is drawn."
    role = _RESPONSES.get(opened.audit.info.loader)
    if role is None or opened.audit.info.metadata.get("read_with_files"):
        yield el("p", told, cls="told")
        return
    path = "RUN" if opened.source.is_audit else shlex.quote(str(opened.source.path))
    yield el(
        "p",
        f"{told} Responses stand in a file of their own: ",
        el("span", f"lanescope rescore {path} --with {role} -o AUDIT", cls="mono"),
        " reads both, then ",
        el("span", "lanescope view AUDIT", cls="mono"),
        " shows them.",
        cls="told wrap",
    )
