"""The words of the screen: how values of the audit read to people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from app.components.elements import Node, el
from scoring.audit.filter import BANDS, NULL
from scoring.diagnose.findings import FINDINGS

SIGNS: Final[Mapping[str, str]] = {
    "correct": "✓",
    "incorrect": "✕",
    "no_answer": "–",
    "unscorable": "∅",
    "not_recorded": "·",
}
"""A sign for every verdict, so that colour never stands alone."""

FACET_TITLES: Final[Mapping[str, str]] = {
    "findings": "Finding",
    "change": "Recorded → rescored",
    "verdict": "Rescored",
    "recorded_verdict": "Recorded",
    "answer_kind": "Answer kind",
    "extraction_source": "Source",
    "extraction_rule": "Rule",
    "extraction_status": "Extraction",
    "ambiguity": "Ambiguity",
    "category": "Category",
    "task_type": "Task type",
    "task": "Task",
    "domain": "Domain",
    "recorded_method": "Recorded method",
    "recorded_ambiguity": "Recorded ambiguity flag",
    "recorded_answer": "Recorded answer",
    "agreement": "Recorded answer against found",
    "answer": "Answer",
    "has_reasoning_examples": "Values in the reasoning",
    "run_on": "Ran on after the reply",
    "finish_reason": "Finish reason",
    "reasoning_fallback": "Reasoning fallback",
    "annotation_type": "Annotation type",
    "annotation_parse_ok": "Annotation readable",
    "annotation_band": "Annotation reward",
    "score_band": "Score",
    "error_kinds": "Error kind",
    "frame_finding": "Coordinate frame",
    "frames_fitting": "Would score 0.5 as",
}
"""Headings of the facets."""


SCORE_NAMES: Final[Mapping[str, str]] = {
    "recorded_score": "recorded score",
    "score": "score",
    "answer_reward": "answer reward",
    "annotation_reward": "annotation reward",
    "task_reward": "task reward",
    "format_score": "format score",
    "annotation_parse_ok": "annotation readable",
}
"""Names of scores and rewards."""


def id_text(item_id: str) -> str:
    """Return an id as it is shown; an id without a visible character would leave nothing to click."""
    return item_id if item_id.strip() else "(blank id)"


_UNITS: Final = (("GB", 1e9), ("MB", 1e6), ("kB", 1e3))
_TWO_DIGITS: Final = 9.95
_DIGITS: Final = "0123456789"

_FINDING_NAMES: Final[Mapping[str, str]] = {
    "recorded_incorrect_though_matching": "Marked wrong though it matches",
    "recorded_answer_misread": "Right answer misread",
    "recorded_answer_not_found": "Recorded answer not found in the text",
    "recorded_correct_though_differing": "Marked right though it differs",
    "flag_only_from_reasoning": "Flag only from reasoning",
    "answer_only_in_reasoning": "Answer only in reasoning",
    "recorded_fields_disagree": "Recorded fields disagree",
}

_BANDS: Final[Mapping[str, str]] = {
    band: band.replace("-", " – ") if "-" in band else f"exactly {band}" for band in BANDS
}

_VALUES: Final[Mapping[str, Mapping[str, str]]] = {
    "answer_kind": {
        "visible": "visible answer",
        "conflicting": "conflicting answers",
        "reasoning_only": "in the reasoning only",
        "none": "no answer",
        "no_visible_content": "no visible text",
        "not_applicable": "not applicable",
    },
    "extraction_source": {"content": "visible content", "reasoning": "reasoning", NULL: "no answer"},
    "extraction_rule": {NULL: "no answer"},
    "extraction_status": {
        "ok": "answer read",
        "conflict": "conflict",
        "no_answer": "no answer",
        "no_visible_content": "no visible text",
        "unclosed_thinking": "thinking never ends",
    },
    "ambiguity": {
        "none": "clear-cut",
        "conflicting_finals": "several final answers",
        "conflicting_value": "one marker, several answers",
        "label_text_mismatch": "label and text differ",
    },
    "verdict": {"no_answer": "no answer"},
    "recorded_verdict": {"no_answer": "no answer", NULL: "not recorded"},
    "recorded_ambiguity": {"true": "flag set", "false": "not set", NULL: "no flag recorded"},
    "has_reasoning_examples": {"true": "yes", "false": "no"},
    "run_on": {"true": "yes", "false": "no"},
    "reasoning_fallback": {"true": "on", "false": "off"},
    "annotation_parse_ok": {"true": "yes", "false": "no"},
    "annotation_band": _BANDS,
    "score_band": _BANDS,
    "findings": {NULL: "none"},
    "agreement": {
        "same": "the same",
        "different": "different",
        "recorded_only": "recorded, not found in the text",
        "unclear": "recorded, not clear in the text",
        "found_only": "found, not recorded",
        "both_none": "no answer, none recorded",
        NULL: "nothing to compare",
    },
}


def value_text(facet: str, value: str) -> str:
    """Return how one value of a facet reads; run data stays as it is."""
    if facet == "findings" and value in _FINDING_NAMES:
        return _FINDING_NAMES[value]
    if facet == "change":
        recorded, _, rescored = value.partition(">")
        return f"{value_text('recorded_verdict', recorded)} → {value_text('verdict', rescored)}"
    default = "none" if value == NULL else value or "(empty)"
    if facet == "error_kinds":
        return default.replace("_", " ")
    return _VALUES.get(facet, {}).get(value, default)


def finding_sentence(name: str) -> str:
    """Return what a finding says about an item; empty for one that this version does not know."""
    return FINDINGS[name].sentence if name in FINDINGS else ""


def verdict_node(verdict: str | None, *, prefix: str = "", cls: str = "") -> Node:
    """Return a verdict with its sign, e.g. `✓ rescored correct`."""
    name = verdict or "not_recorded"
    words = " ".join(filter(None, (SIGNS.get(name, "·"), prefix, name.replace("_", " "))))
    return el("span", words, cls=f"{name} {cls}".strip())


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return the key by which texts sort as people count: `cat2` before `cat10`."""
    parts = (part for part in re.split(r"([0-9]{1,18})", text) if part)
    return tuple((0, int(p), "") if p[0] in _DIGITS else (1, 0, p.casefold()) for p in parts)


def percent(share: float | None) -> str:
    """Return a share 0..1 as `87.62 %`; a dash where there is none."""
    return "–" if share is None else f"{share * 100:.2f} %"


def points(difference: float | None) -> str:
    """Return a difference of shares as `+6.19 pp`, with a true minus; a dash where there is none."""
    return "–" if difference is None else f"{signed(difference * 100, 2)} pp"


def signed(number: float, digits: int = 0) -> str:
    """Return a number with its sign, `+9`, `−3`, `0`; the minus is as wide as the plus."""
    text = f"{abs(number):,.{digits}f}"
    if float(text.replace(",", "")) == 0:
        return text
    return ("+" if number > 0 else "−") + text


def plural(n: int, one: str, many: str = "") -> str:
    """Return `1 item`, `9 items`, `12,032 items`."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def size(n_bytes: int) -> str:
    """Return a size as people read it, `967 kB`, `1.1 MB`."""
    for unit, factor in _UNITS:
        if n_bytes >= factor:
            amount = n_bytes / factor
            return f"{amount:.1f} {unit}" if amount < _TWO_DIGITS else f"{amount:.0f} {unit}"
    return plural(n_bytes, "byte")
