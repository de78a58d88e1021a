from collections.abc import Callable
from dataclasses import fields

from scoring.audit.item_row import ItemRow, read_item_row
from scoring.audit.schema import SCHEMA
from scoring.records import Candidate, CandidateState, Item

Make = Callable[..., Item]
RowOf = Callable[..., dict[str, object]]


def test_an_item_row_has_exactly_the_columns_of_the_schema() -> None:
    assert {field.name for field in fields(ItemRow)} == set(SCHEMA.names)


def test_json_columns_come_decoded(make_item: Make, row_of: RowOf) -> None:
    item = make_item("q", options={"B": "y", "A": None}, metadata={"n": 1}, target=("A", "B"))
    row = read_item_row(row_of(item))
    assert row.options == {"B": "y", "A": None}
    assert list(row.options) == ["B", "A"]
    assert row.metadata == {"n": 1}
    assert row.target == ("A", "B")


def test_candidates_come_back_as_they_were(make_item: Make, row_of: RowOf) -> None:
    one = Candidate(value="B", rule="final_marker", start=0, end=8, state=CandidateState.EXAMPLE)
    row = read_item_row(row_of(make_item("q"), candidates=(one,), reasoning_candidates=(one, one)))
    assert row.candidates == (one,)
    assert row.reasoning_candidates == (one, one)
    assert row.candidates[0].state is CandidateState.EXAMPLE


def test_what_an_item_does_not_have_is_empty_or_none(make_item: Make, row_of: RowOf) -> None:
    row = read_item_row(row_of(make_item("q", options={}, recorded=None)))
    assert (row.options, row.metadata, row.details) == ({}, {}, {})
    assert (row.images, row.findings, row.candidates, row.error_kinds) == ((), (), (), ())
    assert (row.recorded_all, row.image_size, row.pred_labels) == (None, None, None)
