from collections.abc import Callable

import pyarrow as pa
import pytest

from scoring.audit.counting import count_values, count_verdicts
from scoring.audit.database import Database
from scoring.audit.filter import Filter
from scoring.audit.summary import FacetValue
from scoring.errors import ContractError
from scoring.records import Item, Verdict

Make = Callable[..., Item]


@pytest.fixture
def database(make_item: Make, make_rows: Callable[..., pa.RecordBatch]) -> Database:
    items = [
        make_item("0", category="law"),
        make_item("1", category="law", recorded=Verdict.INCORRECT),
        make_item("2", category="art"),
    ]
    return Database(pa.Table.from_batches([make_rows(items, [["f", "g"], ["f"], []])]))


def counted(database: Database, where: Filter, *, ignoring_own: bool) -> dict[str, int]:
    values = count_values(database, where, ["category"], ignoring_own=ignoring_own)["category"]
    return {one.value: one.count for one in values}


def test_a_facet_may_ignore_its_own_restriction(database: Database) -> None:
    where = Filter(category=("law",))
    assert counted(database, where, ignoring_own=True) == {"law": 2, "art": 1}
    assert counted(database, where, ignoring_own=False) == {"law": 2}


def test_a_facet_follows_the_other_restrictions(database: Database) -> None:
    where = Filter(category=("art",), recorded_verdict=("incorrect",))
    assert counted(database, where, ignoring_own=True) == {"law": 1}


def test_each_finding_of_an_item_is_counted(database: Database) -> None:
    assert count_values(database, Filter(), ["findings"], ignoring_own=True)["findings"] == [
        FacetValue(value="f", count=2),
        FacetValue(value="g", count=1),
        FacetValue(value="~", count=1),
    ]


def test_no_facets_give_no_counts(database: Database) -> None:
    assert count_values(database, Filter(), [], ignoring_own=True) == {}


def test_an_unknown_facet_is_refused_with_those_allowed(database: Database) -> None:
    with pytest.raises(ContractError, match=r"expected a facet, got 'prompt'.*Allowed: category, domain"):
        count_values(database, Filter(), ["prompt"], ignoring_own=True)


def test_verdicts_are_counted_for_each_value(database: Database) -> None:
    assert count_verdicts(database, Filter(), "category") == [
        ("art", "correct", "correct", 1),
        ("law", "correct", "correct", 1),
        ("law", "incorrect", "correct", 1),
    ]
