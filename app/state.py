"""What a page shows, as a value: read from the URL, written to the URL, kept nowhere else.

The address bar is the only state of a view, so a pasted link opens the same view in a new session.
Values in it are untrusted: what cannot be used falls back to the default and is told in a notice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias, get_args
from urllib.parse import parse_qs, urlencode

from app.compared import AS_USUAL, Basis, Cell, Compared, compared_query, parse_compared
from app.known_values import KNOWN_VALUES
from app.looks import PLAIN, Look, look_query, parse_look
from app.params import MAX_LENGTH, read_choice, read_number, read_text
from app.tried import parse_tried, tried_query
from scoring.audit.filter import FACETS, NULL, Filter
from scoring.policy import DEFAULT_POLICY, POLICIES, Policy

Page: TypeAlias = Literal["runs", "overview", "items", "annotations", "lanes", "policies", "table"]
Side: TypeAlias = Literal["a", "b"]

PAGES: Final[tuple[Page, ...]] = get_args(Page)
DEFAULT_PAGE: Final[Page] = "overview"
COLUMNS: Final = (
    "ordinal", "target", "answer", "extraction_rule", "extraction_source", "recorded_verdict", "verdict",
    "findings", "recorded_answer", "recorded_method", "answer_kind", "ambiguity", "extraction_status",
    "category", "domain", "task", "attempt", "task_type", "n_candidates", "finish_reason",
    "score", "answer_reward", "annotation_reward", "task_reward", "format_score", "annotation_parse_ok",
    "annotation_type", "half_life_px",
)  # fmt: skip
"""Columns that the table of items can show after the item's id, in their order."""
DEFAULT_COLUMNS: Final = ("target", "answer", "extraction_rule", "recorded_verdict", "verdict", "findings")
SORTS: Final = ("ordinal", "item_id", *COLUMNS[1:], "score", "annotation_reward")
ROWS_A_PAGE: Final = 100

RUN_ID: Final = re.compile(r"[0-9a-f]{8,64}")
_MAX_VALUES: Final = 100
_FIRST_LIST: Final = "the longer list of won and lost items"
_MAX_NAME: Final = 40
_MAX_NAMES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One lane as the URL names it.

    Attributes:
        run: prefix of the SHA-256 of the run's source.
        policy: name of a shipped policy.
        fallback: the lane's reasoning fallback; None leaves it to the policy.
    """

    run: str
    policy: str = DEFAULT_POLICY
    fallback: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything that decides what is on the screen.

    Attributes:
        lane: the lane that Items shows, and Overview where it is shown alone.
        alone: whether Overview leaves the other lane out.
        where: the filter of the Items page.
        item: id of the item shown beside the table.
        ordinal: its place in the run, which tells items of the same id apart.
        start: the first row of the table's page, 0-based.
        columns: what the table shows of an item, in the order of `COLUMNS`.
        beside: whether the item stands beside its twin of the other lane.
        policies: whether the item's verdict under every shipped policy is shown.
        look: how the Annotations page shows items.
        cell: the list of the Lanes page that is shown.
        compared: how that page compares the lanes, and what of the list it shows.
        images: the folder that images are looked for in, as a path inside the folders given at start;
            empty for the usual one.
        tried: the policy that the page Policies tries, and that Items shows beside the lane's own.
    """

    page: Page = "overview"
    a: Lane | None = None
    b: Lane | None = None
    lane: Side = "a"
    alone: bool = False
    where: Filter = Filter()
    item: str | None = None
    ordinal: int | None = None
    sort: str = "ordinal"
    descending: bool = False
    start: int = 0
    columns: tuple[str, ...] = DEFAULT_COLUMNS
    beside: bool = False
    policies: bool = False
    basis: Basis = "rescored"
    cell: Cell | None = None
    look: Look = PLAIN
    compared: Compared = AS_USUAL
    images: str = ""
    tried: Policy | None = None

    def side(self, side: Side) -> Lane | None:
        """Return the lane on that side."""
        return self.a if side == "a" else self.b


class Reading(NamedTuple):
    """A view and what could not be used of the URL, in sentences."""

    view: View
    notices: tuple[str, ...]


Query: TypeAlias = Mapping[str, Sequence[str]]


