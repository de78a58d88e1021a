"""A filter over the items of an audit, and the facets that it can restrict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.audit.canonical import storable

NULL = "~"
"""Stands for "no value" in a filter and in a facet. A real value of tildes only is written with one more."""

_AGREEMENT = """CASE
    WHEN recorded_scorer IS NULL OR answer_kind = 'not_applicable' THEN NULL
    WHEN recorded_answer IS NULL AND answer IS NULL THEN 'both_none'
    WHEN recorded_answer IS NULL THEN 'found_only'
    WHEN answer IS NULL AND answer_kind IN ('conflicting', 'reasoning_only') THEN 'unclear'
    WHEN answer IS NULL THEN 'recorded_only'
    WHEN lower(trim(recorded_answer)) = lower(trim(answer)) THEN 'same'
    ELSE 'different' END"""

AGREEMENTS = ("same", "different", "recorded_only", "unclear", "found_only", "both_none")
"""Values of the facet `agreement`."""

BANDS = ("0", "0-0.25", "0.25-0.5", "0.5-0.75", "0.75-1", "1")
"""Ranges of a reward, as facets name them; a quarter's start belongs to it."""


def _band(column: str) -> str:
    """Return SQL for the band of a reward; what misses 1 by less than 1e-9 is 1, sums being floats."""
    return f"""CASE
    WHEN {column} IS NULL THEN NULL
    WHEN {column} <= 0.0 THEN '0'
    WHEN {column} < 0.25 THEN '0-0.25'
    WHEN {column} < 0.5 THEN '0.25-0.5'
    WHEN {column} < 0.75 THEN '0.5-0.75'
    WHEN {column} < 1.0 - 1e-9 THEN '0.75-1'
    ELSE '1' END"""


FACETS: Mapping[str, str] = {
    "category": "category",
    "domain": "domain",
    "task": "task",
    "task_type": "task_type",
    "verdict": "verdict",
    "recorded_verdict": "recorded_verdict",
    "change": "coalesce(recorded_verdict, '~') || '>' || verdict",
    "answer": "answer",
    "answer_kind": "answer_kind",
    "extraction_source": "extraction_source",
    "extraction_rule": "extraction_rule",
    "extraction_status": "extraction_status",
    "ambiguity": "ambiguity",
    "recorded_answer": "recorded_answer",
    "agreement": _AGREEMENT,
    "recorded_method": "recorded_method",
    "recorded_ambiguity": "CAST(recorded_ambiguity AS VARCHAR)",
    "has_reasoning_examples": "CAST(has_reasoning_examples AS VARCHAR)",
    "run_on": "CAST(run_on AS VARCHAR)",
    "reasoning_fallback": "CAST(reasoning_fallback AS VARCHAR)",
    "finish_reason": "finish_reason",
    "annotation_type": "annotation_type",
    "annotation_parse_ok": "CAST(annotation_parse_ok > 0.0 AS VARCHAR)",
    "annotation_band": _band("annotation_reward"),
    "score_band": _band("score"),
    "error_kinds": "error_kinds",
    "frame_finding": "frame_finding",
    "frames_fitting": "frames_fitting",
    "findings": "findings",
}
"""Every facet by the name of its filter field -> its value in SQL. Booleans read `true`, `false`.

An item has each value of those that are lists, `LISTS`.
"""

LISTS = frozenset({"error_kinds", "frames_fitting", "findings"})
"""Facets of which an item may have several values."""

