import json
from pathlib import Path

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.loaders.table_rows import MAX_COLUMNS, Table, open_table

ROWS = [{"id": i, "question": f"q{i}", "answer": "A"} for i in range(30)]
COLUMNS = ("id", "question", "answer")


def write(path: Path, kind: str) -> Path:
    if kind == "parquet":
        pq.write_table(pa.Table.from_pylist(ROWS), path)
    elif kind == "xlsx":
        book = openpyxl.Workbook()
        for line in [list(COLUMNS), *(list(row.values()) for row in ROWS)]:
            book.active.append(line)
        book.save(path)
    elif kind in ("csv", "tsv"):
        cut = "," if kind == "csv" else "\t"
        path.write_text(
            "\n".join(cut.join(map(str, line)) for line in [COLUMNS, *(r.values() for r in ROWS)])
        )
    elif kind == "jsonl":
        path.write_text("\n".join(map(json.dumps, ROWS)))
    else:
        path.write_text(json.dumps({"model": "m", "results": ROWS}))
    return path


@pytest.mark.parametrize("kind", ["csv", "tsv", "json", "jsonl", "parquet", "xlsx"])
def test_every_kind_of_table_has_columns_first_rows_and_rows(tmp_path: Path, kind: str) -> None:
    table = open_table(write(tmp_path / "x", kind))
    assert isinstance(table, Table)
    assert (table.kind, table.columns, len(table.first)) == (kind, COLUMNS, 20)
    rows = [row.entry.value for row in table.rows(None)]
    assert [str(row["id"]) for row in rows] == [str(row["id"]) for row in ROWS]
    assert [row["question"] for row in rows] == [row["question"] for row in ROWS]


def test_rows_by_id_at_the_top_of_a_document_are_found(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(json.dumps({str(i): row for i, row in enumerate(ROWS)}))
    table = open_table(tmp_path / "x")
    assert isinstance(table, Table)
    assert len(list(table.rows(None))) == 30


def test_objects_in_rows_give_columns_with_their_paths(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(json.dumps([{"id": 1, "n": 2, "doc": {"q": "?", "deep": {"er": 1}}}]))
    table = open_table(tmp_path / "x")
    assert isinstance(table, Table)
    assert table.columns == ("id", "n", "doc", "doc.q", "doc.deep", "doc.deep.er")


def test_a_table_of_very_many_columns_is_refused_quickly(tmp_path: Path) -> None:
    n = 100_000
    (tmp_path / "x.csv").write_text(",".join(f"c{i}" for i in range(n)) + "\n" + ",".join("1" * n))
    assert f"{n:,} columns, where {MAX_COLUMNS:,} are read" in str(open_table(tmp_path / "x.csv"))
    (tmp_path / "x.json").write_text(json.dumps([{f"c{i}": 1 for i in range(n)}]))
    assert f"{n:,} columns" in str(open_table(tmp_path / "x.json"))


def test_class_labels_are_read_by_name(tmp_path: Path) -> None:
    features = {"gold": {"_type": "ClassLabel", "names": ["A", "B"]}}
    metadata = {b"huggingface": json.dumps({"info": {"features": features}}).encode()}
    rows = pa.table({"gold": [1, 0, -1, None, 9], "text": list("vwxyz")})
    pq.write_table(rows.replace_schema_metadata(metadata), tmp_path / "x")
    table = open_table(tmp_path / "x")
    assert isinstance(table, Table)
    assert [row.entry.value["gold"] for row in table.rows(None)] == ["B", "A", None, None, 9]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "Git LFS pointer"),
        ("a,b\n", "a table without rows"),
        ("[]", "an empty list"),
        ("just words", "no table"),
    ],
)
def test_what_is_no_table_says_what_it_is(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "x").write_text(text)
    assert reason in str(open_table(tmp_path / "x"))


def test_memory_does_not_grow_with_the_table(tmp_path: Path) -> None:
    import tracemalloc

    with (tmp_path / "x.csv").open("w") as file:
        file.write("a,b\n" + ("x" * 50 + "," + "y" * 50 + "\n") * 100_000)
    table = open_table(tmp_path / "x.csv")
    assert isinstance(table, Table)
    tracemalloc.start()
    assert sum(1 for _ in table.rows(None)) == 100_000
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()
