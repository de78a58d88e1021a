"""Pictures of items, kept in memory: decoded once, drawn once, as long as audit and file stay the same.

Images are opened in the run's folder only, and only where that lies inside the folders given at start.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from app.library import Library, Opened
from app.sources import Stamp, resolve, stamp_of
from app.start import images_folder
from scoring.audit.drawing import drawn_item, picture_of, subjects_of
from scoring.draw.canvas import draw_overlay
from scoring.draw.overlay import build_overlay
from scoring.draw.render import PNG_BOX, THUMBNAIL, Drawn, render_thumbnail
from scoring.draw.scene import build_scene
from scoring.draw.shapes import Overlay
from scoring.draw.subject import Subject
from scoring.images.encode import data_uri
from scoring.images.picture import Picture
from scoring.images.sources import Refused, find_source

CARD: Final = (640, 420)
"""Pixels of the picture on an item's card."""
_WORKERS: Final = 4


class Shot(NamedTuple):
    """A picture for the screen: its pixels as a data URI."""

    picture: Picture
    uri: str


class Thumb(NamedTuple):
    """A thumbnail with its overlay burnt in."""

    subject: Subject
    uri: str
    overlay: Overlay
    is_blank: bool


def image_root(known: Library, opened: Opened, text: str = "") -> Path | None:
    """Return the folder that a run's images are opened in; None outside of what was given at start.

    Args:
        text: another folder, as an address names it; one that must not be opened is passed over.
    """
    named = named_folder(known, text) if text else None
    named = named or images_folder()
    if named is not None:
        return named.resolve()
    root = opened.source.root
    if root is None:
        return None
    resolved = root.resolve()
    return resolved if _is_allowed(known, resolved) else None


def named_folder(known: Library, text: str) -> Path | None:
    """Return the folder that a person or an address names, links resolved; None where it must not be opened.

    That is a folder inside those given at start, or inside that of `--images`.
    """
    found = (resolve(folder, text.strip()) for folder in _allowed(known))
    return next((path for path in found if path and _is_allowed(known, path) and path.is_dir()), None)


def folder_text(known: Library, folder: Path) -> str:
    """Return a folder as an address names it: from one given at start where that is clear, else whole."""
    inside = [given for given in _allowed(known) if folder.is_relative_to(given)]
    short = (folder.relative_to(given).as_posix() for given in inside)
    return next((text for text in short if named_folder(known, text) == folder), str(folder))


def _allowed(known: Library) -> list[Path]:
    named = images_folder()
    given = [root if root.is_dir() else root.parent for root in known.roots]
    return [*given, *([] if named is None else [named.resolve()])]


def _is_allowed(known: Library, folder: Path) -> bool:
    return any(folder.is_relative_to(given) for given in _allowed(known))


def shot_of(subject: Subject, root: Path | None) -> Shot:
    """Return the picture of an item for the screen, without anything drawn on it."""
    return _shot(_key(subject, root))


def card_of(subject: Subject, root: Path | None) -> str:
    """Return the annotated picture on an item's card, as a data URI."""
    return _card(_key(subject, root))


def full_picture(subject: Subject, root: Path | None) -> Picture:
    """Return the picture in all the pixels that a PNG needs."""
    return picture_of(subject, root, long_edge=max(PNG_BOX))


def thumbs_of(opened: Opened, ordinals: Sequence[int], root: Path | None) -> list[Thumb]:
    """Return the thumbnails of some items, in order; new ones are drawn several at a time."""
    keys = [_key(subject, root) for subject in subjects_of(opened.audit, ordinals)]
    with ThreadPoolExecutor(_WORKERS) as pool:
        return list(pool.map(_thumb, keys))


def prepare_thumbs(opened: Opened, ordinals: Sequence[int], root: Path | None) -> None:
    """Draw thumbnails in the background, one after the other: those of the page that is likely to be next.

    What was being prepared before is given up.
    """
    for waiting in _preparing:
        waiting.cancel()
    _preparing[:] = [
        _behind.submit(_thumb, _key(subject, root)) for subject in subjects_of(opened.audit, ordinals)
    ]


_behind = ThreadPoolExecutor(1, thread_name_prefix="thumbnails")
_preparing: list[Future[Thumb]] = []


class _Key:
    """An item and its image file: equal as long as nothing that is drawn has changed."""

    __slots__ = ("_identity", "root", "subject")

    def __init__(self, subject: Subject, root: Path | None, stamp: Stamp | None) -> None:
        self.subject, self.root = subject, root
        self._identity = (repr(subject), root, stamp)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)


def _key(subject: Subject, root: Path | None) -> _Key:
    found = find_source(root, subject.images[0]) if subject.images else Refused("")
    return _Key(subject, root, stamp_of(found) if isinstance(found, Path) else None)


@lru_cache(maxsize=12)
def _shot(key: _Key) -> Shot:
    picture = picture_of(key.subject, key.root)
    return Shot(picture, data_uri(picture.image))


@lru_cache(maxsize=64)
def _card(key: _Key) -> str:
    picture = picture_of(key.subject, key.root, long_edge=2 * max(CARD))
    overlay = build_overlay(build_scene(key.subject), picture.size)
    return data_uri(draw_overlay(picture, overlay, box=CARD), "WEBP", quality=80)


# Small: some 15 kB each.
@lru_cache(maxsize=2000)
def _thumb(key: _Key) -> Thumb:
    drawn: Drawn = drawn_item(key.subject, key.root, long_edge=2 * max(THUMBNAIL))
    small = render_thumbnail(drawn)
    overlay = replace(drawn.overlay(), strokes=(), spots=(), rings=(), labels=())
    return Thumb(key.subject, data_uri(small, "WEBP", quality=75), overlay, drawn.picture.is_blank)
