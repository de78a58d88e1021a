import datetime as dt
from pathlib import Path

import openpyxl
import pytest

from scoring.loaders.json_stream import Stop
from scoring.loaders.sheets import LONGEST_CELL, is_workbook, read_sheet


def book(path: Path, *lines: list[object]) -> Path:
    made = openpyxl.Workbook()
    for line in lines:
        made.active.append(line)
    made.save(path)
    return path


def test_rows_come_as_records_with_their_lines(tmp_path: Path) -> None:
    path = book(tmp_path / "x.xlsx", ["id", "text", None], [1, "None", True], [], [2, 2.5, None])
    assert is_workbook(path) == ""
    assert [(row.entry.line, row.entry.value) for row in read_sheet(path)] == [
        (2, {"id": 1, "text": "None", "column 3": True}),
        (4, {"id": 2, "text": 2.5, "column 3": None}),
    ]


def test_dates_are_text(tmp_path: Path) -> None:
    (row,) = read_sheet(book(tmp_path / "x", ["d", "e"], [dt.date(2024, 1, 2), 1]))
    assert row.entry.value["d"].startswith("2024-01-02")


def test_a_text_as_long_as_a_cell_can_be_is_told(tmp_path: Path) -> None:
    (row,) = read_sheet(book(tmp_path / "x", ["a", "b"], ["x" * LONGEST_CELL, "y"]))
    assert [(flaw.kind, flaw.path) for flaw in row.entry.flaws] == [("cut_cell", "$.a")]


def test_a_damaged_workbook_is_told(tmp_path: Path) -> None:
    path = book(tmp_path / "x.xlsx", ["a", "b"], *([str(i), str(i * i)] for i in range(3000)))
    content = bytearray(path.read_bytes())
    at = content.index(b"xl/worksheets/sheet1.xml") + 200
    content[at : at + 400] = b"\x00" * 400
    path.write_bytes(content)
    assert isinstance(list(read_sheet(path))[-1], Stop)


def test_another_archive_is_no_workbook(tmp_path: Path) -> None:
    import zipfile

    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("a.json", "{}")
    assert is_workbook(tmp_path / "x.zip") == "an archive without a workbook"


@pytest.mark.parametrize("lines", [[], [["a", "b"]]])
def test_a_workbook_without_rows_has_none(tmp_path: Path, lines: list[list[object]]) -> None:
    assert list(read_sheet(book(tmp_path / "x", *lines))) == []


def test_a_column_named_twice_is_told_once(tmp_path: Path) -> None:
    first, second = read_sheet(book(tmp_path / "x", ["id", "a", "a"], [1, "x", "y"], [2, "x", "y"]))
    assert ([flaw.kind for flaw in first.entry.flaws], second.entry.flaws) == (["duplicate_column"], ())
