import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.errors import AuditError
from scoring.rescore.cache import CACHE_VARIABLE, Limits, cache_folder, cached_audit, source_changed

ROOT = Path(__file__).parents[4]
Record = Callable[..., dict[str, object]]
WriteRun = Callable[..., Path]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the cache of each test to itself."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def run(write_run: WriteRun, record: Record) -> Path:
    return write_run([record(n) for n in range(3)])


def kept(cache: Path) -> list[str]:
    return sorted(path.name for path in (cache / "audits").iterdir())


def rescored(run: Path, **settings: object) -> bool:
    """Return whether the audit had to be made."""
    told: list[int] = []
    cached_audit(run, on_progress=lambda *numbers: told.extend(numbers), **settings)
    return bool(told)


def test_a_run_is_rescored_once(run: Path, cache: Path) -> None:
    assert cached_audit(run).count() == 3
    assert not rescored(run)
    assert len(kept(cache)) == 1


@pytest.mark.parametrize("settings", [{"policy": "first-match-v0"}, {"lane_fallback": True}], ids=str)
def test_another_setting_is_another_audit(run: Path, settings: dict[str, object]) -> None:
    cached_audit(run)
    assert rescored(run, **settings)
    assert not rescored(run, **settings)


def test_another_content_is_another_audit(run: Path, write_run: WriteRun, record: Record) -> None:
    cached_audit(run)
    write_run([record(0)])
    assert cached_audit(run).count() == 1


def test_the_same_content_in_another_folder_is_found_again(run: Path, tmp_path: Path) -> None:
    cached_audit(run)
    copy = tmp_path / "copy" / run.name
    copy.parent.mkdir()
    copy.write_bytes(run.read_bytes())
    assert not rescored(copy)


def test_a_cached_audit_tells_no_place_of_its_run(run: Path) -> None:
    assert cached_audit(run).info.run_folder is None


@pytest.mark.parametrize("damage", ["run.json", "items"])
def test_a_damaged_audit_is_made_anew(run: Path, damage: str) -> None:
    folder = cached_audit(run).folder
    assert folder is not None
    (broken,) = [path for path in folder.iterdir() if path.name.startswith(damage)]
    broken.write_bytes(b"nonsense")
    assert cached_audit(run).count() == 3


def test_what_was_used_least_recently_goes_first(cache: Path, write_run: WriteRun, record: Record) -> None:
    runs = [write_run([record(n)], f"{n}.json") for n in range(3)]
    for age, run in zip((300, 100, 200), runs, strict=True):
        folder = cached_audit(run).folder
        assert folder is not None
        then = folder.stat().st_mtime - age
        os.utime(folder, (then, then))
    cached_audit(write_run([record(3)], "3.json"), limits=Limits(n_audits=3))
    assert len(kept(cache)) == 3
    assert [rescored(run) for run in runs[1:]] == [False, False]
    assert rescored(runs[0])


def test_the_audit_just_made_is_kept_whatever_its_size(run: Path, cache: Path) -> None:
    cached_audit(run)
    assert cached_audit(run, policy="first-match-v0", limits=Limits(n_bytes=1)).count() == 3
    assert len(kept(cache)) == 1


def test_a_changed_file_is_noticed(run: Path, write_run: WriteRun, record: Record) -> None:
    audit = cached_audit(run)
    assert not source_changed(audit, run)
    os.utime(run, (0, 0))
    assert not source_changed(audit, run)
    write_run([record(n, "FINAL: B") for n in range(3)])
    assert source_changed(audit, run)


def test_a_missing_or_foreign_file_counts_as_changed(run: Path) -> None:
    audit = cached_audit(run)
    run.write_text("{}", encoding="utf-8")
    assert source_changed(audit, run)
    run.unlink()
    assert source_changed(audit, run)


def test_a_file_is_not_digested_again_while_path_size_and_time_stay(run: Path, cache: Path) -> None:
    cached_audit(run)
    (note,) = (cache / "digests").iterdir()
    note.write_text("0" * 64, encoding="ascii")
    assert rescored(run), "the noted digest decides, so another one leads to another audit"


def test_processes_may_ask_at_once(run: Path, cache: Path) -> None:
    code = (
        "import sys; from scoring.rescore.cache import cached_audit; print(cached_audit(sys.argv[1]).count())"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", code, str(run)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert [process.communicate()[0] for process in processes] == ["3\n"] * 3
    assert len(kept(cache)) == 1


def test_a_cache_that_cannot_be_written_is_told(run: Path, cache: Path) -> None:
    cache.write_text("in the way", encoding="utf-8")
    with pytest.raises(AuditError, match="expected a place to write"):
        cached_audit(run)


def test_without_a_setting_the_cache_lies_where_the_platform_keeps_caches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(CACHE_VARIABLE)
    assert cache_folder().name == "lanescope"


def test_the_cache_holds_audits_like_any_other(run: Path) -> None:
    folder = cached_audit(run).folder
    assert folder is not None
    assert json.loads((folder / "run.json").read_text(encoding="utf-8"))["kind"] == "lanescope-audit"
