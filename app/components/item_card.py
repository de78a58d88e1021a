"""One item beside the table: verdicts, the decision, options, and every text verbatim."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from app.components.decision_trace import decision_trace
from app.components.elements import Node, el
from app.components.keys import FIND, REASONING, key_help
from app.components.recorded import brief, not_found_line, recorded_table
from app.components.text_view import FOUND, THINKING, Mark, candidate_marks, text_box
from app.components.trace_card import scored_box, trace_marks, trace_nodes
from app.components.words import finding_sentence, id_text, value_text, verdict_node
from scoring.audit.item_row import ItemRow
from scoring.audit.query import Neighbours
from scoring.extraction.visible import find_visible
from scoring.records import JsonValue
from scoring.trace.explain import TraceExplanation

_LONG_ID: Final = 60
"""Characters of an id from which on it is cut to two lines."""
LONG_OPTIONS: Final = 240
"""Characters of all options together from which on they are listed a line each."""


def item_nodes(
    row: ItemRow,
    *,
    head: Sequence[Node],
    run: str,
    more: Sequence[Node] = (),
    explained: TraceExplanation | None = None,
    picture: Node | None = None,
) -> list[Node]:
    """Return the whole card of an item.

    Args:
        head: what stands above the verdicts (id, place, steps), which depends on the page.
        run: id of the run, so that scroll positions of equal ids in two runs stay apart.
        more: what else the page says about the decision.
        explained: the rewards of a Trace item; None for any other.
        picture: the annotated image of an item that has one.
    """
    identity = f"{run}:{row.ordinal}"
    scored = scored_box(row)
    marks = trace_marks(row, explained, box=scored) if explained else []
    return [
        *head,
        verdict_line(row),
        explanation_line(row),
        *not_found_line(row),
        *((picture,) if picture else ()),
        decision_trace(row),
        *option_nodes(row),
        *(trace_nodes(row, explained, box=scored) if explained else ()),
        content_box(row, identity=identity, more=marks if scored == "content" else ()),
        reasoning_box(row, identity=identity, more=marks if scored == "reasoning" else ()),
        recorded_table(row),
        *more,
        *_more(row, identity),
    ]


def item_head(row: ItemRow, place: Neighbours, steps: Sequence[Node], *, find: str) -> Node:
    """Return the head of the card: id, place inside the filter, the steps from here, and a field to find in.

    Args:
        find: words that are looked for in the shown text to begin with.
    """
    where = (
        f"{place.position:,} of {place.total:,}"
        if place.position
        else f"outside the filter ({place.total:,})"
    )
    return el(
        "div",
        el("span", id_text(row.item_id), cls="id", title=row.item_id),
        _copy_id(row.item_id),
        el("span", *_key_parts(row), cls="soft"),
        _find_field(find),
        el("span", where, cls="place"),
        # How far one has come; the number beside it says it in words.
        el("span", cls="progress", bar=place.position / place.total) if place.position else None,
        el("span", *steps, key_help(), cls="steps"),
        cls="itemhead",
    )


def _copy_id(item_id: str) -> Node | None:
    """Return the button that copies an id too long to be seen whole, or to be typed."""
    if len(item_id) <= _LONG_ID:
        return None
    return el("button", "copy id", copy="value", value=item_id, cls="quiet", keep="copy:id")


def _find_field(find: str) -> Node:
    return el(
        "span",
        el(
            "input",
            find="text",
            label="Find in the shown text",
            hint="find in the text",
            value=find,
            keep="find",
        ),
        el("span", cls="findcount", role="status"),
        el("button", "‹", move="-1", label="Previous match", keep="find:previous"),
        el("button", "›", move="1", label="Next match", keep="find:next"),
        el(
            "button",
            el("kbd", FIND.upper()),
            focus="find",
            hotkey=FIND,
            label="Find in the shown text",
            keep="find:focus",
        ),
        cls="find",
    )


def step(
    words: str, key: str, href: str | None, *, via: str | None = None, is_repeatable: bool = False
) -> Node:
    """Return a link that a key clicks, too; greyed where there is nowhere to go.

    Args:
        via: the panel that follows it, where more than this one changes.
        is_repeatable: whether the page can take several such steps at once, as when they are pressed
            faster than items arrive.
    """
    if href is None:
        return el("span", el("kbd", key.upper()), f" {words}", cls="off")
    return el(
        "a",
        el("kbd", key.upper()),
        f" {words}",
        href=href,
        hotkey=key,
        keep=f"step:{key}",
        via=via,
        times=True if is_repeatable else None,
    )


def explanation_line(row: ItemRow) -> Node:
    """Return the sentence of the decision; names between backticks are set apart."""
    parts = row.explanation.split("`")
    if len(parts) % 2 == 0:
        return el("p", row.explanation, cls="because wrap")
    return el(
        "p",
        *(el("span", part, cls="mono") if i % 2 else part for i, part in enumerate(parts)),
        cls="because wrap",
    )


def verdict_line(row: ItemRow) -> Node:
    """Return recorded → rescored, and the findings as badges with their sentence."""
    badges = (
        el("span", value_text("findings", name), cls="badge", title=finding_sentence(name) or name)
        for name in row.findings
    )
    return el(
        "div",
        verdict_node(row.recorded_verdict, prefix="recorded" if row.recorded_verdict else ""),
        el("span", "→", cls="soft"),
        verdict_node(row.verdict, prefix="rescored", cls="now"),
        *badges,
        cls="verdicts",
    )


def content_box(
    row: ItemRow, *, identity: str, title: str = "Content", box: str = "content", more: Iterable[Mark] = ()
) -> Node:
    """Return the text view of the content, with thinking apart, every candidate and `more` marked."""
    marks = candidate_marks(row.candidates, box=box)
    marks += [*more, *_required(row)]
    # The Trace verifier reads thinking like any other text.
    thinking = find_visible(row.content).thinking if row.content and row.task_type != "trace" else ()
    marks += [Mark(start=s, end=e, kind=THINKING, label=THINKING.legend) for s, e in thinking]
    note = f"finish {row.finish_reason}" if row.finish_reason else ""
    return text_box(title, row.content, marks, box=box, identity=identity, note=note)


def reasoning_box(
    row: ItemRow,
    *,
    identity: str,
    title: str = "Reasoning",
    box: str = "reasoning",
    more: Iterable[Mark] = (),
) -> Node:
    """Return the text view of the reasoning, its values and `more` marked."""
    read = "read by fallback" if row.extraction_source == "reasoning" else "not scored"
    marks = [*candidate_marks(row.reasoning_candidates, box=box), *more]
    return text_box(title, row.reasoning, marks, box=box, identity=identity, note=read, hotkey=REASONING)


def _required(row: ItemRow) -> Iterator[Mark]:
    """Yield where the required strings of a substring item stand."""
    if row.task_type != "substring" or not row.content or row.candidates:
        return
    for i, text in enumerate(row.target):
        at = row.content.find(text) if text else -1
        if at >= 0:
            yield Mark(
                start=at, end=at + len(text), kind=FOUND, id=f"required:{i}", label=f"required: {text}"
            )


def _key_parts(row: ItemRow) -> Iterator[str]:
    parts = [row.category or "", row.task or "", f"attempt {row.attempt}" if row.attempt else ""]
    yield " · ".join(dict.fromkeys(p for p in parts if p))


def option_nodes(row: ItemRow) -> Iterator[Node]:
    """Yield the options with target and answer; without options, target and answer."""
    if not row.options:
        yield el("div", *_target_and_answer(row), cls="options", mark="options")
        return
    taken = set((row.answer or "").split(","))
    shown = (_option(row, label, text, label in taken) for label, text in row.options.items())
    is_long = sum(len(text or "") for text in row.options.values()) > LONG_OPTIONS
    yield el("div", *shown, cls="options long" if is_long else "options", mark="options")


def _target_and_answer(row: ItemRow) -> Iterator[Node]:
    """Yield target and answer of an item without options; one of the same words says both."""
    target = f" {'and' if row.target_mode == 'all' else 'or'} ".join(row.target) or "none in the file"
    if row.answer is not None and row.target == (row.answer,):
        tag = el("span", "✓ target, answer", cls="tag correct")
        yield el("span", brief(target), tag, cls="option target answer")
        return
    word = "required" if row.task_type == "substring" else "target"
    yield el("span", target, el("span", word, cls="tag correct"), cls="option target")
    if row.task_type != "substring":
        answer = brief(row.answer) if row.answer is not None else "no answer"
        yield el("span", answer, el("span", "answer", cls="tag"), cls=f"option answer {row.verdict}")


def _option(row: ItemRow, label: str, text: str | None, is_answer: bool) -> Node:  # noqa: FBT001
    is_target = label in row.target
    tags = {
        (True, True): "✓ target, answer",
        (True, False): "target",
        (False, True): "✕ answer",
        (False, False): "",
    }[is_target, is_answer]
    cls = " ".join(filter(None, ("option", "target" if is_target else "", "answer" if is_answer else "",
                                 "miss" if is_answer and not is_target else "")))  # fmt: skip
    tone = "correct" if is_target else "incorrect"
    return el(
        "span",
        el("span", label, cls="strong"),
        f" {text}" if text else None,
        el("span", tags, cls=f"tag {tone}") if tags else None,
        cls=cls,
        title=text,
    )


def _more(row: ItemRow, identity: str) -> Iterator[Node]:
    yield _folded(
        "Prompt",
        text_box("Prompt", row.prompt, (), box="prompt", identity=identity, note=""),
        is_open=False,
    )
    if row.metadata:
        yield _folded("Metadata", _json_box("Metadata", row.metadata, "metadata", identity))
    if row.recorded_all is not None:
        yield _folded("Everything recorded", _json_box("Recorded", row.recorded_all, "recorded", identity))


def _folded(title: str, node: Node, *, is_open: bool = False) -> Node:
    return el("details", el("summary", title), node, cls="more", keep=f"more:{title}", open=is_open)


def _json_box(title: str, value: JsonValue, box: str, identity: str) -> Node:
    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    return text_box(title, text, (), box=box, identity=identity, note="")
