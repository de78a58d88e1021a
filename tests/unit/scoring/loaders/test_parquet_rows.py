import datetime as dt
import io
import tracemalloc
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from scoring.images.embedded import EmbeddedImage
from scoring.loaders.fields import Fields
from scoring.loaders.json_stream import Stop
from scoring.loaders.parquet_rows import read_columns, read_rows, read_table_items
from scoring.records import Item, Problem, TaskType


def png(width: int = 30, height: int = 20) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height)).save(file, "PNG")
    return file.getvalue()


def write(folder: Path, rows: list[dict], **options: object) -> Path:
    pq.write_table(pa.Table.from_pylist(rows), folder / "x.parquet", **options)
    return folder / "x.parquet"


def values(path: Path) -> list[object]:
    return [row.entry.value for row in read_rows(path)]


def test_rows_come_in_order_with_their_number_and_no_line(tmp_path: Path) -> None:
    path = write(tmp_path, [{"id": n} for n in range(2500)], row_group_size=700)
    entries = [row.entry for row in read_rows(path)]
    assert [(entry.value, entry.nth, entry.line) for entry in entries] == [
        ({"id": n}, n, None) for n in range(2500)
    ]


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (dt.date(2026, 1, 2), "2026-01-02"),
        (float("inf"), "inf"),
        (0.5, 0.5),
        (True, True),
        ({"a": [1, None]}, {"a": [1, None]}),
        (pa.scalar(2**63, pa.uint64()), str(2**63)),
    ],
    ids=str,
)
def test_values_are_those_that_a_json_record_may_hold(tmp_path: Path, value: object, plain: object) -> None:
    assert values(write(tmp_path, [{"x": value}])) == [{"x": plain}]


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (png(), "{}"),
        ([png()], ["{}"]),
        ([{"bytes": png(), "path": "a.png"}], [{"path": "{}"}]),
        ({"bytes": png(), "path": None}, {"path": "{}"}),
    ],
    ids=["bytes", "list", "list of structs", "struct"],
)
def test_an_embedded_image_is_put_aside_and_its_path_stands_in_its_place(
    tmp_path: Path, value: object, plain: object
) -> None:
    (row,) = read_rows(write(tmp_path, [{"image": value}]))
    (image,) = row.images
    assert image.data == png()
    assert image.size == (30, 20)
    assert str(row.entry.value["image"]) == str(plain).replace("{}", image.path)


def test_a_struct_without_bytes_keeps_its_path(tmp_path: Path) -> None:
    rows = [{"image": {"bytes": None, "path": "a.png"}}, {"image": {"bytes": png(), "path": None}}]
    first, _ = read_rows(write(tmp_path, rows))
    assert (first.entry.value, first.images) == ({"image": {"path": "a.png"}}, ())


def test_progress_ends_at_the_size_of_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, [{"id": n} for n in range(10)])
    seen: list[int] = []
    list(read_rows(path, seen.append))
    assert seen[-1] == path.stat().st_size


def test_what_stands_before_a_damage_is_read_and_the_damage_told(tmp_path: Path) -> None:
    path = write(tmp_path, [{"id": f"{n:0200}"} for n in range(3000)], row_group_size=1000)
    at = pq.ParquetFile(path).metadata.row_group(1).column(0).data_page_offset
    whole = path.read_bytes()
    path.write_bytes(whole[:at] + b"\xff" * 64 + whole[at + 64 :])
    *rows, stop = read_rows(path)
    assert len(rows) == 1000
    assert isinstance(stop, Stop)
    assert (stop.kind, stop.nth) == ("damaged_table", 1000)


def test_the_columns_of_a_file_or_why_there_are_none(tmp_path: Path) -> None:
    path = write(tmp_path, [{"a": 1, "b": 2}])
    assert read_columns(path) == ("a", "b")
    path.write_bytes(path.read_bytes()[:-8])
    assert "cannot be read" in read_columns(path)


def to_item(fields: Fields, embedded: object) -> Item | None:
    if fields.text("id") is None:
        fields.tell("malformed_record", "expected an id, got none", "$.id")
        return None
    return Item(item_id=str(fields.get("id")), task_type=TaskType.TRACE, images=tuple(embedded))


def test_an_item_comes_behind_its_images_and_a_row_without_item_brings_none(tmp_path: Path) -> None:
    path = write(tmp_path, [{"id": "a", "image": png()}, {"id": None, "image": png(40)}])
    image, item, problem = read_table_items(path, tmp_path, to_item)
    assert isinstance(image, EmbeddedImage)
    assert isinstance(item, Item)
    assert item.images == (image.path,)
    assert isinstance(problem, Problem)
    assert (problem.file, problem.index, problem.line, problem.skipped) == ("x.parquet", 1, None, True)


def test_ten_times_the_rows_take_no_more_memory(tmp_path: Path) -> None:
    peaks = []
    for n in (100, 1000):
        rows = [{"id": str(i), "image": i.to_bytes(4, "big") * 5000} for i in range(n)]
        path = write(tmp_path, rows, row_group_size=50)
        before = pa.total_allocated_bytes()
        tracemalloc.start()
        in_arrow = max(pa.total_allocated_bytes() - before for _ in read_rows(path))
        peaks.append(in_arrow + tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]
