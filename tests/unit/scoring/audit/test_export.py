import csv
import io
import json
from collections.abc import Callable

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.audit.export import (
    DEFAULT_GROUPS,
    EXPORT_GROUPS,
    ExportFormat,
    columns_of,
    export_items,
    safe_cell,
    write_csv,
    write_jsonl,
)
from scoring.audit.filter import Filter
from scoring.audit.query import Audit
from scoring.audit.schema import SCHEMA, TEXT_COLUMNS
from scoring.errors import ContractError
from scoring.records import Item

EVERY = columns_of(tuple(EXPORT_GROUPS))


@pytest.fixture
def audit(make_item: Callable[..., Item], make_audit: Callable[..., Audit]) -> Audit:
    return make_audit(
        [
            make_item("=1+1", category="@law"),
            make_item("q1", "FINAL: B", category="art", metadata={"n": float("nan"), "t": "+1"}),
            make_item("q2", None, category="art"),
        ],
        [["f", "g"]],
    )


def exported(audit: Audit, kind: ExportFormat, columns: tuple[str, ...] = EVERY, **how: object) -> bytes:
    out = io.BytesIO()
    n = export_items(audit, out, kind=kind, columns=columns, **how)
    assert not out.closed
    assert n == audit.count(how.get("where", Filter()))
    return out.getvalue()


def csv_rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


def values(data: bytes, kind: ExportFormat, column: str) -> list[object]:
    """Return one column of an export, read by other means than ours."""
    if kind is ExportFormat.CSV:
        return [row[column] for row in csv_rows(data)]
    if kind is ExportFormat.JSONL:
        return [json.loads(line)[column] for line in data.splitlines()]
    return list(pq.read_table(io.BytesIO(data))[column].to_pylist())


def test_every_column_of_an_audit_is_in_exactly_one_group() -> None:
    assert sorted(EVERY) == sorted([*SCHEMA.names, "change"])


def test_no_text_is_exported_unless_it_is_asked_for() -> None:
    assert set(columns_of(DEFAULT_GROUPS)).isdisjoint(TEXT_COLUMNS)


def test_an_unknown_group_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ContractError, match="keys"):
        columns_of(["keyz"])


def test_an_export_without_columns_is_refused(audit: Audit) -> None:
    with pytest.raises(ContractError, match="at least one column"):
        export_items(audit, io.BytesIO(), kind=ExportFormat.CSV, columns=())


@pytest.mark.parametrize("kind", ExportFormat)
def test_the_filter_and_the_order_of_the_table_hold(audit: Audit, kind: ExportFormat) -> None:
    how = {"where": Filter(category=("art",)), "sort": "item_id", "descending": True}
    data = exported(audit, kind, ("item_id",), **how)
    assert values(data, kind, "item_id") == ["q2", "q1"]


@pytest.mark.parametrize("kind", ExportFormat)
def test_more_items_than_are_read_at_once_come_whole_and_in_order(
    make_item: Callable[..., Item], make_audit: Callable[..., Audit], kind: ExportFormat
) -> None:
    audit = make_audit([make_item(str(n % 7)) for n in range(5_000)])
    data = exported(audit, kind, ("ordinal", "item_id"), sort="item_id")
    expected = sorted(range(5_000), key=lambda n: (n % 7, n))
    assert [int(str(n)) for n in values(data, kind, "ordinal")] == expected


def test_parquet_holds_the_types_and_values_of_the_audit(audit: Audit) -> None:
    table = pq.read_table(io.BytesIO(exported(audit, ExportFormat.PARQUET, tuple(SCHEMA.names))))
    assert table.to_pylist() == audit.table(columns=SCHEMA.names).to_pylist()
    assert [field.type for field in table.schema] == [field.type for field in SCHEMA]


def test_json_columns_are_values_and_not_text_in_text(audit: Audit) -> None:
    first, second, third = (json.loads(line) for line in exported(audit, ExportFormat.JSONL).splitlines())
    assert first["target"] == ["A"]
    assert first["findings"] == ["f", "g"]
    assert second["metadata"] == {"n": "NaN", "t": "+1"}
    assert third["content"] is None


def test_a_line_is_strict_json_whatever_a_column_holds() -> None:
    table = pa.table(
        {"score": [float("inf")], "metadata": ['{"a":"\\ud800","b":[-Infinity,18446744073709551617]}']}
    )
    out = io.BytesIO()
    write_jsonl(iter([table]), out)

    def refuse(name: str) -> None:
        raise AssertionError(name)

    line = json.loads(out.getvalue(), parse_constant=refuse)
    assert line == {"score": None, "metadata": {"a": "\ufffd", "b": ["-Infinity", 18446744073709551617]}}


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\tx",
        "\rx",
        "\nx",
        " =1",
        "\u00a0=1",
        "＝1",
        "＋1",
        "－1",
        "＠x",
        "'x",
    ],
)
def test_a_cell_that_could_start_a_formula_has_an_apostrophe_in_front(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "A", "1", "FINAL: A", "a=b", "x-1", "{}", '["=1"]'])
def test_any_other_cell_stays_as_it_is(text: str) -> None:
    assert safe_cell(text) == text


def test_no_cell_of_a_csv_file_starts_a_formula(audit: Audit) -> None:
    rows = csv_rows(exported(audit, ExportFormat.CSV))
    assert rows[0]["item_id"] == "'=1+1"
    assert rows[0]["category"] == "'@law"
    assert [c for row in rows for c in row.values() if c.startswith(("=", "+", "-", "@", "\t", "\r"))] == []


def test_numbers_of_a_csv_file_are_numbers_and_booleans_are_words() -> None:
    table = pa.table({"n": [-1], "x": [-0.5], "infinite": [float("-inf")], "yes": [True], "none": [None]})
    out = io.BytesIO()
    write_csv(iter([table]), out)
    assert out.getvalue() == b"n,x,infinite,yes,none\r\n-1,-0.5,'-inf,true,\r\n"


def test_an_empty_filter_result_is_a_file_with_its_columns(audit: Audit) -> None:
    nothing = Filter(category=("nowhere",))
    assert exported(audit, ExportFormat.CSV, ("item_id", "verdict"), where=nothing) == b"item_id,verdict\r\n"
    table = pq.read_table(io.BytesIO(exported(audit, ExportFormat.PARQUET, ("item_id",), where=nothing)))
    assert (table.column_names, table.num_rows) == (["item_id"], 0)
