import pyarrow as pa
import pytest

from scoring.audit.info import AuditInfo
from scoring.audit.item_row import ItemRow
from scoring.audit.query import Audit
from scoring.audit.rows import DecidedItem, build_rows
from scoring.audit.schema import SCHEMA_VERSION
from scoring.policy import DEFAULT_POLICY, POLICIES
from scoring.records import Item, Response, TaskType
from scoring.rescore.again import decide_again, item_of_row
from scoring.tasks import score_item
from scoring.version import SCORER_VERSION

AUDITED = POLICIES[DEFAULT_POLICY]


def row_of(item: Item, *, lane_fallback: bool | None = None) -> ItemRow:
    decided = DecidedItem(0, item, score_item(item, AUDITED, lane_fallback=lane_fallback), ())
    info = AuditInfo(
        schema_version=SCHEMA_VERSION, scorer_version=SCORER_VERSION, loader="test", policy=AUDITED, n_items=1
    )
    return Audit.from_table(pa.Table.from_batches([build_rows([decided])]), info).item(0)


def choice(content: str | None, reasoning: str | None = None, **fields) -> Item:
    return Item(
        item_id="x",
        task_type=TaskType.CHOICE,
        options={"A": "one", "B": "two", "C": None},
        target=("B",),
        prompt="Which?",
        metadata={"level": 3},
        response=Response(content=content, reasoning=reasoning, finish_reason="stop"),
        **fields,
    )


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize(
    "item",
    [
        choice("FINAL: B"),
        choice("The answer is B, I think.", "FINAL: A"),
        choice(None, "FINAL: B"),
        Item(item_id="n", task_type=TaskType.NUMBER, target=("12",), response=Response(content="so 12.0")),
        Item(
            item_id="s",
            task_type=TaskType.SUBSTRING,
            target=("Mercury", "Venus"),
            target_mode="all",
            response=Response(content="Mercury, then Venus"),
        ),
    ],
    ids=["marker", "statement", "reasoning only", "number", "substring"],
)
def test_a_row_is_decided_as_the_item_that_it_came_from(item: Item, name: str) -> None:
    again = decide_again(row_of(item), [POLICIES[name]], audited=AUDITED)
    assert again == {name: score_item(item, POLICIES[name])}


def test_the_fallback_of_the_lane_holds_under_every_policy() -> None:
    item = choice(None, "FINAL: B")
    decided = decide_again(row_of(item, lane_fallback=True), [AUDITED], audited=AUDITED, lane_fallback=True)
    assert decided[AUDITED.name].verdict == "correct"


def test_an_item_that_overruled_its_lane_does_so_again() -> None:
    item = choice(None, "FINAL: B", allow_reasoning_fallback=True)
    assert item_of_row(row_of(item), audited=AUDITED).allow_reasoning_fallback is True


def test_the_item_is_the_one_that_was_loaded() -> None:
    item = choice("FINAL: B", category="facts", attempt=2, images=("x.png",), image_size=(640, 480))
    assert item_of_row(row_of(item), audited=AUDITED) == item


def test_a_trace_item_keeps_the_size_of_its_image_which_the_half_life_depends_on() -> None:
    item = Item(
        item_id="x",
        task_type=TaskType.TRACE,
        response=Response(content='{"answer": 1, "annotation": [10, 40]}'),
        answer_gt={"type": "integer", "value": 1},
        annotation_gt={"type": "point", "value": [10, 10]},
        reward_contract={"annotation": {"id": "point_soft_distance_v0", "type": "point"}},
        image_size=(1600, 1200),
    )
    row = row_of(item)
    again = decide_again(row, [AUDITED], audited=AUDITED)[AUDITED.name]
    assert row.half_life_px == 70.0
    assert again.score == row.score
    assert again.trace is not None
    assert again.trace.half_life_source == "image_size"
