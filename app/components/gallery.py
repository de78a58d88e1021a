"""The gallery: thumbnails with their overlays, sorted and filtered, a click away from the item."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.asked import facets_of, ordinals_of
from app.components.annotated import annotated_view
from app.components.elements import Node, el
from app.components.filters import chosen_facets
from app.components.item_page import order_of
from app.components.words import id_text, value_text
from app.library import Opened, library
from app.looks import PAGE_SIZES
from app.pictures import Thumb, image_root, prepare_thumbs, thumbs_of
from app.state import View, goto_item, link
from scoring.audit.filter import FACETS, Filter
from scoring.draw.words import number_text

_WANTED: Final = (
    "annotation_type", "domain", "category", "error_kinds", "frame_finding", "annotation_parse_ok",
    "annotation_band", "verdict", "task_type",
)  # fmt: skip
GALLERY_FACETS: Final = tuple(name for name in _WANTED if name in FACETS)
"""Facets of the gallery, in the order of the screen."""

_ORDERS: Final = (
    ("annotation_reward", False, "lowest reward first"),
    ("annotation_reward", True, "highest first"),
    ("score", False, "lowest score first"),
    ("ordinal", False, "as in the file"),
)


def gallery_facets(view: View, opened: Opened) -> list[Node]:
    """Return the facets that can narrow the gallery."""
    every = facets_of(opened, Filter(), GALLERY_FACETS)
    counted = facets_of(opened, annotated_view(opened, view).where, GALLERY_FACETS)
    page = replace(view, look=replace(view.look, at=0, row=None))
    return chosen_facets(page, GALLERY_FACETS, every, counted)


def gallery_nodes(view: View, opened: Opened) -> list[Node]:
    """Return one page of thumbnails with the steps to others."""
    ordinals = ordinals_of(opened, order_of(annotated_view(opened, view)))
    look = view.look
    at = min(look.at, max(0, len(ordinals) - 1) // look.per * look.per)
    root = image_root(library(), opened, view.images)
    thumbs = thumbs_of(opened, ordinals[at : at + look.per], root)
    prepare_thumbs(opened, ordinals[at + look.per : at + 2 * look.per], root)
    tools = el("div", *_orders(view), *_sizes(view), *_pager(view, at, len(ordinals)), cls="pager")
    if not thumbs:
        return [el("p", "No item is left by this filter.", cls="empty")]
    return [
        tools,
        el("div", *(_tile(view, thumb) for thumb in thumbs), cls="tiles scroll", keep=f"tiles:{at}"),
    ]


def _tile(view: View, thumb: Thumb) -> Node:
    one = thumb.subject
    opened = replace(view, look=replace(view.look, tab="picture", row=None, zoom=None))
    reward = one.annotation_reward
    told = "no reward" if reward is None else number_text(reward)
    words = [
        one.annotation_type or one.task_type,
        *(value_text("error_kinds", kind) for kind in one.error_kinds[:2]),
    ]
    return el(
        "a",
        el("span", el("img", src=thumb.uri, alt=f"Annotations of {one.item_id}"), cls="frame"),
        el("span", id_text(one.item_id), cls="name"),
        el(
            "span",
            *(() if reward is None else ("annotation ",)),
            el("span", told, cls="strong"),
            *_signs(thumb),
            cls="reward",
        ),
        el("span", " · ".join(dict.fromkeys(words)), cls="soft"),
        href=goto_item(opened, one.ordinal, one.item_id),
        cls="tile",
        keep=f"tile:{one.ordinal}",
        bar=reward,
        title=" ".join(thumb.overlay.notices) or None,
    )


def _signs(thumb: Thumb) -> Iterator[Node]:
    if thumb.is_blank:
        yield el("span", " no image", cls="badge")
    if thumb.subject.annotation_parse_ok == 0.0:
        yield el("span", " not scored", cls="badge")
    if thumb.subject.frame_finding:
        yield el("span", f" {thumb.subject.frame_finding}", cls="badge")


def _orders(view: View) -> Iterator[Node]:
    for sort, descending, words in _ORDERS:
        target = replace(view, sort=sort, descending=descending, look=replace(view.look, at=0))
        is_on = (view.sort, view.descending) == (sort, descending)
        yield el("a", words, href=link(target), pressed=is_on, cls="choice", keep=f"order:{words}")


def _sizes(view: View) -> Iterator[Node]:
    for per in PAGE_SIZES:
        target = replace(view, look=replace(view.look, per=per, at=view.look.at // per * per))
        yield el(
            "a",
            f"{per} a page",
            href=link(target),
            pressed=per == view.look.per,
            cls="choice",
            keep=f"per:{per}",
        )


def _pager(view: View, at: int, n: int) -> Iterator[Node]:
    per = view.look.per
    yield el("span", f"{min(at + 1, n):,}–{min(at + per, n):,} of {n:,}", cls="count")
    for words, key, to, possible in (
        ("previous", "k", at - per, at > 0),
        ("next", "j", at + per, at + per < n),
    ):
        target = replace(view, look=replace(view.look, at=max(0, to)))
        mark = el("kbd", key.upper())
        yield (
            el("a", mark, f" {words}", href=link(target), hotkey=key, keep=f"page:{words}")
            if possible
            else el("span", mark, f" {words}", cls="off")
        )
