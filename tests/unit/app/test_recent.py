from pathlib import Path

import pytest

from app.recent import MAX_RECENT, Recent, read_recent, remember


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LANESCOPE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def run(n: int) -> Recent:
    return Recent(id=f"{n:012x}", name=f"run {n}", path=f"/runs/{n}.json", format="oc-llm")


def test_the_run_opened_last_comes_first() -> None:
    remember(run(1))
    remember(run(2))
    assert read_recent() == (run(2), run(1))


def test_a_run_is_listed_once_by_its_path() -> None:
    remember(run(1))
    remember(run(2))
    changed = Recent(id="f" * 12, name="changed", path=run(1).path, format="oc-llm")
    remember(changed)
    assert read_recent() == (changed, run(2))


def test_the_runs_opened_longest_ago_are_forgotten() -> None:
    for n in range(MAX_RECENT + 3):
        remember(run(n))
    assert len(read_recent()) == MAX_RECENT
    assert read_recent()[-1] == run(3)


def test_nothing_is_remembered_where_the_cache_cannot_be_written(cache: Path) -> None:
    cache.write_text("a file, no folder")
    remember(run(1))
    assert read_recent() == ()


@pytest.mark.parametrize("content", [b"", b"[", b"{}", b"[1]", b'[{"id": 1}]', b"\xff", b'[{"id": "x"}]'])
def test_a_damaged_file_is_an_empty_list(cache: Path, content: bytes) -> None:
    cache.mkdir()
    (cache / "recent.json").write_bytes(content)
    assert read_recent() == ()
