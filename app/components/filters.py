"""Facets with their counts, and the chips of what is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from app.components.elements import Node, el
from app.components.words import FACET_TITLES, SIGNS, finding_sentence, natural, plural, value_text
from app.state import View, chosen_values, link, toggled
from scoring.audit.filter import BANDS, NULL, Filter
from scoring.audit.summary import FacetValue

SHOWN_FACETS: Final = (
    "findings", "change", "agreement", "verdict", "recorded_verdict", "answer_kind", "category",
    "domain", "annotation_type", "annotation_parse_ok", "error_kinds", "frame_finding", "score_band",
    "annotation_band", "extraction_source", "extraction_rule", "ambiguity", "extraction_status",
    "task_type", "recorded_method", "recorded_ambiguity", "has_reasoning_examples", "run_on", "finish_reason",
)  # fmt: skip
"""Facets in the order of the screen; one with a single value and no choice tells nothing and is left out."""

_BANDED: Final = ("score_band", "annotation_band")
_SHOWN_VALUES: Final = 12
_MAX_VALUES: Final = 200


Facets: TypeAlias = "Mapping[str, Sequence[FacetValue]]"


def facet_nodes(view: View, every: Facets, counted: Facets) -> list[Node]:
    """Return every facet that can narrow the items, values with counts, each a link that toggles it.

    Args:
        every: the facets of all items; which facets and values are listed, and in which order,
            depends on them alone, so that nothing jumps while one filters.
        counted: the facets under the filter, whose counts are shown.
    """
    return chosen_facets(view, SHOWN_FACETS, every, counted)


def chosen_facets(view: View, names: Sequence[str], every: Facets, counted: Facets) -> list[Node]:
    """Return those of some facets that can narrow the items; arguments as for `facet_nodes`."""
    shown = [name for name in names if _tells(view, name, every)]
    return [_facet(view, name, _merged(every[name], counted[name])) for name in shown]


def chip_nodes(view: View, n_shown: int, n_all: int, tools: Sequence[Node]) -> Node:
    """Return the chosen values as chips, each removed by a click, the number of items, and tools."""
    start = replace(view, start=0, item=None, ordinal=None)
    chips = [
        _chip(
            f"{FACET_TITLES[facet].lower()}: {value_text(facet, value)}",
            replace(start, where=toggled(view.where, facet, value)),
        )
        for facet, value in chosen_values(view.where)
    ]
    if view.where.text:
        chips.append(_chip(f"text: {view.where.text}", replace(start, where=replace(view.where, text=""))))
    if len(chips) > 1:
        chips.append(el("a", "clear all", cls="quiet", href=link(replace(start, where=Filter()))))
    count = (
        plural(n_all, "item") if n_shown == n_all and not chips else f"{n_shown:,} of {plural(n_all, 'item')}"
    )
    return el(
        "div",
        *chips,
        el("span", count, cls="count"),
        el("span", *tools, el("button", "copy link", cls="quiet", copy="link"), cls="tools"),
        cls="chips",
    )


def _chip(words: str, without: View) -> Node:
    """Return a chip: long words end in an ellipsis and are whole when pointed at; the sign stays."""
    shown = el("span", words, cls="cut")
    return el("a", shown, " ✕", cls="chip", href=link(without), title=f"Remove this filter: {words}")


def _tells(view: View, name: str, every: Facets) -> bool:
    values = every[name]
    if getattr(view.where, name):
        return True
    if name == "findings":
        return any(v.value != NULL for v in values)
    if name == "category" and every.get("domain") == values:
        # Trace items: one field under two names.
        return False
    if name == "score_band" and not any("-" in v.value for v in values):
        # All or nothing is the verdict, told already.
        return False
    return len(values) > 1


def _merged(every: Sequence[FacetValue], counted: Sequence[FacetValue]) -> list[FacetValue]:
    now = {v.value: v.count for v in counted}
    # Of equally frequent ones, in the order in which people count: 2 before 10.
    ordered = sorted(every, key=lambda v: (-v.count, natural(v.value)))
    known = [FacetValue(value=v.value, count=now.pop(v.value, 0)) for v in ordered]
    return known + [FacetValue(value=value, count=count) for value, count in now.items()]


def _facet(view: View, name: str, values: Sequence[FacetValue]) -> Node:
    chosen: tuple[str, ...] = getattr(view.where, name)
    ordered = _ordered(name, values)
    shown = [v for i, v in enumerate(ordered) if i < _SHOWN_VALUES or v.value in chosen]
    rest = [v for v in ordered[:_MAX_VALUES] if v not in shown]
    more = (
        el("details", el("summary", f"{len(rest)} more"), *_links(view, name, rest), keep=f"more:{name}")
        if rest
        else None
    )
    return el("section", el("h3", FACET_TITLES[name]), *_links(view, name, shown), more, cls="facet")


def _ordered(name: str, values: Sequence[FacetValue]) -> list[FacetValue]:
    """Return findings with "none" last, bands from 0 up; other facets as they come, most frequent first."""
    if name in _BANDED:
        return sorted(values, key=lambda v: BANDS.index(v.value) if v.value in BANDS else len(BANDS))
    return sorted(values, key=lambda v: v.value == NULL) if name == "findings" else list(values)


def _links(view: View, name: str, values: Sequence[FacetValue]) -> Iterator[Node]:
    chosen: tuple[str, ...] = getattr(view.where, name)
    for value in values:
        # The first item of the new filter is shown, as in every list beside a reader.
        where = toggled(view.where, name, value.value)
        target = replace(view, where=where, start=0, item=None, ordinal=None)
        sign = SIGNS.get(value.value) if name in ("verdict", "recorded_verdict") else None
        yield el(
            "a",
            el("span", f"{sign} ", cls=value.value) if sign else None,
            el("span", value_text(name, value.value), cls="value"),
            el("span", f"{value.count:,}", cls="count"),
            href=link(target),
            pressed=value.value in chosen,
            cls="" if value.count else "zero",
            keep=f"facet:{name}:{value.value}",
            title=(name == "findings" and finding_sentence(value.value)) or None,
        )
