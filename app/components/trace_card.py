"""The rewards of a Trace item: how they make the score, and what every witness earned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from app.components.elements import Node, el
from app.components.ledger import SHOWN_ROWS, Picks, ledger_node, linked, mark_id
from app.components.text_view import FOLD_FROM, Kind, Mark
from scoring.audit.item_row import ItemRow
from scoring.draw.words import number_text
from scoring.tasks.trace_item import shown_value
from scoring.trace.explain import N_CULPRITS, Culprit, TraceExplanation
from scoring.trace.ledger import PAIR_STATES, LedgerRow
from scoring.trace.positions import Span

PAIRED = Kind(name="found", legend="paired witness", rank=0)
EXTRA = Kind(name="conflict", legend="extra witness", rank=0)
CHOSEN = Kind(name="found chosen", legend="the chosen witness", rank=-1)
UNREADABLE = Kind(name="unread", legend="cannot be read", rank=0)
ANSWER = Kind(name="taken", legend="answer", rank=1)
ANNOTATION = Kind(name="other", legend="annotation", rank=2)

_LONGEST: Final = 80


class _Place(NamedTuple):
    span: Span
    kind: Kind
    label: str


def trace_nodes(
    row: ItemRow,
    explained: TraceExplanation,
    *,
    box: str | None = None,
    lane: str = "",
    picks: Picks | None = None,
    chosen: int | None = None,
) -> list[Node]:
    """Return the card of a Trace item: the composition of its score, then the witness ledger.

    Args:
        row: the item.
        explained: its rewards.
        box: the name of the box that shows the scored text; None for `scored_box`.
        lane: what the titles begin with, where two lanes are shown.
        picks: where a row of the ledger leads to, beside a picture.
        chosen: the row of the ledger that stands out, or None.
    """
    box = box or scored_box(row)
    ledger = ledger_node(explained, box, picks=picks, chosen=chosen) if explained.ledger else None
    return [_composition(row, explained, box, lane), _annotation(row, explained, box, ledger, lane=lane)]


def scored_box(row: ItemRow) -> str:
    """Return the name of the text that was scored: `content`, or `reasoning` by fallback."""
    is_empty = not (row.content or "").strip()
    by_fallback = row.reasoning_fallback and is_empty and (row.reasoning or "").strip()
    return "reasoning" if by_fallback else "content"


def trace_marks(
    row: ItemRow, explained: TraceExplanation, *, box: str, chosen: int | None = None
) -> list[Mark]:
    """Return the marks of the scored text: the answer, each witness, and what could not be read.

    A mark's id is `box:start-end`, so that rows read from the same characters lead to one place. Of
    a very long stretch the beginning is marked, so that the rest can be folded.
    """
    listed = explained.ledger[:SHOWN_ROWS]
    places = [
        _Place(one.span, CHOSEN if at == chosen else kind, label)
        for at, one in enumerate(listed)
        if one.span is not None
        for kind, label in [_look(one)]
    ]
    places += [
        _Place(one.span, UNREADABLE, f"{_path(one)} cannot be read: expected {one.expected}")
        for one in explained.culprits
        if one.span is not None
    ]
    if row.answer is not None and row.span_start is not None and row.span_end is not None:
        label = f"answer · {row.extraction_rule}"
        places.append(_Place((row.span_start, row.span_end), ANSWER, label))
    if explained.annotation_span is not None and not any(p.kind is not ANSWER for p in places):
        places.append(_Place(explained.annotation_span, ANNOTATION, "annotation"))
    unique = {place.span: place for place in reversed(places)}
    return [
        Mark(start=s, end=min(e, s + FOLD_FROM), kind=place.kind, id=mark_id(box, (s, e)), label=place.label)
        for (s, e), place in unique.items()
    ]


def composition_rows(result: Mapping[str, float]) -> list[tuple[str, float, str]]:
    """Return (name, reward, how it comes about) of every part of the score, the score last.

    Args:
        result: what `score_trace_response` returned.
    """
    answer, annotation, form = result["answer_reward"], result["annotation_reward"], result["format"]
    weight = result["format_weight"]
    task = result["task_reward_raw"]
    of_format, of_task, of_form = (number_text(value) for value in (weight, task, form))
    blend = f"(1 − {of_format}) × {of_task} + {of_format} × {of_form}"
    return [
        ("answer", answer, "equals the target" if answer > 0.0 else "does not equal the target"),
        ("annotation", annotation, _annotation_words(result)),
        ("format", form, _format_words(result)),
        ("task", task, _task_words(result)),
        ("score", result["overall"], blend if weight else "the task reward; the format has no weight"),
    ]


def _annotation_words(result: Mapping[str, float]) -> str:
    return "the sum of the shares below" if result["annotation_parse_ok"] else "not scored, see below"


def _task_words(result: Mapping[str, float]) -> str:
    if result["trace_reward_mode_answer"]:
        return "the answer alone: the policy does not count the annotation"
    names = ("answer_reward", "annotation_reward", "trace_answer_weight", "trace_annotation_weight")
    answer, annotation, of_answer, of_annotation = (number_text(result[name]) for name in names)
    if result["trace_annotation_reward_formula_additive"]:
        return f"{of_answer} × {answer} + {of_annotation} × {annotation}"
    gate = "" if result["answer_reward"] else "; gated: without the right answer the annotation earns nothing"
    return f"{answer} × ({of_answer} + {of_annotation} × {annotation}){gate}"


def _format_words(result: Mapping[str, float]) -> str:
    if result["format"]:
        return "ends with exactly the object asked for"
    if result["format_json_ok"]:
        return "the final object has other keys than those asked for"
    return "does not end with a JSON object"


def _composition(row: ItemRow, explained: TraceExplanation, box: str, lane: str) -> Node:
    # Where witnesses are marked, the ledger leads to them.
    spans = [*(one.span for one in explained.ledger), *(one.span for one in explained.culprits)]
    links = {
        "answer": (row.span_start, row.span_end),
        "annotation": None if any(spans) else explained.annotation_span,
    }
    lines = (
        el(
            "tr",
            el("td", linked(name, links.get(name), box)),
            el("td", number_text(reward), cls="num strong"),
            el("td", words, cls="soft wrap"),
            cls="total" if name == "score" else "",
            title=f"{name} {reward:.6g}",
        )
        for name, reward, words in composition_rows(explained.result)
    )
    title = el("h3", f"{lane}How the score comes about")
    return el("section", title, el("table", el("tbody", *lines)), cls="rewards")


def _annotation(
    row: ItemRow, explained: TraceExplanation, box: str, ledger: Node | None, *, lane: str
) -> Node:
    """Return the ledger with what it depends on, or why there is none."""
    kind = explained.annotation_type or "unknown type"
    return el(
        "section",
        el("h3", f"{lane}Witnesses"),
        el("p", " · ".join(filter(None, (kind, _half_life(row, explained)))), cls="soft"),
        *_faults(explained, box),
        ledger,
        cls="ledger",
    )


def _half_life(row: ItemRow, explained: TraceExplanation) -> str:
    pixels = explained.half_life_px
    if pixels is None:
        return "boxes are compared by their overlap" if explained.ledger else ""
    size = " × ".join(f"{n:,}" for n in row.image_size or ())
    read = ", read from the image file" if row.metadata.get("image_size_from") else ""
    words = {
        "explicit": "set by the policy",
        "image_size": f"from the image size {size}{read}",
        "fallback": "for want of an image size",
        "none": "",
    }[explained.half_life_source]
    return f"half-life {number_text(pixels)} px, {words}"


def _faults(explained: TraceExplanation, box: str) -> Iterator[Node]:
    """Yield why the annotation was not scored, and what it would earn without what is wrong in it."""
    if explained.ledger:
        return
    if explained.culprits:
        yield from (_culprit(one, box) for one in explained.culprits)
        if len(explained.culprits) == N_CULPRITS:
            yield el("p", f"Only the first {N_CULPRITS} are listed.", cls="hint")
        without = explained.reward_without_culprits
        if without is not None:
            words = "it" if len(explained.culprits) == 1 else "them"
            yield el("p", f"Without {words} the annotation would earn {number_text(without)}.", cls="strong")
        return
    yield el("p", _why_not(explained), cls="incorrect wrap")


def _why_not(explained: TraceExplanation) -> str:
    if explained.contract_fault:
        return f"Not scored: {explained.contract_fault}."
    if explained.found is None:
        return "Not scored: the response holds no object to read."
    if explained.found.get("annotation") is None:
        return "Not scored: the object holds no annotation."
    return "Not scored: the type of the target's annotation is not known."


def _culprit(one: Culprit, box: str) -> Node:
    whose = "The target's annotation" if one.side == "target" else "The annotation"
    at = _path(one)
    where = linked(f"at {at}" if at else "as a whole", one.span, box)
    words = f" cannot be read: expected {one.expected}, got {_short(shown_value(one.value))}"
    return el("p", f"✕ {whose} ", where, words, cls="incorrect wrap")


def _look(one: LedgerRow) -> tuple[Kind, str]:
    name = " ".join(filter(None, ("witness", one.key, f"{(one.pred_index or 0) + 1}")))
    if one.state in PAIR_STATES:
        return PAIRED, f"{name} · paired, earns {number_text(one.share)}"
    return EXTRA, f"{name} · extra: no target is like it"


def _path(one: Culprit) -> str:
    return _short(" › ".join(str(step + 1) if isinstance(step, int) else step for step in one.path))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