CREDIT_CHANGES = ("incorrect>correct", "correct>incorrect", "correct>no_answer")
"""Values of the facet `change` where the credit given differs between recorded and rescored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which items to look at; the empty filter lets every item through.

    Every field named like a facet holds the values allowed: an item passes if it has one of them;
    empty means no restriction; `NULL` stands for "no value". Values are plain text of any content.
    Hashable, so that it can be a cache key.

    Attributes:
        change: recorded and rescored verdict joined by `>`, as in `incorrect>correct`; an item
            without a recorded verdict reads `~>correct`.
        agreement: of recorded and found answer: `same` (but for case and blanks around), `different`,
            `recorded_only` (nothing in the text), `unclear` (not one in the text), `found_only`,
            `both_none`; `NULL` where nothing is recorded or no answer is read.
        annotation_parse_ok: whether a Trace item's annotation could be read.
        annotation_band: range of the annotation reward, one of `BANDS`.
        score_band: range of the score, one of `BANDS`.
        error_kinds: what is wrong with an annotation or a witness of it; several, as with `findings`.
        frame_finding: the coordinate frame that an item is named after.
        frames_fitting: every frame that would explain an item; several, as with `findings`.
        findings: an item passes if it has one of these findings; `NULL` lets items without any pass.
        text: case-insensitive literal search in item_id, prompt, content, reasoning and the answers.
        ordinals: only these items, e.g. the cell of a comparison; None means no restriction.
    """

    category: tuple[str, ...] = ()
    domain: tuple[str, ...] = ()
    task: tuple[str, ...] = ()
    task_type: tuple[str, ...] = ()
    verdict: tuple[str, ...] = ()
    recorded_verdict: tuple[str, ...] = ()
    change: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    answer_kind: tuple[str, ...] = ()
    extraction_source: tuple[str, ...] = ()
    extraction_rule: tuple[str, ...] = ()
    extraction_status: tuple[str, ...] = ()
    ambiguity: tuple[str, ...] = ()
    recorded_answer: tuple[str, ...] = ()
    agreement: tuple[str, ...] = ()
    recorded_method: tuple[str, ...] = ()
    recorded_ambiguity: tuple[str, ...] = ()
    has_reasoning_examples: tuple[str, ...] = ()
    run_on: tuple[str, ...] = ()
    reasoning_fallback: tuple[str, ...] = ()
    finish_reason: tuple[str, ...] = ()
    annotation_type: tuple[str, ...] = ()
    annotation_parse_ok: tuple[str, ...] = ()
    annotation_band: tuple[str, ...] = ()
    score_band: tuple[str, ...] = ()
    error_kinds: tuple[str, ...] = ()
    frame_finding: tuple[str, ...] = ()
    frames_fitting: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    text: str = ""
    ordinals: tuple[int, ...] | None = None


class Condition(NamedTuple):
    """A filter in SQL: the text of a WHERE clause, and its parameters, which hold every value."""

    sql: str
    parameters: dict[str, object]


def build_condition(where: Filter, *, ignoring: str | None = None) -> Condition:
    """Return the filter in SQL; always true (`TRUE`) for the empty filter.

    Args:
        ignoring: a facet whose own restriction is left out.
    """
    parts: list[str] = []
    parameters: dict[str, object] = {}
    for name in FACETS:
        chosen: tuple[str, ...] = getattr(where, name)
        if chosen and name != ignoring:
            parts.append(_list_part(name) if name in LISTS else _part(name))
            parameters[name] = [decode_value(value) for value in chosen if value != NULL]
            parameters[f"{name}_null"] = NULL in chosen
    if where.ordinals is not None:
        parts.append("ordinal IN (SELECT unnest($ordinals::BIGINT[]))")
        parameters["ordinals"] = list(where.ordinals)
    if where.text:
        parts.append(_TEXT_PART)
        parameters["text"] = storable(where.text)
    return Condition(" AND ".join(parts) or "TRUE", parameters)


def encode_value(value: str | None) -> str:
    """Return a value of a facet as a filter takes it: `NULL` for none."""
    if value is None:
        return NULL
    return value + NULL if _is_tildes(value) else value


def decode_value(value: str) -> str | None:
    """Return the value that a filter means; the reverse of `encode_value`."""
    if value == NULL:
        return None
    return storable(value[:-1] if _is_tildes(value) else value)


def each_value(name: str) -> str:
    """Return SQL that turns a column named like a facet into one row a value; NULL where there is none."""
    return f"unnest(if({_is_empty(name)}, [NULL], {name}))" if name in LISTS else name


def _is_tildes(value: str) -> bool:
    return bool(value) and not value.strip(NULL)


def _part(name: str) -> str:
    value = FACETS[name]
    return f"({value} IN (SELECT unnest(${name}::VARCHAR[])) OR (${name}_null AND {value} IS NULL))"


def _list_part(name: str) -> str:
    has_any = f"coalesce(list_has_any({name}, ${name}::VARCHAR[]), FALSE)"
    return f"({has_any} OR (${name}_null AND {_is_empty(name)}))"


def _is_empty(name: str) -> str:
    """Return SQL for whether an item has no value of a list."""
    return f"coalesce(len({name}), 0) = 0"


_SEARCHED = ("item_id", "prompt", "content", "reasoning", "answer", "recorded_answer")


def _search(columns: Sequence[str]) -> str:
    return " OR ".join(f"coalesce(contains(lower({column}), lower($text)), FALSE)" for column in columns)


_TEXT_PART = f"({_search(_SEARCHED)})"
