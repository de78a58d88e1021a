"""How fast files of records become items, beside what orjson alone needs for the same file: `make bench`."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.loader_records import LINES, SIZES, write_lines, write_opencompass

N_BYTES = 24_000_000
pytestmark = pytest.mark.bench

# In a process of its own, so that the peak of memory is that of the file. Turns alternate: both
# figures meet the same machine. VmHWM is the peak of the process.
MEASURE = """
import re, sys, time
from pathlib import Path
import orjson
from scoring.loaders.registry import load_run
path, by_line = Path(sys.argv[1]), sys.argv[2] == "lines"

def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

def items():
    return sum(1 for one in load_run(path).read() if hasattr(one, "response"))

def alone():
    with path.open("rb") as file:
        if not by_line:
            orjson.loads(file.read())
            return
        for line in file:
            orjson.loads(line)

def timed(call):
    start = time.process_time()
    call()
    return time.process_time() - start

next(iter(load_run(path).read()))
before = peak()
n_items = items()
grown = peak() - before
turns = [(timed(items), timed(alone)) for _ in range(5)]
print(load_run(path).info.format, n_items, grown, *(min(seconds) for seconds in zip(*turns)))
"""


def _measure(path: Path, name: str, size: str, n_records: int, layout: str) -> None:
    command = [sys.executable, "-c", MEASURE, str(path), layout]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    format_name, n_items, grown, ours, alone = ran.stdout.split()
    assert format_name == name
    n_bytes = path.stat().st_size
    path.unlink()
    speed = n_bytes / float(ours) / 1e6
    print(
        f"\n{name:16} {size:6} {n_bytes / n_records:6,.0f} B/record {int(n_items):7,} items "
        f"{speed:5.0f} MB/s, {float(ours) / float(alone):5.1f} x orjson alone, memory +{grown} MB",
        end="",
    )


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", LINES)
def test_lines_to_items(tmp_path: Path, name: str, size: str) -> None:
    path = tmp_path / "run.jsonl"
    _measure(path, name, size, write_lines(path, name, size, N_BYTES), "lines")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
@pytest.mark.parametrize("size", SIZES)
def test_one_indented_object_to_items(tmp_path: Path, size: str) -> None:
    path = tmp_path / "run.json"
    _measure(path, "opencompass", size, write_opencompass(path, size, N_BYTES), "whole")
