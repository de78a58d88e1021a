"""What is to be said about an annotation beyond its reward: frame, pairing, what if, error kinds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from app.components.annotated import Annotated
from app.components.elements import Node, el
from app.components.words import finding_sentence, value_text
from app.looks import toggled_layer
from app.state import View, goto_page, link
from scoring.audit.item_row import ItemRow
from scoring.diagnose.frames import TARGET
from scoring.diagnose.kinds import WITNESS_KINDS
from scoring.draw.words import number_text


def diagnosis_nodes(view: View, one: Annotated) -> list[Node]:
    """Return the diagnosis of an item; nothing where there is nothing to say."""
    row = one.row
    lines = [
        *(el("p", finding_sentence(name)) for name in row.findings if finding_sentence(name)),
        *_frame(view, row),
        *_voted(view, row, one.opened.audit.info.voted_frames),
        *_pairing(row),
        *_what_if(row),
    ]
    kinds = list(_kinds(row))
    if kinds:
        lines.append(el("p", *kinds, cls="badges"))
    return [el("section", el("h3", "Diagnosis"), *lines, cls="diagnosis")] if lines else []


def _frame(view: View, row: ItemRow) -> Iterator[Node]:
    scores = {name: value for name, value in _numbers(row.frame_scores).items() if value > 0.0}
    others = {name: value for name, value in scores.items() if not name.startswith(TARGET)}
    named = row.frame_finding
    if named is not None:
        switched = link(replace(view, look=toggled_layer(view.look, "ghost")))
        words = "hide that reading" if "ghost" in view.look.layers else "show that reading"
        told = (
            f" the annotation would earn {number_text(scores[named])}" if named in scores else " it would fit"
        )
        yield el(
            "p",
            "Read as ",
            el("span", named, cls="strong"),
            told,
            f" instead of {number_text(row.annotation_reward or 0.0)}. ",
            el("a", words, href=switched, cls="link", zoom=True, keep="reading"),
        )
    elif others:
        best = max(others, key=lambda name: others[name])
        now = number_text(row.annotation_reward or 0.0)
        told = f"the next, {best}, {number_text(others[best])} instead of {now}"
        yield el("p", f"No other coordinate frame explains this item by itself: {told}.")


def _voted(view: View, row: ItemRow, voted: Sequence[str]) -> Iterator[Node]:
    """Yield what the run as a whole was found to be in, where the item by itself says otherwise."""
    if row.frame_finding is not None and voted and row.frame_finding not in voted:
        yield el(
            "p",
            "The run is voted ",
            el("span", ", ".join(voted), cls="strong"),
            ", which counts for more. ",
            el("a", "the run as a whole", href=goto_page(view, "overview"), cls="link", keep="voted"),
        )


def _pairing(row: ItemRow) -> Iterator[Node]:
    best = row.details.get("best_pairing_reward")
    was_scored = row.annotation_reward is not None and row.annotation_parse_ok != 0
    if isinstance(best, int | float) and was_scored:
        used = number_text(row.annotation_reward or 0.0)
        yield el("p", f"The pairing used earns {used}; the best-paying one would earn {number_text(best)}.")


def _what_if(row: ItemRow) -> Iterator[Node]:
    for name, reward in _numbers(row.details.get("counterfactuals")).items():
        yield el(
            "p", f"With {_MENDED.get(name, name.replace('_', ' '))} it would earn {number_text(reward)}."
        )


_MENDED: Mapping[str, str] = {
    "keys_folded": "keys compared without their case",
    "order_reversed": "the order reversed",
    "duplicates_removed": "duplicates removed",
    "clipped": "everything clipped to the image",
    "extras_dropped": "extra witnesses dropped",
    "order_restored": "every witness at the place whose target it meets best",
    "keys_exchanged": "every witness under the key whose target it meets best",
    "far_witness_dropped": "the far witness dropped, which spoils the pairs of the others,",
    "culprit_dropped": "what cannot be read dropped",
}


def _kinds(row: ItemRow) -> Iterator[Node]:
    """Yield the error kinds; those of witnesses with their number."""
    counts = _numbers(row.details.get("witness_kinds"))
    for kind in row.error_kinds:
        name = value_text("error_kinds", kind)
        words = f"{name} × {counts[kind]:g}" if kind in counts else name
        yield el("span", words, cls="badge ok" if kind == "exact" else "badge", title=WITNESS_KINDS.get(kind))


def _numbers(value: object) -> dict[str, float]:
    found = value if isinstance(value, Mapping) else {}
    return {str(name): float(number) for name, number in found.items() if isinstance(number, int | float)}
