from pathlib import Path

from scoring.loaders.inspect_archive import is_log, read_header, read_samples
from scoring.loaders.json_stream import Entry
from tests.unit.scoring.loaders.inspect_logs import header, sample, write_eval


def test_an_archive_with_header_or_start_is_a_log() -> None:
    assert is_log(["header.json"])
    assert is_log(["_journal/start.json"])
    assert not is_log(["samples/1_epoch_1.json"])


def test_an_unreadable_header_gives_way_to_the_start(tmp_path: Path) -> None:
    members = {"header.json": b'{"version": 2, "st', "_journal/start.json": {"eval": {"task": "t"}}}
    value, wrong = read_header(write_eval(tmp_path / "x.eval", members, head=None))
    assert value == {"eval": {"task": "t"}}
    assert "header.json" in str(wrong)


def test_samples_come_in_the_order_of_the_archive_without_journal_and_summaries(tmp_path: Path) -> None:
    members = {
        "_journal/summaries/1.json": [],
        "samples/9_epoch_1.json": sample(9),
        "samples/a_epoch_1/b_epoch_2.json": sample(1),
        "samples/other.json": {},
        "summaries.json": [],
    }
    found = list(read_samples(write_eval(tmp_path / "x.eval", members), None))
    assert [one.member for one in found] == ["samples/9_epoch_1.json", "samples/a_epoch_1/b_epoch_2.json"]
    assert all(isinstance(one.entry, Entry) for one in found)


def test_a_sample_nested_too_deep_is_a_flaw(tmp_path: Path) -> None:
    deep = b'{"id": 1, "metadata": ' + b"[" * 150 + b"]" * 150 + b"}"
    path = write_eval(tmp_path / "x.eval", {"samples/1_epoch_1.json": deep}, head=header())
    ((entry, _),) = read_samples(path, None)
    assert isinstance(entry, Entry)
    assert [flaw.kind for flaw in entry.flaws] == ["too_deep"]
