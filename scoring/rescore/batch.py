"""A batch of records decided: items and problems in, rows of an audit and problems out. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

import pyarrow as pa

from scoring.audit.canonical import has_lone_surrogate
from scoring.audit.rows import DecidedItem, build_rows
from scoring.diagnose.annotation import diagnose_item
from scoring.diagnose.findings import item_findings
from scoring.diagnose.frames import FrameFinding
from scoring.policy import Policy
from scoring.records import Item, Problem
from scoring.tasks import score_item

Entry: TypeAlias = Item | Problem

ROWS_PER_GROUP = 4096
"""Items in a batch, and so rows in a row group."""

CHARACTERS_PER_GROUP = 8_000_000
"""A batch ends early when its texts reach this, so that memory stays bounded whatever their length."""


class Scoring(NamedTuple):
    """How a run is scored.

    Attributes:
        lane_fallback: the lane's own reasoning fallback; None leaves it to the policy.
    """

    policy: Policy
    lane_fallback: bool | None = None


class DecidedBatch(NamedTuple):
    """What became of one batch.

    Attributes:
        rows: one row an item, in the order of the file.
        problems: those of the file and those of the items, in the order of the file.
        frames: what other coordinate frames make of each annotation that was diagnosed.
    """

    rows: pa.RecordBatch
    problems: tuple[Problem, ...]
    frames: tuple[FrameFinding, ...] = ()


def cut_batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Return the entries in batches; where they are cut depends on nothing but the entries."""
    batch: list[Entry] = []
    n_items = n_characters = 0
    for entry in entries:
        batch.append(entry)
        if isinstance(entry, Item):
            n_items += 1
            n_characters += _length(entry)
        if n_items >= ROWS_PER_GROUP or n_characters >= CHARACTERS_PER_GROUP:
            yield batch
            batch, n_items, n_characters = [], 0, 0
    if batch:
        yield batch


def decide_batch(entries: Sequence[Entry], first_ordinal: int, scoring: Scoring) -> DecidedBatch:
    """Return the rows and problems of one batch.

    Args:
        first_ordinal: ordinal of its first item.
    """
    decided: list[DecidedItem] = []
    problems: list[Problem] = []
    for entry in entries:
        if isinstance(entry, Problem):
            problems.append(entry)
            continue
        decision = score_item(entry, scoring.policy, lane_fallback=scoring.lane_fallback)
        findings = item_findings(entry, decision)
        diagnosis = diagnose_item(entry, decision, scoring.policy)
        decided.append(DecidedItem(first_ordinal + len(decided), entry, decision, findings, diagnosis))
        problems += [replace(one, item_id=entry.item_id) for one in decision.problems]
        problems += _unstorable(entry)
    found = [one.diagnosis.frames for one in decided if one.diagnosis is not None]
    frames = tuple(one for one in found if one is not None)
    return DecidedBatch(build_rows(decided), tuple(problems), frames)


def _length(item: Item) -> int:
    response = item.response
    return len(item.prompt or "") + len(response.content or "") + len(response.reasoning or "")


def _unstorable(item: Item) -> list[Problem]:
    response = item.response
    texts = (("prompt", item.prompt), ("content", response.content), ("reasoning", response.reasoning))
    return [
        Problem(
            kind="lone_surrogate",
            message=f"expected Unicode text, got half of a surrogate pair in {name}; shown as U+FFFD",
            cure="Nothing to do for scoring; whatever wrote the file cut a character in two.",
            item_id=item.item_id,
        )
        for name, text in texts
        if text and has_lone_surrogate(text)
    ]
