from pathlib import Path

import pytest

from scoring.loaders.delimited import Head, read_delimited, read_header, unique_names
from scoring.loaders.parquet_rows import Row


def rows(path: Path, text: str | bytes):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    head = read_header(path)
    assert not isinstance(head, str), head
    return list(read_delimited(path, head))


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
def test_cells_stay_the_texts_they_are(tmp_path: Path, delimiter: str) -> None:
    lines = [["a", "b"], ["None", "NA"], ["1.0", "007"], ["", "[1]"]]
    found = rows(tmp_path / "x", "\n".join(delimiter.join(line) for line in lines))
    assert [row.entry.value for row in found] == [
        {"a": "None", "b": "NA"},
        {"a": "1.0", "b": "007"},
        {"a": "", "b": "[1]"},
    ]


def test_places_are_lines_of_the_file_though_cells_span_lines(tmp_path: Path) -> None:
    found = rows(tmp_path / "x", 'a,b\r\n"one\ntwo",1\r\n\r\nx,2\r\n')
    assert [(row.entry.line, row.entry.nth, row.entry.value["a"]) for row in found] == [
        (2, 0, "one\ntwo"),
        (5, 1, "x"),
    ]


def test_a_row_of_another_length_is_told(tmp_path: Path) -> None:
    found = rows(tmp_path / "x", "a,b,c\n1,2\n1,2,3,4,5\n")
    assert [[flaw.kind for flaw in row.entry.flaws] for row in found] == [["missing_cells"], ["extra_cells"]]
    assert found[1].entry.value["extra_cells"] == ["4", "5"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_in_its_encoding(tmp_path: Path, encoding: str) -> None:
    (row,) = rows(tmp_path / "x", "größe,b\nß,ü\n".encode(encoding))
    assert row.entry.value == {"größe": "ß", "b": "ü"}


def test_bytes_of_another_encoding_are_replaced_and_told(tmp_path: Path) -> None:
    (row,) = rows(tmp_path / "x", b"a,b\nf\xfcr,x\n")
    assert row.entry.value["a"] == "f\ufffdr"
    assert [flaw.kind for flaw in row.entry.flaws] == ["invalid_text"]


def test_an_open_quote_ends_with_the_file(tmp_path: Path) -> None:
    found = rows(tmp_path / "x", 'a,b\n1,2\n3,"four\nfive')
    assert [isinstance(row, Row) for row in found] == [True, True]
    assert found[1].entry.value["b"] == "four\nfive"


def test_columns_of_one_name_or_none_are_told_apart() -> None:
    assert unique_names(["a", "", "a", " a "]) == ("a", "column 2", "a (2)", "a (3)")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("one column\nx\n", "no table"),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:ab,c\n", "Git LFS pointer"),
        ("a," * 3_000_000, "without end"),
        ("", "no table"),
    ],
)
def test_what_is_no_table_says_so(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "x").write_text(text)
    assert reason in str(read_header(tmp_path / "x"))


def test_a_column_named_twice_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("id,answer,answer,response\n1,A,B,A\n2,A,B,A\n")
    head = read_header(path)
    assert isinstance(head, Head)
    first, second = (row.entry for row in read_delimited(path, head) if isinstance(row, Row))
    assert [flaw.kind for flaw in first.flaws] == ["duplicate_column"]
    assert second.flaws == ()
    assert first.value == {"id": "1", "answer": "A", "answer (2)": "B", "response": "A"}
