from collections.abc import Callable

import pyarrow as pa
import pytest

from scoring.audit.database import Database
from scoring.audit.filter import Filter
from scoring.audit.neighbours import Neighbours, find_neighbours, is_int64
from scoring.errors import ContractError
from scoring.records import Item


@pytest.fixture
def database(make_item: Callable[..., Item], make_rows: Callable[..., pa.RecordBatch]) -> Database:
    """Four items of the categories b, a, none, b."""
    items = [make_item(str(n), category=name) for n, name in enumerate(["b", "a", None, "b"])]
    return Database(pa.Table.from_batches([make_rows(items)]))


@pytest.mark.parametrize(
    ("descending", "expected"),
    [(False, [(None, 0), (1, 3), (0, 2), (3, None)]), (True, [(None, 3), (0, 1), (3, 2), (1, None)])],
)
def test_the_order_is_that_of_the_table(
    database: Database,
    descending: bool,  # noqa: FBT001
    expected: list[tuple[int | None, int | None]],
) -> None:
    order = [0, 3, 1, 2] if descending else [1, 0, 3, 2]
    found = [
        find_neighbours(database, Filter(), ordinal, sort="category", descending=descending)
        for ordinal in order
    ]
    assert found == [Neighbours(*around, place + 1, 4) for place, around in enumerate(expected)]


def test_an_item_outside_the_filter_has_neighbours_but_no_position(database: Database) -> None:
    found = find_neighbours(database, Filter(category=("b",)), 1, sort="ordinal", descending=False)
    assert found == Neighbours(previous=0, next=3, position=None, total=2)


def test_an_item_that_is_not_there_has_none(database: Database) -> None:
    for ordinal in (9, -1, 2**70):
        assert find_neighbours(database, Filter(), ordinal, sort="ordinal", descending=False) is None


def test_an_unknown_column_is_refused(database: Database) -> None:
    with pytest.raises(ContractError, match="expected a column"):
        find_neighbours(database, Filter(), 0, sort="nonsense", descending=False)


@pytest.mark.parametrize(
    ("number", "expected"),
    [(0, True), (2**63 - 1, True), (2**63, False), (-(2**63), True), (-(2**63) - 1, False)],
)
def test_only_what_fits_64_bits_can_be_an_ordinal(number: int, expected: bool) -> None:  # noqa: FBT001
    assert is_int64(number) is expected
