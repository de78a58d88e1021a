import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.audit.header import RUN_JSON
from scoring.audit.info import AuditInfo
from scoring.audit.query import open_audit
from scoring.audit.schema import DICTIONARY_COLUMNS
from scoring.audit.store import AuditWriter, check_target
from scoring.errors import AuditError
from scoring.images.embedded import EmbeddedImage
from scoring.records import Item

ROOT = Path(__file__).parents[4]
Make = Callable[..., Item]
Write = Callable[..., Path]


@pytest.fixture
def write(
    tmp_path: Path,
    make_item: Make,
    make_rows: Callable[..., pa.RecordBatch],
    make_info: Callable[..., AuditInfo],
) -> Write:
    """Return a function that writes an audit of one item."""

    def make(target: Path = tmp_path / "audit", item_id: str = "q") -> Path:
        with AuditWriter(target) as writer:
            writer.write(make_rows([make_item(item_id)]))
            writer.finish(make_info(1))
        return target

    return make


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_nothing_but_the_whole_audit_is_left(write: Write, tmp_path: Path) -> None:
    target = write()
    assert names(tmp_path) == ["audit"]
    header, items = names(target)[::-1]
    assert header == RUN_JSON
    assert items == open_audit(target).info.items_file


def test_an_image_is_kept_once_and_goes_with_the_audit_that_named_it(
    tmp_path: Path, write: Write, make_info: Callable[..., AuditInfo]
) -> None:
    first, second = (EmbeddedImage(f"images/{name}.png", name.encode(), (1, 1)) for name in "ab")
    for images in ((first, first), (second,)):
        with AuditWriter(tmp_path / "audit") as writer:
            for image in images:
                writer.write_image(image)
            writer.finish(make_info(0))
        assert [(path.name, path.read_bytes()) for path in (tmp_path / "audit/images").iterdir()] == [
            (Path(images[0].path).name, images[0].data)
        ]
    write()
    assert list((tmp_path / "audit/images").iterdir()) == []


def test_each_batch_is_a_row_group(
    tmp_path: Path,
    make_item: Make,
    make_rows: Callable[..., pa.RecordBatch],
    make_info: Callable[..., AuditInfo],
) -> None:
    with AuditWriter(tmp_path / "audit") as writer:
        for n in range(3):
            writer.write(make_rows([make_item(str(n))]))
        info = writer.finish(make_info(3))
    assert pq.ParquetFile(tmp_path / "audit" / str(info.items_file)).num_row_groups == 3


def test_columns_are_compressed_and_few_values_have_a_dictionary(write: Write) -> None:
    group = pq.ParquetFile(next(write().glob("items-*.parquet"))).metadata.row_group(0)
    columns = [group.column(n) for n in range(group.num_columns)]
    assert {column.compression for column in columns} == {"ZSTD"}
    assert {c.path_in_schema for c in columns if c.has_dictionary_page} == set(DICTIONARY_COLUMNS)


def test_the_same_rows_give_the_same_bytes(write: Write, tmp_path: Path) -> None:
    one, other = write(tmp_path / "one"), write(tmp_path / "other")
    assert names(one) == names(other)
    assert [(one / name).read_bytes() for name in names(one)] == [
        (other / name).read_bytes() for name in names(one)
    ]


def test_nothing_is_left_when_the_work_fails(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), AuditWriter(tmp_path / "audit"):
        raise KeyboardInterrupt
    assert names(tmp_path) == []


def test_missing_folders_above_the_target_are_made(write: Write, tmp_path: Path) -> None:
    assert open_audit(write(tmp_path / "a" / "b" / "audit")).count() == 1


def test_an_empty_folder_is_filled(write: Write, tmp_path: Path) -> None:
    (tmp_path / "audit").mkdir()
    assert open_audit(write()).count() == 1


def test_an_audit_is_replaced(write: Write) -> None:
    write(item_id="old")
    assert open_audit(write(item_id="new")).item(0).item_id == "new"
    assert len(names(write(item_id="new"))) == 2


def test_an_audit_of_an_unknown_version_is_replaced(write: Write) -> None:
    header = write() / RUN_JSON
    header.write_text('{"kind": "lanescope-audit", "schema_version": 99}', encoding="utf-8")
    assert open_audit(write()).count() == 1


def test_an_audit_stays_as_it_was_when_its_successor_fails(write: Write, tmp_path: Path) -> None:
    target = write(item_id="old")
    with pytest.raises(KeyboardInterrupt), AuditWriter(target):
        raise KeyboardInterrupt
    assert open_audit(target).item(0).item_id == "old"
    assert names(tmp_path) == ["audit"]


def test_other_files_are_never_overwritten(write: Write, tmp_path: Path) -> None:
    target = tmp_path / "audit"
    target.mkdir()
    (target / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(AuditError, match=r"got other files, at .*Choose another folder"):
        write()
    assert names(target) == ["thesis.txt"]
    assert names(tmp_path) == ["audit"]


def test_the_current_folder_is_not_moved_away_under_whoever_stands_in_it(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    with pytest.raises(AuditError, match=r"got the current folder, at .*here\. Name a folder inside it"):
        write(Path())
    assert names(tmp_path) == ["here"]
    assert names(here) == []


def test_an_audit_in_the_current_folder_is_replaced(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(write(tmp_path / "here"))
    assert open_audit(write(Path(), item_id="other")).item(0).item_id == "other"


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "audit").write_text("mine", encoding="utf-8")
    with pytest.raises(AuditError, match="expected an audit, an empty folder or nothing"):
        check_target(tmp_path / "audit")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_place_that_may_not_be_written_is_told(write: Write, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(AuditError, match="expected a place to write, got Permission denied"):
        write()


def test_a_target_below_a_file_is_told(write: Write, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(AuditError, match="expected a place to write, got"):
        write(tmp_path / "file" / "audit")


def test_a_link_to_an_audit_is_written_through(write: Write, tmp_path: Path) -> None:
    write(tmp_path / "real", item_id="old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write(tmp_path / "link", item_id="new")
    assert open_audit(tmp_path / "real").item(0).item_id == "new"
    assert (tmp_path / "link").is_symlink()


HANG = """
import sys, time
from pathlib import Path
from scoring.audit.store import AuditWriter
writer = AuditWriter(Path(sys.argv[1]))
print("open", flush=True)
time.sleep(600)
"""


def hang(target: Path) -> subprocess.Popen[str]:
    """Start a process that is in the middle of writing that audit."""
    process = subprocess.Popen(
        [sys.executable, "-c", HANG, str(target)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def end(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate()


def test_what_a_killed_writer_left_is_no_audit_and_is_removed_by_the_next(
    write: Write, tmp_path: Path
) -> None:
    end(hang(tmp_path / "audit"))
    (left,) = names(tmp_path)
    assert left.startswith("audit.partial-")
    write()
    assert names(tmp_path) == ["audit"]


def test_what_a_living_writer_has_begun_is_spared(write: Write, tmp_path: Path) -> None:
    process = hang(tmp_path / "audit")
    try:
        write()
        assert len(names(tmp_path)) == 2
    finally:
        end(process)


def test_what_was_left_for_another_target_is_spared(write: Write, tmp_path: Path) -> None:
    end(hang(tmp_path / "audit2"))
    write(tmp_path / "audit")
    assert len(names(tmp_path)) == 2
