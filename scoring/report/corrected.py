"""`corrected_metrics.json`: recorded and corrected totals, and every item with both verdicts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, BinaryIO, Final

from scoring.audit.filter import Filter, decode_value
from scoring.audit.query import Audit
from scoring.audit.summary import Group, Summary, Tally
from scoring.policy import policy_to_dict
from scoring.report.conclusion import RULE, Conclusion
from scoring.report.item_facts import FACT_COLUMNS, ItemFacts, read_facts

KIND: Final = "lanescope-corrected-metrics"
VERSION: Final = 1

_ROWS_AT_ONCE: Final = 4_096
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")

ABOUT: Final[Mapping[str, str]] = {
    "original": "The run file was read and not touched; sources name it with its digest.",
    "recorded": "What the run file says. Fields that its scorer recorded stand in each item under the file's "
    "own names, as they were recorded; a name that is taken here has `recorded:` in front. Fields of the "
    "record that its scorer did not write (question, texts) are not repeated.",
    "other_scorers": "What further scorers of the run file recorded about the item, if there are any.",
    "corrected": "What the policy named here decides. "
    "Accuracy = correct / (correct + incorrect + no_answer); "
    "unscorable items, and items without a recorded verdict, are counted apart.",
    "changed": "A verdict is recorded, and one of the two scorers gives credit where the other does not.",
    "classification": "The main finding about the item, or `consistent` without any.",
    "visible_content_has_expected_answer": "A valid value in the visible text equals the target, "
    "taken or not; "
    "null for an item that cannot be scored.",
    "fault": RULE,
}
"""What the fields mean; stands in the file."""


def write_corrected_metrics(audit: Audit, summary: Summary, conclusion: Conclusion, out: BinaryIO) -> int:
    """Return the number of items written as one JSON object, an item a line.

    The items are read and written some thousand at a time. Half of a surrogate pair is U+FFFD.

    Raises:
        AuditError: the audit cannot be read any more.
    """
    head = _line(_head(audit, summary, conclusion), indent=1)
    out.write(head.removesuffix(b"\n}") + b',\n "items": [')
    n = 0
    for facts in iterate_facts(audit):
        out.write((b",\n  " if n else b"\n  ") + _line(item_record(facts)))
        n += 1
    out.write(b"\n ]\n}\n")
    return n


def iterate_facts(audit: Audit) -> Iterator[ItemFacts]:
    """Yield the facts of every item in the order of the file, some thousand in memory at a time."""
    for start in range(0, audit.info.n_items, _ROWS_AT_ONCE):
        some = Filter(ordinals=tuple(range(start, start + _ROWS_AT_ONCE)))
        yield from map(read_facts, audit.table(some, FACT_COLUMNS).to_pylist())


def item_record(facts: ItemFacts) -> dict[str, Any]:
    """Return one item as the file has it: its key, what was recorded, and what we say about it."""
    before = {name: getattr(facts, name) for name in ("item_id", "task", "attempt", "category", "task_type")}
    before["target"] = list(facts.target)
    after: dict[str, Any] = {
        "recorded_scorer": facts.recorded_scorer,
        "recorded_answer": facts.recorded_answer,
        "recorded_verdict": facts.recorded_verdict,
        "recorded_score": facts.recorded_score,
        "corrected_answer": facts.answer,
        "corrected_verdict": facts.verdict,
        "corrected_score": facts.score,
        "changed": facts.changed,
        "extraction_source": facts.extraction_source,
        "extraction_rule": facts.extraction_rule,
        "answer_kind": facts.answer_kind,
        "classification": facts.classification,
        "findings": list(facts.findings),
        "visible_content_has_expected_answer": facts.visible_content_has_expected_answer,
        "content_sha256": facts.content_hash,
    }
    if len(facts.recorded) > 1:
        after["other_scorers"] = list(facts.recorded[1:])
    return before | _own_names(facts, {*before, *after}) | after


def _own_names(facts: ItemFacts, taken: set[str]) -> dict[str, Any]:
    """Return what the main scorer recorded, under the file's own names, none of which is taken."""
    raw = facts.recorded[0].get("raw") if facts.recorded else None
    if raw is None:
        return {}
    named: dict[str, Any] = {}
    for name, value in (raw if isinstance(raw, dict) else {"recorded:raw": raw}).items():
        free = name
        while free in taken or free in named:
            free = f"recorded:{free}"
        named[free] = value
    return named


def _head(audit: Audit, summary: Summary, conclusion: Conclusion) -> dict[str, Any]:
    info = audit.info
    return {
        "kind": KIND,
        "version": VERSION,
        "about": dict(ABOUT),
        "run": {
            "name": info.name,
            "lane": info.lane,
            "model": info.model,
            "benchmark": info.benchmark,
            "format": info.loader,
        },
        "sources": [asdict(one) for one in info.sources],
        "policy": policy_to_dict(info.policy),
        "reasoning_fallback_of_the_lane": info.lane_fallback,
        "scorer_version": info.scorer_version,
        "conclusion": {"fault": conclusion.fault.value, "sentence": conclusion.sentence},
        "totals": _totals(summary.recorded, summary.rescored),
        "by_category": [_category(one) for one in summary.by_category],
        "by_finding": [{"finding": one.value, "n": one.rescored.n} for one in summary.by_finding],
        "changes": [asdict(flip) for flip in summary.flips],
        "n_items": info.n_items,
        "n_changed": conclusion.n_changed,
        "n_skipped": info.n_skipped,
        "problems": [asdict(one) for one in info.problems],
        "run_findings": [asdict(one) for one in info.findings],
    }


def _category(group: Group) -> dict[str, Any]:
    return {"category": decode_value(group.value), **_totals(group.recorded, group.rescored)}


def _totals(recorded: Tally, corrected: Tally) -> dict[str, Any]:
    return {"recorded": _tally(recorded), "corrected": _tally(corrected)}


def _tally(one: Tally) -> dict[str, Any]:
    return {
        **asdict(one),
        "n": one.n,
        "scored": one.scored,
        "accuracy": one.accuracy,
        "accuracy_percent": None if one.accuracy is None else round(100 * one.accuracy, 2),
    }


def _line(value: object, indent: int | None = None) -> bytes:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    return _LONE_SURROGATE.sub("\ufffd", text).encode()