def parse(page: Page, query: Query) -> Reading:
    """Return the view that a query names; anything unusable becomes a default and a notice."""
    notices: list[str] = []
    sort = "annotation_reward" if page == "annotations" else "ordinal"
    one = {key: values[-1] for key, values in query.items() if values}
    view = View(
        page=page,
        a=_lane("a", one, notices),
        b=_lane("b", one, notices),
        lane=read_choice(one, "lane", ("a", "b"), "b" if "b" in one else "a", notices),
        alone=one.get("alone") == "1",
        where=_filter(query, notices),
        item=read_text(one, "item", notices) or None,
        ordinal=read_number(one, "n", notices),
        sort=read_choice(one, "sort", SORTS, sort, notices),
        descending=one.get("down") == "1",
        start=(read_number(one, "start", notices) or 0) // ROWS_A_PAGE * ROWS_A_PAGE,
        columns=_columns(query, notices),
        beside=one.get("beside") == "1",
        policies=one.get("policies") == "1",
        basis=read_choice(one, "basis", get_args(Basis), "rescored", notices),
        cell=read_choice(one, "cell", (*get_args(Cell), None), None, notices, instead=_FIRST_LIST),
        look=parse_look(one, notices) if page == "annotations" else PLAIN,
        compared=parse_compared(query, notices) if page == "lanes" else AS_USUAL,
        images=read_text(one, "images", notices),
        tried=parse_tried(query, notices),
    )
    unknown = [f"“{name[:_MAX_NAME]}”" for name in query if name not in known_names()]
    if unknown:
        notices.append(f"Not known, and left out of the link: {', '.join(unknown[:_MAX_NAMES])}.")
    return Reading(view, tuple(notices))


def to_query(view: View) -> dict[str, list[str]]:
    """Return the query of a view; defaults are left out, so that links stay short."""
    return {key: values for key, values in written(view).items() if values}


def written(view: View) -> dict[str, list[str]]:
    """Return the query of a view with the names of everything that is left out.

    The one place where the names of a page are declared: they are the same whatever the values are.
    """
    query: dict[str, list[str]] = {}
    for side, lane in (("a", view.a), ("b", view.b)):
        if lane:
            query[side] = [lane.run]
            query[f"{side}_policy"] = [lane.policy] if lane.policy != DEFAULT_POLICY else []
            query[f"{side}_fallback"] = [] if lane.fallback is None else ["on" if lane.fallback else "off"]
    query["lane"] = [view.lane]
    if view.page == "overview":
        query["alone"] = ["1"] if view.alone else []
    if view.page == "lanes":
        query["basis"] = [view.basis] if view.basis != "rescored" else []
        query["cell"] = [view.cell] if view.cell else []
        query["start"] = [str(view.start)] if view.start else []
        query |= compared_query(view.compared)
    if view.page in ("items", "annotations"):
        query["images"] = [view.images] if view.images else []
        query |= {name: list(getattr(view.where, name)) for name in FACETS}
        query["q"] = [view.where.text] if view.where.text else []
        usual = "annotation_reward" if view.page == "annotations" else "ordinal"
        query["sort"] = [view.sort] if view.sort != usual else []
        query["down"] = ["1"] if view.descending else []
    if view.page == "annotations":
        query |= look_query(view.look)
    if view.page == "items":
        query["start"] = [str(view.start)] if view.start else []
        query["col"] = [] if view.columns == DEFAULT_COLUMNS else list(view.columns or ("none",))
        query["beside"] = ["1"] if view.beside else []
        query["policies"] = ["1"] if view.policies else []
    if view.page in ("items", "policies"):
        query |= tried_query(view.tried)
    if view.page in ("items", "annotations", "lanes"):
        # An id that no link can hold is left out; the item's place in the file names it, too.
        query["item"] = [view.item] if view.item and len(view.item) <= MAX_LENGTH else []
        query["n"] = [] if view.ordinal is None else [str(view.ordinal)]
    return query


@cache
def known_names() -> frozenset[str]:
    """Return every name that an address of ours can hold, whatever its page."""
    lane = Lane(run="")
    return frozenset(name for page in PAGES for name in written(View(page=page, a=lane, b=lane)))


def link(view: View) -> str:
    """Return the address of a view, relative to the server: what a panel's links hold."""
    # The default page has no name of its own in Streamlit's addresses.
    path = "./" if view.page == DEFAULT_PAGE else view.page
    return f"{path}?{urlencode(to_query(view), doseq=True)}"


