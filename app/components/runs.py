"""The runs that can be opened, what each was recognised as, and what was wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.components.elements import Node, el
from app.components.notices import empty_state
from app.components.problems import problems_card
from app.components.story import headline
from app.components.words import plural, size
from app.library import Library, Opened
from app.sources import Source
from app.state import Lane, Side, View, goto_page, link


def run_list(view: View, known: Library, sources: Sequence[Source], *, keep: str) -> Node:
    """Return the runs as a table; each can become lane A or lane B."""
    if not sources:
        return empty_state(
            "No file here was recognised as a run.",
            "Upload one, type a path, or start Lanescope with the folder of your runs: lanescope PATH",
        )
    head = ("run", "file", "read as", "size", "items", "lane")
    table = el(
        "table",
        el("thead", el("tr", *(el("th", t, cls="num" if t in ("size", "items") else "") for t in head))),
        el("tbody", *(_row(view, known, source) for source in sources)),
    )
    return el("div", table, cls="scroll runlist", keep=keep)


def lane_nodes(view: View, side: Side, opened: Opened | None) -> list[Node]:
    """Return what a lane is: its run, how it was read, its story."""
    name = el("h3", f"Lane {side.upper()}")
    if opened is None:
        return [name, el("p", "No run yet. Choose one from the list.", cls="soft")]
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


def folders_line(known: Library) -> str:
    """Return where runs are looked for."""
    return ", ".join(str(root) for root in known.roots)


def _row(view: View, known: Library, source: Source) -> Node:
    run = known.run_id(source)
    n_items = known.n_items(run)
    return el(
        "tr",
        el("td", source.name, cls="wrap strong"),
        el("td", source.place, cls="wrap soft"),
        el("td", source.format),
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
        target = replace(view, a=new, lane="a") if side == "a" else replace(view, b=new, lane="b")
        yield el(
            "a",
            f"{side.upper()} ✓" if is_here else side.upper(),
            href=goto_page(target, "runs"),
            cls="pick",
            pressed=is_here,
            label=f"Open as lane {side.upper()}",
            title=f"Open as lane {side.upper()}",
            keep=f"pick:{run}:{side}",
        )
