"""Whatever a run file can hold comes back out of its audit."""

import math

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.audit.canonical import storable
from scoring.audit.item_row import read_item_row
from scoring.audit.rows import DecidedItem, build_rows
from scoring.diagnose.findings import item_findings
from scoring.policy import POLICIES
from scoring.records import Item, Recorded, Response, TaskType, Verdict
from scoring.tasks import score_item

TEXTS = st.text(st.characters(codec=None), max_size=40)
MAYBE = st.none() | TEXTS
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)
RECORDED = st.builds(
    Recorded,
    scorer=TEXTS,
    answer=MAYBE,
    method=MAYBE,
    ambiguity=st.none() | st.booleans(),
    verdict=st.none() | st.sampled_from(Verdict),
    score=st.none() | st.floats(),
    raw=JSON,
)
ITEMS = st.builds(
    Item,
    item_id=TEXTS,
    task_type=st.sampled_from(TaskType),
    task=MAYBE,
    attempt=st.integers(-(2**31), 2**31 - 1),
    category=MAYBE,
    prompt=MAYBE,
    options=st.dictionaries(TEXTS, MAYBE, max_size=4),
    target=st.lists(TEXTS, max_size=3).map(tuple),
    response=st.builds(Response, content=MAYBE, reasoning=MAYBE, finish_reason=MAYBE),
    recorded=st.lists(RECORDED, max_size=2).map(tuple),
    images=st.lists(TEXTS, max_size=2).map(tuple),
    image_size=st.none() | st.tuples(st.integers(0, 2**31 - 1), st.integers(0, 2**31 - 1)),
    annotation_gt=JSON,
    pred_labels=st.none() | st.lists(TEXTS, max_size=2).map(tuple),
    pred_scores=st.none() | st.lists(st.floats(allow_nan=False), max_size=2).map(tuple),
    metadata=st.dictionaries(TEXTS, JSON, max_size=3),
)


def row_of(item: Item) -> pa.RecordBatch:
    decision = score_item(item, POLICIES["final-answer-v1"])
    return build_rows([DecidedItem(0, item, decision, item_findings(item, decision))])


def is_same(one: object, other: object) -> bool:
    """Equal, where NaN equals NaN and true is no 1."""
    if isinstance(one, float) and isinstance(other, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return type(one) is type(other) and one == other


@given(item=ITEMS)
@settings(max_examples=200, deadline=None)
def test_any_item_becomes_a_row_and_comes_back(item: Item) -> None:
    row = read_item_row(row_of(item).to_pylist()[0])
    texts = ("item_id", "task", "category", "prompt")
    assert [getattr(row, name) for name in texts] == [storable(getattr(item, name)) for name in texts]
    assert row.content == storable(item.response.content)
    assert row.reasoning == storable(item.response.reasoning)
    assert list(row.options.items()) == list(item.options.items())
    assert row.target == item.target
    assert row.image_size == item.image_size
    assert row.pred_scores == item.pred_scores
    assert is_same(dict(row.metadata), dict(item.metadata))
    assert is_same(row.annotation_gt, item.annotation_gt)


@given(item=ITEMS)
@settings(max_examples=100, deadline=None)
def test_the_same_item_gives_the_same_row(item: Item) -> None:
    assert row_of(item).equals(row_of(item))