def goto_item(view: View, ordinal: int, item_id: str) -> str:
    """Return the link to one item, on the page that the view is on; no other code builds one."""
    return link(replace(view, item=item_id, ordinal=ordinal))


def goto_items(
    view: View, where: Filter, *, side: Side | None = None, columns: tuple[str, ...] = DEFAULT_COLUMNS
) -> str:
    """Return the link to the Items page with that filter: behind every number on the screen."""
    lane = side or view.lane
    kept = View(page="items", a=view.a, b=view.b, lane=lane, where=where, columns=columns, images=view.images)
    return link(kept)


def goto_page(view: View, page: Page) -> str:
    """Return the link to another page that keeps the lanes, the filter and the item."""
    # Each page keeps to its own order, unless another one was chosen.
    usual: Mapping[str, str] = {"items": "ordinal", "annotations": "annotation_reward"}
    sort = usual[page] if page in usual and view.sort == usual.get(view.page, "ordinal") else view.sort
    return link(replace(view, page=page, sort=sort, look=PLAIN))


def only(facet: str, *values: str) -> Filter:
    """Return the filter that restricts one facet to these values, and nothing else."""
    return replace(Filter(), **{facet: values})  # type: ignore[arg-type]  # every facet is a tuple of texts


def toggled(where: Filter, facet: str, value: str) -> Filter:
    """Return the filter with one value of one facet switched on or off."""
    chosen: tuple[str, ...] = getattr(where, facet)
    changed = tuple(v for v in chosen if v != value) if value in chosen else (*chosen, value)
    return replace(where, **{facet: changed})  # type: ignore[arg-type]  # every facet is a tuple of texts


def chosen_values(where: Filter) -> tuple[tuple[str, str], ...]:
    """Return (facet, value) of every restriction of a filter, search text apart."""
    return tuple((f.name, v) for f in fields(where) if f.name in FACETS for v in getattr(where, f.name))


def parse_link(href: str) -> Reading:
    """Return the view that a link of ours names; an unknown page becomes the Overview."""
    path, _, query = href.partition("?")
    name = path.strip("/").rpartition("/")[2]
    page: Page = next((p for p in PAGES if p == name), DEFAULT_PAGE)
    return parse(page, parse_qs(query, keep_blank_values=True, max_num_fields=500))


def _lane(side: Side, one: Mapping[str, str], notices: list[str]) -> Lane | None:
    run = one.get(side)
    if run is None:
        return None
    if not RUN_ID.fullmatch(run):
        notices.append(f"Lane {side.upper()} of the link is not the id of a run; it was left out.")
        return None
    usual = "what the policy says"
    fallback = read_choice(one, f"{side}_fallback", ("on", "off", None), None, notices, instead=usual)
    return Lane(
        run=run,
        policy=read_choice(one, f"{side}_policy", tuple(POLICIES), DEFAULT_POLICY, notices),
        fallback=None if fallback is None else fallback == "on",
    )


def _filter(query: Query, notices: list[str]) -> Filter:
    chosen = {name: _values(name, query.get(name, ()), notices) for name in FACETS}
    text = read_text({"q": query["q"][-1]} if query.get("q") else {}, "q", notices)
    return Filter(text=text, **chosen)  # type: ignore[arg-type]  # every facet is a tuple of texts


def _values(name: str, given: Sequence[str], notices: list[str]) -> tuple[str, ...]:
    known = KNOWN_VALUES.get(name)
    unique = tuple(dict.fromkeys(given))
    usable = [v for v in unique if len(v) <= MAX_LENGTH and (known is None or v in (*known, NULL))]
    if len(usable) < len(unique) or len(usable) > _MAX_VALUES:
        notices.append(f"Some values of the link's filter “{name}” are unknown and were left out.")
    return tuple(usable[:_MAX_VALUES])


def _columns(query: Query, notices: list[str]) -> tuple[str, ...]:
    given = query.get("col", ())
    if not given:
        return DEFAULT_COLUMNS
    if any(name not in (*COLUMNS, "none") for name in given):
        notices.append("Some columns of the link are unknown and were left out.")
    return tuple(name for name in COLUMNS if name in given)
