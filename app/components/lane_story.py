"""What a comparison comes to: the finding as a sentence, how sure it is, and what limits it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from app.compared import Cell
from app.components.elements import Node, el
from app.components.figures import SIGNIFICANT, p_text, range_text, told
from app.components.lane_lists import to_list
from app.components.notices import notice
from app.components.pair_list import LIST_MARK
from app.components.words import plural, points, signed
from app.library import Opened
from app.state import View
from scoring.audit.summary import Tally
from scoring.stats.comparability import Reason
from scoring.stats.comparison import Comparison, Contrast
from scoring.stats.estimates import Estimate, PValue
from scoring.stats.scores import ScoreContrast

_SAME: Final = {
    "prompt": "prompts",
    "options": "options",
    "target": "targets",
}
_ITEM_REASONS: Final = {
    "target": "differ in their target",
    "options": "differ in their options",
    "prompt": "differ in their prompt",
    "images": "differ in their images",
    "only_a": "only in lane A",
    "only_b": "only in lane B",
    "duplicates_a": "with a key that is not unique, in lane A",
    "duplicates_b": "with a key that is not unique, in lane B",
    "unscorable": "cannot be scored in a lane",
    "not_recorded": "without a recorded verdict in a lane",
}
"""Kind of a reason -> what is said of its items after their number."""
_PAIRS: Final = frozenset({"target", "options", "prompt", "images", "unscorable", "not_recorded"})


def story(comparison: Comparison) -> str:
    """Return who is ahead and what the recorded scorer did to it, in one sentence."""
    rescored, recorded = comparison.rescored, comparison.recorded
    mean = _mean(comparison)
    if rescored.difference_pp is None:
        return mean or "The lanes cannot be compared: one of them holds no scored item."
    now = f"{_lead(rescored)}{mean}"
    if recorded.difference_pp is None:
        return f"{now}; nothing was recorded to compare that with."
    same = rescored.b.correct - rescored.a.correct == recorded.b.correct - recorded.a.correct
    before = "as recorded" if same else f"recorded: {_lead(recorded, short=True)}"
    a, b = comparison.attribution.a, comparison.attribution.b
    taken = _both("took", "right answer", "from", a.taken, b.taken)
    given = _both("credited", "wrong answer", "to", a.given, b.given)
    return " ".join(filter(None, (f"{now}; {before}.", taken, given)))


def certainty(comparison: Comparison) -> Node:
    """Return how sure the rescored differences are: interval, test, and what they say in words."""
    one = comparison.rescored
    parts: list[Node | str | None] = []
    if one.diff_pp.value is not None:
        least = one.detectable_pp.value
        enough = "" if least is None else f"; a sample like this shows differences from {least:.1f} pp on"
        interval, test = one.decisive
        words = f"95 % interval {range_text(interval)} pp, p {p_text(test.p)}"
        by = "" if interval is one.diff_pp else ", whole clusters as the sample"
        parts += [_sure(test.p, "", enough), el("span", f"{words}{by}. ", title=_made(interval, test))]
    mean = _main_score(comparison)
    if mean is not None and mean.difference.value is not None:
        interval, test = mean.decisive
        words = f"95 % interval {range_text(interval, 3)}, p {p_text(test.p)}"
        parts += [
            _sure(test.p, "Mean score: ", ""),
            el("span", f"{words}.", title=_made(interval, test)),
        ]
    return el("p", *(parts or ["No pair has a verdict in both lanes."]))


def _sure(p: float | None, what: str, enough: str) -> Node | None:
    if p is None:
        return None
    words = "more than chance explains" if p < SIGNIFICANT else f"chance explains it as well{enough}"
    return el("span", f"{what}{words if what else words.capitalize()}: ", cls="strong")


def _made(figure: Estimate, test: PValue) -> str:
    return f"{told(figure)} · {told(test)}"


def pairing(comparison: Comparison, a: Opened, b: Opened) -> str:
    """Return what was paired and what is the same in both lanes, in one line."""
    n, found = len(comparison.pairs), comparison.comparability
    most = max(found.a.n_items, found.b.n_items)
    kinds = {reason.kind for reason in found.reasons}
    same = [words for kind, words in _SAME.items() if kind not in kinds]
    policies = sorted({opened.audit.info.policy.name for opened in (a, b)})
    parts = (
        f"{n:,} of {plural(most, 'item')} paired",
        f"same {_and(same)}" if same else "",
        "recorded by the same scorer" if _same_scorer(comparison) else "",
        f"rescored with {_and(policies)}",
    )
    return " · ".join(filter(None, parts))


def to_the_list(title: str) -> Node:
    """Return the way to the list, for windows in which it stands below the figures."""
    words = f"↓ {title}"
    return el("p", el("button", words, to=LIST_MARK, title="Show the list", cls="link"), cls="tolist")


def one_file(a: Opened, b: Opened) -> Node | None:
    """Return the warning that both lanes are one file, and what can differ then; None where they are two."""
    if a.id != b.id:
        return None
    names = a.audit.info.policy.name, b.audit.info.policy.name
    cure = "Under one policy nothing can differ: choose another run as a lane on the page Runs."
    if names[0] != names[1]:
        cure = f"Every difference is that of the policies, {names[0]} in A and {names[1]} in B."
    elif a.lane.fallback != b.lane.fallback:
        cure = "Every difference is that of the reasoning fallback."
    return notice(f"Lanes A and B are one file: {a.source.place}.", cure, tone="warn")


def limits(view: View, comparison: Comparison) -> Node | None:
    """Return what limits the comparison, each reason with its items; None if nothing does."""
    found = comparison.comparability
    if found.is_full:
        return None
    lines = (el("li", *_reason(view, reason)) for reason in found.reasons)
    return el(
        "div",
        el("span", "!", cls="sign", label="warning"),
        el("div", el("p", "Not fully comparable", cls="strong"), el("ul", *lines, cls="reasons")),
        cls="notice warn",
        role="status",
    )


def _reason(view: View, reason: Reason) -> Iterator[Node | str]:
    if reason.items is None or reason.kind not in _ITEM_REASONS:
        yield reason.message
        return
    word = "pair" if reason.kind in _PAIRS else "item"
    yield to_list(
        view, plural(reason.n, word), cell=cast("Cell", reason.kind), title=reason.message, cls="link"
    )
    yield f" {_ITEM_REASONS[reason.kind]}"


def _same_scorer(comparison: Comparison) -> bool:
    a, b = comparison.comparability.a, comparison.comparability.b
    return bool(a.recorded_scorers) and a.recorded_scorers == b.recorded_scorers


def _mean(comparison: Comparison) -> str:
    """Return what the main score comes to where it is more than a verdict; else nothing."""
    one = _main_score(comparison)
    if one is None or one.difference.value is None or one.mean_a.value is None or one.mean_b.value is None:
        return ""
    means = f"{one.mean_a.value:.3f} against {one.mean_b.value:.3f}"
    return f", mean score {signed(one.difference.value, 3)} ({means})"


def _main_score(comparison: Comparison) -> ScoreContrast | None:
    return next((one for one in comparison.scores if one.name == "score"), None)


def _lead(contrast: Contrast, *, short: bool = False) -> str:
    items = contrast.b.correct - contrast.a.correct
    pp = points((contrast.difference_pp or 0.0) / 100)
    if contrast.a.scored != contrast.b.scored:
        return pp if short else f"B − A is {pp} ({_of(contrast.b)} against {_of(contrast.a)})"
    if short:
        return f"{signed(items)} ({pp})"
    if items == 0:
        return "A and B are level"
    return f"{'B' if items > 0 else 'A'} is ahead by {plural(abs(items), 'item')} ({pp})"


def _of(tally: Tally) -> str:
    return f"{tally.correct:,}/{tally.scored:,}"


def _both(verb: str, what: str, preposition: str, n_a: int, n_b: int) -> str:
    if n_a + n_b == 0:
        return ""
    (side, n), (other, m) = (("A", n_a), ("B", n_b)) if n_a > n_b else (("B", n_b), ("A", n_a))
    rest = f"{m:,} {preposition} {other}" if m else f"none {preposition} {other}"
    return f"The recorded scorer {verb} {plural(n, what)} {preposition} {side} and {rest}."


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""
