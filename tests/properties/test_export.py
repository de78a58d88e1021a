"""Whatever an item holds, an export holds it, and no spreadsheet runs it."""

import csv
import io
import json

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from scoring.audit.export import write_csv, write_jsonl

CELLS = st.text() | st.text(alphabet="=+-@'\t\r\n\",;ab \x00＝")
TEXTS = st.lists(st.tuples(CELLS, CELLS), max_size=8)


def table_of(rows: list[tuple[str, str]]) -> pa.Table:
    one, other = ([row[i] for row in rows] for i in range(2))
    return pa.table({"one": pa.array(one, pa.string()), "other": pa.array(other, pa.string())})


@given(TEXTS)
def test_a_csv_cell_gives_its_text_back_without_the_one_apostrophe(rows: list[tuple[str, str]]) -> None:
    out = io.BytesIO()
    write_csv(iter([table_of(rows)]), out)
    read = list(csv.reader(io.StringIO(out.getvalue().decode(), newline="")))[1:]
    assert [tuple(cell.removeprefix("'") for cell in row) for row in read] == rows


@given(TEXTS)
def test_no_csv_cell_begins_like_a_formula(rows: list[tuple[str, str]]) -> None:
    out = io.BytesIO()
    write_csv(iter([table_of(rows)]), out)
    read = list(csv.reader(io.StringIO(out.getvalue().decode(), newline="")))
    assert not [
        cell for row in read for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    ]


@given(TEXTS)
def test_a_json_line_holds_the_texts_exactly(rows: list[tuple[str, str]]) -> None:
    out = io.BytesIO()
    write_jsonl(iter([table_of(rows)]), out)
    lines = [json.loads(line) for line in out.getvalue().decode().split("\n")[:-1]]
    assert [(line["one"], line["other"]) for line in lines] == rows
