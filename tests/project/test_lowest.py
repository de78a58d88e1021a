"""The lower bounds in pyproject.toml are kept by running the unit tests on them."""

import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINS = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
RUNNERS = [
    pin for pin in PINS if pin.startswith(("pytest==", "pytest-timeout==", "hypothesis==", "playwright=="))
]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(sys.version_info >= (3, 12), reason="the lowest versions have wheels for Python 3.11")
def test_the_lowest_versions_that_are_allowed_work(tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv/bin/python"
    lowest = [requirement.replace(">=", "==") for requirement in PROJECT["dependencies"]]
    pip = [python, "-m", "pip", "install", "--quiet", *lowest, *RUNNERS]
    installed = subprocess.run(pip, capture_output=True, text=True, check=False)
    assert installed.returncode == 0, installed.stderr
    tests = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/unit"]
    ran = subprocess.run(tests, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-5000:]
