from collections.abc import Callable, Sequence

import pyarrow as pa
import pytest

from scoring.audit.info import AuditInfo
from scoring.audit.query import Audit
from scoring.audit.rows import DecidedItem, build_rows
from scoring.audit.schema import SCHEMA_VERSION
from scoring.policy import POLICIES
from scoring.records import Decision, Extraction, Item, Recorded, Response, TaskType, Verdict
from scoring.tasks import score_item
from scoring.version import SCORER_VERSION

POLICY = POLICIES["final-answer-v1"]


def choice(item_id: str, content: str | None = "FINAL: A", **fields: object) -> Item:
    """A choice item with target A; `recorded` is its recorded verdict."""
    recorded = fields.pop("recorded", Verdict.CORRECT)
    values: dict[str, object] = {
        "item_id": item_id,
        "task_type": TaskType.CHOICE,
        "options": dict.fromkeys("ABCD"),
        "target": ("A",),
        "response": Response(content=content, reasoning=fields.pop("reasoning", None)),
        "recorded": () if recorded is None else (Recorded(scorer="file", verdict=recorded),),
    }
    return Item(**{**values, **fields})


def audit_info(n_items: int, **fields: object) -> AuditInfo:
    values: dict[str, object] = {
        "schema_version": SCHEMA_VERSION,
        "scorer_version": SCORER_VERSION,
        "loader": "by hand",
        "policy": POLICY,
        "n_items": n_items,
    }
    return AuditInfo(**{**values, **fields})


def decide(items: Sequence[Item], findings: Sequence[Sequence[str]] = ()) -> list[DecidedItem]:
    listed = [*map(tuple, findings), *[()] * (len(items) - len(findings))]
    return [
        DecidedItem(ordinal, item, score_item(item, POLICY), found)
        for ordinal, (item, found) in enumerate(zip(items, listed, strict=True))
    ]


@pytest.fixture
def make_item() -> Callable[..., Item]:
    """Return a function that makes a choice item with target A."""
    return choice


@pytest.fixture
def make_rows() -> Callable[..., pa.RecordBatch]:
    """Return a function that scores items and makes their rows."""
    return lambda items, findings=(): build_rows(decide(items, findings))


@pytest.fixture
def make_audit() -> Callable[..., Audit]:
    """Return a function that scores items into an audit in memory."""

    def make(items: Sequence[Item], findings: Sequence[Sequence[str]] = ()) -> Audit:
        rows = build_rows(decide(items, findings))
        return Audit.from_table(pa.Table.from_batches([rows]), audit_info(len(items)))

    return make


@pytest.fixture
def make_info() -> Callable[..., AuditInfo]:
    """Return a function that makes the header of an audit."""
    return audit_info


@pytest.fixture
def row_of() -> Callable[..., dict[str, object]]:
    """Return a function that makes the one row of an item and an extraction."""

    def make(item: Item, **extraction: object) -> dict[str, object]:
        decision = Decision(
            verdict=Verdict.CORRECT, score=1.0, extraction=Extraction(**extraction), explanation="As given."
        )
        return build_rows([DecidedItem(0, item, decision, ())]).to_pylist()[0]

    return make
