from collections.abc import Callable, Sequence

import pyarrow as pa
import pytest

from scoring.audit.info import AuditInfo
from scoring.audit.query import Audit
from scoring.audit.rows import DecidedItem, build_rows
from scoring.audit.schema import SCHEMA_VERSION
from scoring.policy import POLICIES
from scoring.records import Item, Recorded, Response, TaskType, Verdict
from scoring.tasks import score_item
from scoring.version import SCORER_VERSION


def make_item(item_id: str, content: str, **fields: object) -> Item:
    recorded = fields.pop("recorded", Verdict.CORRECT)
    values: dict[str, object] = {
        "item_id": item_id,
        "task_type": TaskType.CHOICE,
        "options": dict.fromkeys("ABCD"),
        "target": ("A",),
        "response": Response(content=content),
        "recorded": () if recorded is None else (Recorded(scorer="file", verdict=recorded),),
    }
    return Item(**{**values, **fields})


def make_lane(items: Sequence[Item], name: str | None = None) -> Audit:
    policy = POLICIES["final-answer-v1"]
    rows = build_rows(DecidedItem(n, item, score_item(item, policy), ()) for n, item in enumerate(items))
    info = AuditInfo(
        schema_version=SCHEMA_VERSION,
        scorer_version=SCORER_VERSION,
        loader="by hand",
        lane=name,
        policy=policy,
        n_items=len(items),
    )
    return Audit.from_table(pa.Table.from_batches([rows]), info)


@pytest.fixture(scope="session")
def choice() -> Callable[..., Item]:
    """Return a choice item with target A, recorded as correct unless `recorded` says otherwise."""
    return make_item


@pytest.fixture(scope="session")
def lane() -> Callable[..., Audit]:
    """Return an audit of some items."""
    return make_lane


@pytest.fixture(scope="session")
def answers() -> Callable[..., Audit]:
    """Return an audit of items 0, 1, ... with the letters of a text as final answers; `-` is no answer."""

    def audit(letters: str, name: str | None = None, **fields: object) -> Audit:
        return make_lane(
            [
                make_item(str(at), "no idea" if letter == "-" else f"FINAL: {letter}", **fields)
                for at, letter in enumerate(letters)
            ],
            name,
        )

    return audit
