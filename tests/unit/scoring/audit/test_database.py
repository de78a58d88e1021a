from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.audit.database import Database
from scoring.errors import AuditError
from scoring.records import Item

Make = Callable[..., Item]
MakeRows = Callable[..., pa.RecordBatch]


@pytest.fixture
def table(make_item: Make, make_rows: MakeRows) -> pa.Table:
    return pa.Table.from_batches([make_rows([make_item("0"), make_item("1")])])


@pytest.fixture
def file(table: pa.Table, tmp_path: Path) -> Path:
    path = tmp_path / "items.parquet"
    pq.write_table(table, path)
    return path


def test_a_file_and_a_table_give_the_same_answers(table: pa.Table, file: Path) -> None:
    for database in (Database(table), Database(file)):
        sql = f"SELECT item_id FROM {database.items} ORDER BY ordinal"
        assert database.ask(sql, {}) == [("0",), ("1",)]
        assert database.ask_table(sql, {}).to_pylist() == [{"item_id": "0"}, {"item_id": "1"}]


@pytest.mark.parametrize("name", ["we[i]rd *?", "it's {a,b}", '"quoted"', "日本"])
def test_the_folder_may_have_any_name(file: Path, name: str) -> None:
    folder = file.parent / name
    folder.mkdir()
    moved = file.rename(folder / file.name)
    database = Database(moved)
    assert database.ask(f"SELECT count(*) FROM {database.items}", {}) == [(2,)]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_text('{other}')",
        "COPY (SELECT 1) TO '{other}'",
        "ATTACH '{other}'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "SET threads = 1",
    ],
)
def test_no_query_reaches_beyond_the_file(table: pa.Table, file: Path, tmp_path: Path, sql: str) -> None:
    other = tmp_path / "other.txt"
    other.write_text("secret", encoding="utf-8")
    for rows in (table, file):
        with pytest.raises(AuditError):
            Database(rows).ask(sql.format(other=other), {})
    assert other.read_text(encoding="utf-8") == "secret"


def test_a_file_that_has_gone_is_told_with_a_cure(file: Path) -> None:
    database = Database(file)
    file.unlink()
    with pytest.raises(AuditError, match=r"its items file has gone, at .*items.parquet. Open it again"):
        database.ask(f"SELECT * FROM {database.items}", {})


def test_a_closed_database_answers_with_our_error(table: pa.Table) -> None:
    database = Database(table)
    database.close()
    with pytest.raises(AuditError):
        database.ask("SELECT 1", {})
