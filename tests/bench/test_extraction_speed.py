"""The benchmark of extraction as part of `make bench`."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1800)]


def test_items_a_second_and_time_per_megabyte() -> None:
    script = Path(__file__).with_name("bench_extraction.py")
    subprocess.run([sys.executable, script], check=True)
