"""The runs that can be opened, what each was recognised as, and what was wrong with it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.components.elements import Node, el
from app.components.notices import empty_state
from app.components.problems import problems_card
from app.components.story import headline
from app.components.words import plural, size
from app.library import Declined, Library, Opened
from app.recent import Recent
from app.sources import Source
from app.state import Lane, Side, View, goto_page, link
from scoring.loaders.registry import LOADERS

_SHOWN_RECENT = 6
_SHOWN_DECLINED = 100
_HEADS = {"size": "num", "items": "num", "lane": "assign"}


def run_list(view: View, known: Library, sources: Sequence[Source], *, keep: str) -> Node:
    """Return the runs as a table; each can become lane A or lane B."""
    if not sources:
        return empty_state(
            "No file here was recognised as a run.",
            "Drop one below, or start Lanescope with the folder of your runs: lanescope PATH. "
            "Type the path of a file to see why it was not recognised.",
        )
    head = ("run", "read as", "size", "items", "lane")
    table = el(
        "table",
        el("thead", el("tr", *(el("th", t, cls=_HEADS.get(t, "")) for t in head))),
        el("tbody", *(_row(view, known, source) for source in sources)),
    )
    return el("div", table, cls="scroll runlist", keep=keep)


def declined_nodes(declined: Sequence[Declined]) -> list[Node]:
    """Return the files that are no runs, folded, each with the reason; nothing where there are none."""
    if not declined:
        return []
    rows = (
        el("tr", el("td", *_parts(file.place), cls="file"), el("td", file.reason, cls="soft wrap"))
        for file in declined[:_SHOWN_DECLINED]
    )
    left = len(declined) - _SHOWN_DECLINED
    more = el("p", f"and {left:,} more", cls="soft") if left > 0 else None
    words = plural(len(declined), "other file", "other files")
    table = el("div", el("table", el("tbody", *rows)), cls="scroll list", keep="declined:rows")
    is_are = "is no run" if len(declined) == 1 else "are no runs"
    return [
        el("details", el("summary", f"{words} here {is_are}: why"), table, more, cls="more", keep="declined")
    ]


def lane_nodes(view: View, side: Side, opened: Opened | None) -> list[Node]:
    """Return what a lane is: its run, how it was read, its story."""
    name = el("h3", f"Lane {side.upper()}")
    if opened is None:
        words = f"No run yet. Press {side.upper()} beside a run of the list."
        return [name, el("p", words, cls="soft")]
    info = opened.audit.info
    facts = (
        opened.source.place,
        f"read as {info.loader}",
        plural(info.n_items, "item"),
        plural(len(info.problems), "problem") if info.problems else "no problems",
    )
    overview = link(replace(view, page="overview", lane=side))
    return [
        name,
        el("p", el("a", opened.label, href=overview, cls="link strong wrap")),
        el("p", " · ".join(facts), cls="soft wrap"),
        el("p", headline(opened.summary), cls="wrap"),
    ]


def problem_nodes(lanes: dict[Side, Opened]) -> list[Node]:
    """Return the problems of every open lane that has some."""
    return [
        el(
            "div",
            el("h2", f"Lane {side.upper()} · {opened.label}"),
            problems_card(opened.audit.problems),
            cls="lanepart",
        )
        for side, opened in sorted(lanes.items())
        if opened.audit.problems
    ]


def recent_nodes(
    view: View, known: Library, sources: Sequence[Source], recent: Sequence[Recent]
) -> list[Node]:
    """Return the runs opened before, without those of the lanes; those elsewhere say how to open them.

    Args:
        sources: the runs that can be opened now.
    """
    here = {known.run_id(source): source for source in sources}
    lanes = {lane.run for lane in (view.a, view.b) if lane}
    shown = [run for run in recent if run.id not in lanes][:_SHOWN_RECENT]
    if not shown:
        return []
    rows = (_recent_row(view, run, here.get(run.id)) for run in shown)
    return [el("h3", "Opened before"), el("table", el("tbody", *rows))]


def formats_nodes(view: View) -> list[Node]:
    """Return what can be opened, and the way to a table of no known format."""
    rows = (
        el("li", el("span", loader.name, cls="mono"), el("span", f" {loader.description}", cls="soft"))
        for loader in LOADERS
    )
    audit = el(
        "li",
        el("span", "audit", cls="mono"),
        el("span", " a folder that lanescope rescore wrote", cls="soft"),
    )
    words = "A run is recognised by its content, whatever it is called. Lanescope reads:"
    table = el("a", "Assign the columns of a table", href=goto_page(view, "table"), cls="link")
    return [
        el("h3", "What can be opened"),
        el("p", words, cls="soft"),
        el("ul", *rows, audit, cls="formats"),
        el("p", table),
    ]


def folders_line(known: Library) -> str:
    """Return where runs are looked for."""
    return ", ".join(str(root) for root in known.roots)


def _recent_row(view: View, run: Recent, source: Source | None) -> Node:
    how = source.place if source else f"not in this folder; start with: lanescope {shlex.quote(run.path)}"
    name = el("td", el("span", run.name, cls="strong wrap"), el("span", *_parts(how), cls="hint file"))
    return el("tr", name, el("td", *(_assign(view, run.id) if source else ()), cls="assign"))


def _parts(path: str) -> Iterator[Node]:
    """Yield a path in pieces that a line may break between: folders, and the name in one piece."""
    *folders, name = path.split("/")
    for folder in folders:
        yield el("span", f"{folder}/", cls="piece")
    yield el("span", name, cls="piece")


def _row(view: View, known: Library, source: Source) -> Node:
    run = known.run_id(source)
    n_items = known.n_items(run)
    return el(
        "tr",
        el(
            "td",
            el("span", source.name, cls="strong wrap"),
            el("span", *_parts(source.place), cls="hint file"),
        ),
        el("td", source.format, cls="assign"),
        el("td", size(source.n_bytes), cls="num"),
        el(
            "td",
            "not read yet" if n_items is None else f"{n_items:,}",
            cls="num" if n_items is not None else "num soft",
        ),
        el("td", *_assign(view, run), cls="assign"),
    )


def _assign(view: View, run: str) -> Iterator[Node]:
    sides: tuple[Side, ...] = ("a", "b")
    for side in sides:
        lane = view.side(side)
        is_here = lane is not None and lane.run == run
        new = replace(lane, run=run) if lane else Lane(run=run)
        chosen = replace(view, item=None, ordinal=None, start=0)
        target = replace(chosen, a=new, lane="a") if side == "a" else replace(chosen, b=new, lane="b")
        yield el(
            "a",
            f"{side.upper()} ✓" if is_here else side.upper(),
            href=goto_page(target, view.page),
            cls="pick",
            pressed=is_here,
            label=f"Open as lane {side.upper()}",
            title=f"Open as lane {side.upper()}",
            keep=f"pick:{run}:{side}",
        )
