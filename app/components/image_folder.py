"""Where the images of a run are looked for, and the field that names another folder."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from app import session
from app.components.annotated import Annotated
from app.components.elements import Node, el
from app.library import Library, Opened, library
from app.params import MAX_LENGTH
from app.pictures import folder_text, named_folder
from app.state import View, link
from scoring.audit.drawing import run_folder

FOLDER: Final = "images"


def folder_node(view: View, one: Annotated) -> Node:
    """Return where images are looked for, with a field for another folder inside those given at start."""
    known = library()
    field = el(
        "input",
        ask=FOLDER,
        most=MAX_LENGTH,
        label="Folder of images",
        hint="another folder, then Enter",
        keep="images",
        cls="folder",
    )
    back = el("a", "as at the start", href=link(replace(view, images="")), cls="link")
    return el("p", *_told(known, one, view), field, back if view.images else None, cls="told wrap")


def answer(view: View, what: str, text: str) -> None:
    """Look for images in the folder that was entered; what must not be opened is told above the picture."""
    if what != FOLDER:
        return
    known = library()
    folder = named_folder(known, text)
    if folder is not None:
        session.show(replace(view, images=folder_text(known, folder)))
        return
    given = ", ".join(str(root if root.is_dir() else root.parent) for root in known.roots)
    session.tell(
        f"“{text}” is no folder inside {given}. Name one inside, or start again with "
        "lanescope view … --images DIR."
    )


def _told(known: Library, one: Annotated, view: View) -> Iterator[Node | str]:
    if view.images and named_folder(known, view.images) is None:
        yield f"The link's folder of images, {view.images}, is none inside the folders given at start. "
    if one.root is not None:
        yield "Images are looked for in the folder "
        yield el("span", _place(known, one.root), cls="mono")
        yield ". "
        return
    folder = _remembered(one.opened)
    if folder is not None:
        yield "The audit names a folder that was not given at the start: "
        paths = (one.opened.source.path, "--images", folder)
        yield el(
            "span", " ".join(["lanescope view", *(shlex.quote(str(path)) for path in paths)]), cls="mono"
        )
        yield " opens it. "


def _place(known: Library, folder: Path) -> str:
    """Return the folder as people know it: from where they started, else whole."""
    inside = any(folder.is_relative_to(root if root.is_dir() else root.parent) for root in known.roots)
    return known.place(folder) if inside else str(folder)


def _remembered(opened: Opened) -> Path | None:
    """Return the folder that an audit says its run lies in. Here it is named, never opened."""
    return run_folder(opened.audit) if opened.source.is_audit else None
