"""How fast run files are read and how much memory that takes: `make bench`."""

import json
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from scoring.loaders.archives import list_members, open_member
from scoring.loaders.registry import load_run

DATA = Path(__file__).parents[2].parent / "shared/data/runs/mmlu_pro"
pytestmark = pytest.mark.bench

# VmHWM, since ru_maxrss of a child begins at what its parent used.
PEAK = """
import re, sys
from pathlib import Path
from scoring.loaders.registry import load_run
n = sum(1 for _ in load_run(sys.argv[1]).read())
print(n, int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""


@pytest.fixture(scope="module")
def records() -> list[object]:
    if not DATA.is_dir():
        pytest.skip("the real run files are not here")
    files = sorted(DATA.glob("model_outputs_*.json"))
    return [record for path in files for record in json.loads(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("indent", [None, 2], ids=["one line", "indented"])
def test_items_a_second(tmp_path: Path, records: list[object], indent: int | None) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(records * 5, indent=indent))
    seconds = []
    for _ in range(5):
        start = time.process_time()
        n = sum(1 for _ in load_run(path).read())
        seconds.append(time.process_time() - start)
    print(f"\nread and built: {n / min(seconds):,.0f} items/s of {path.stat().st_size / n:,.0f} bytes")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
def test_peak_memory_of_a_gigabyte(tmp_path: Path, records: list[object]) -> None:
    path = tmp_path / "run.json"
    piece = json.dumps(records)[1:-1]
    with path.open("w") as file:
        file.write("[" + piece)
        while file.tell() < 1_000_000_000:
            file.write("," + piece)
        file.write("]")
    ran = subprocess.run([sys.executable, "-c", PEAK, str(path)], capture_output=True, text=True, check=True)
    n, megabytes = map(int, ran.stdout.split())
    path.unlink()
    print(f"\n1 GB, {n:,} records: peak {megabytes} MB")
    assert megabytes < 100


def test_speed_of_an_inspect_log(tmp_path: Path) -> None:
    folder = DATA.parent / "inspect/replayed_writer_0.3.285"
    if not folder.is_dir():
        pytest.skip("the real run files are not here")
    (source,) = folder.glob("*pYU7Prh.eval")
    samples = [open_member(source, one.name).read() for one in list_members(source) if "samples/" in one.name]
    path = tmp_path / "big.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for i, sample in enumerate(samples * 40):
            archive.writestr(f"samples/{i}_epoch_1.json", sample)
        archive.writestr("header.json", open_member(source, "header.json").read())
    n_bytes = sum(one.n_bytes for one in list_members(path))
    seconds = []
    for _ in range(3):
        start = time.process_time()
        n = sum(1 for _ in load_run(path).read())
        seconds.append(time.process_time() - start)
    print(f"\n.eval of {n:,} samples: {n_bytes / min(seconds) / 1e6:,.0f} MB/s of JSON, unpacked and built")
