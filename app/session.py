"""The session: keys of every widget and panel, and reading and changing the address bar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import streamlit as st

from app.params import MAX_LENGTH
from app.state import (
    DEFAULT_PAGE,
    Lane,
    Page,
    Reading,
    Side,
    View,
    parse,
    parse_link,
    to_query,
)

# Keys of the session: one for every widget and panel, so that no two pages can collide.
KEY_TOP: Final = "top"
KEY_HEADER: Final = "header"
KEY_OVERVIEW: Final = "overview"
KEY_FACETS: Final = "facets"
KEY_TABLE: Final = "table"
KEY_ITEM: Final = "item"
KEY_AHEAD: Final = "ahead"
KEY_TOLD: Final = "told"
KEY_LANES: Final = "lanes"
KEY_PAIR: Final = "pair"
KEY_PAIRS: Final = "pairs"
KEY_STORY: Final = "story"
KEY_RUNS: Final = "runs"
KEY_SEARCH: Final = "search"
KEY_PATH: Final = "path"
KEY_UPLOAD: Final = "upload"
KEY_FOUND: Final = "found"
KEY_UPLOADED: Final = "uploaded"
KEY_PROBLEMS: Final = "problems"
KEY_NOTICE: Final = "notices"
KEY_OPENING: Final = "header_opening"
KEY_ERROR: Final = "error"
KEY_EMPTY: Final = "nothing"
KEY_PAGE: Final = "current_page"
KEY_SWAP: Final = "swap"
KEY_LANES_TOP: Final = "lanes_top"
KEY_LANES_BODY: Final = "lanes_body"
KEY_LANES_LEFT: Final = "lanes_left"
KEY_LANES_RIGHT: Final = "lanes_right"
KEY_MATRIX: Final = "matrix"
KEY_MORE: Final = "more_lanes"
KEY_MORE_LANES: Final = "more_lanes_button"
KEY_SETTINGS: Final = "settings"
KEY_MARGIN: Final = "margin"
KEY_CLUSTERS: Final = "clusters"
KEY_SEED: Final = "seed"
KEY_REPORT: Final = "report"
KEY_REPORT_SIDE: Final = "report_lane"
KEY_REPORT_FILE: Final = "report_file"
KEY_POLICY: Final[Mapping[Side, str]] = {"a": "policy_a", "b": "policy_b"}
KEY_FALLBACK: Final[Mapping[Side, str]] = {"a": "fallback_a", "b": "fallback_b"}
KEY_LANE: Final[Mapping[Side, str]] = {"a": "lane_a", "b": "lane_b"}
KEY_DOWNLOAD: Final = "download"
KEY_ACTIONS: Final = "actions"
KEY_ACTION: Final = "action"
KEY_STOPPED: Final = "stopped"
KEY_RECENT: Final = "recent"
KEY_FORMATS: Final = "formats"
KEY_TABLES: Final = "tables"
KEY_MAPPED: Final = "mapped_table"
KEY_MAPPING: Final = "mapping"
KEY_MAPPING_SAVE: Final = "mapping_save"
KEY_MAPPING_FILE: Final = "mapping_file"
KEY_PREVIEW: Final = "mapping_preview"
KEY_FIRST_ITEMS: Final = "mapping_items"
KEY_PROGRESS: Final[Mapping[Side, str]] = {"a": "progress_a", "b": "progress_b"}
KEY_STOP: Final[Mapping[Side, str]] = {"a": "stop_a", "b": "stop_b"}
KEY_BAR: Final = "bar"
KEY_SHOT: Final = "shot"
KEY_SHOTS: Final[Mapping[Side, str]] = {"a": "shot_a", "b": "shot_b"}
KEY_ABOVE: Final = "above"
KEY_UNDER: Final = "under"
KEY_READ: Final = "read"
KEY_READS: Final[Mapping[Side, str]] = {"a": "read_a", "b": "read_b"}
KEY_PNG: Final = "png"
KEY_GALLERY: Final = "gallery"
KEY_TRIED: Final = "tried"
KEY_TRIALS: Final = "trials"
KEY_FLIPS: Final = "flips"
KEY_FOLLOWED: Final = "followed"
KEY_LEAD: Final = "lead"
KEY_TRY_ALL: Final = "try_all"
KEY_SAVE_NAME: Final = "policy_name"
KEY_SAVE_TOML: Final = "policy_toml"
KEY_EXPORT: Final = "export"
KEY_EXPORT_FORMAT: Final = "export_format"
KEY_EXPORT_GROUPS: Final = "export_groups"
KEY_EXPORT_WITHOUT: Final = "export_without"
KEY_EXPORT_DOWNLOAD: Final = "export_download"


def read(page: Page) -> Reading:
    """Return the view that the address bar names."""
    params = st.query_params
    return parse(page, {key: params.get_all(key) for key in params})


def enter(page: Page) -> bool:
    """Remember which page is drawn, for the first time since a link; return whether the session is new."""
    st.session_state.pop(KEY_FOLLOWED, None)
    is_new = KEY_PAGE not in st.session_state
    st.session_state[KEY_PAGE] = page
    return is_new


def current_page() -> Page:
    """Return the page that is drawn."""
    page: Page = st.session_state.get(KEY_PAGE, DEFAULT_PAGE)
    return page


def follow(href: str) -> None:
    """Go where a link of ours points; called from the callback of a panel."""
    st.session_state[KEY_FOLLOWED] = True
    show(parse_link(href).view)


def is_followed() -> bool:
    """Return whether a link was followed since the page was drawn last.

    The browser then has told values of widgets, too, that are those of the page it comes from.
    """
    return bool(st.session_state.get(KEY_FOLLOWED, False))


def show(view: View) -> None:
    """Make a view the current one: same page by its URL, another page by a switch."""
    query = to_query(view)
    if st.session_state.get(KEY_PAGE) == view.page:
        st.query_params.from_dict(query)
    else:
        st.switch_page(f"views/{view.page}.py", query_params=query)


def search(view: View, text: str) -> None:
    """Make the search text part of the filter; the first item found is shown."""
    where = replace(view.where, text=text[:MAX_LENGTH])
    show(replace(view, where=where, start=0, item=None, ordinal=None))


def stopped() -> tuple[Lane, ...]:
    """Return the lanes whose rescoring was stopped; they are not begun again unasked."""
    found: tuple[Lane, ...] = st.session_state.get(KEY_STOPPED, ())
    return found


def stop(lane: Lane) -> None:
    """Let a lane be: its rescoring ends, and none begins until it is asked for."""
    st.session_state[KEY_STOPPED] = (*stopped(), lane)


def resume(lane: Lane) -> None:
    """Let a lane be rescored again."""
    st.session_state[KEY_STOPPED] = tuple(other for other in stopped() if other != lane)


def tell(sentence: str) -> None:
    """Keep a sentence for the page that is drawn next."""
    st.session_state[KEY_TOLD] = sentence


def take_told() -> str:
    """Return the sentence that was kept, once; empty without one."""
    told: str = st.session_state.pop(KEY_TOLD, "")
    return told
