"""What a user gets who installs the wheel: outside the checkout, in an environment of its own."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]


class Installed(NamedTuple):
    bin: Path
    samples: Path
    home: Path

    def run(self, *words: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.bin / "lanescope", *map(str, words)],
            cwd=self.home,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )

    def environment(self) -> dict[str, str]:
        """No variable that could lead back to the checkout or to a user's own settings."""
        return {"HOME": str(self.home), "LANESCOPE_CACHE": str(self.home / "cache"), "PATH": os.defpath}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    home = tmp_path_factory.mktemp("home")
    environment = home / "environment"
    venv.create(environment, with_pip=True)
    bin_folder = environment / ("Scripts" if os.name == "nt" else "bin")
    command = [
        bin_folder / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "-c",
        ROOT / "constraints.txt",
        wheel,
    ]
    pip = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
    assert pip.returncode == 0, pip.stderr
    (samples,) = environment.glob("lib/*/site-packages/app/sample_runs")
    return Installed(bin_folder, samples, home)


def test_the_wheel_carries_both_packages_types_settings_samples_and_license(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        "app/main.py",
        "app/.streamlit/config.toml",
        "app/sample_runs/native_reasoning_audit/MANIFEST.json",
        "app/sample_runs/native_reasoning_audit/lane_a.json",
        "app/sample_runs/native_reasoning_audit/lane_b.json",
        "scoring/py.typed",
    }
    assert wanted - names == set()
    assert [name for name in names if name.endswith("licenses/LICENSE")]


def test_the_wheel_carries_everything_that_lies_beside_the_code(wheel: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "app", "scoring", "sample_runs"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    expected = {re.sub("^sample_runs/", "app/sample_runs/", name) for name in tracked}
    assert expected - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_nothing_else_gets_into_the_wheel(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"app", "scoring"}


def test_formats_are_listed(installed: Installed) -> None:
    ran = installed.run("formats")
    assert ran.returncode == 0, ran.stderr
    assert "oc-llm" in ran.stdout


def test_a_bundled_sample_is_rescored(installed: Installed) -> None:
    sample = installed.samples / "native_reasoning_audit/lane_b.json"
    ran = installed.run("rescore", sample, "-o", installed.home / "audit", "--json")
    assert ran.returncode == 0, ran.stderr
    summary = json.loads(ran.stdout)["summary"]
    assert (summary["recorded"]["correct"], summary["rescored"]["correct"], summary["n"]) == (188, 197, 210)


@pytest.fixture
def server(installed: Installed) -> Iterator[str]:
    """Start `lanescope` without a path; give the address of its dashboard."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = installed.home / "server.log"
    with (
        log.open("w") as output,
        subprocess.Popen(
            [installed.bin / "lanescope", "--no-browser", "--port", str(port)],
            cwd=installed.home,
            # Lets the test drive the app over HTTP; never on in what we ship.
            env=installed.environment() | {"STREAMLIT_SERVER_ENABLE_AGENT_API": "true"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        address = f"http://127.0.0.1:{port}"
        try:
            wait_until_healthy(address, process, log)
            yield address
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=20)


def wait_until_healthy(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        assert process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5) as answer:
                assert answer.read() == b"ok"
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"the server did not answer within 30 s: {log.read_text()}")


def test_lanescope_without_a_path_opens_the_samples(server: str, installed: Installed) -> None:
    request = urllib.request.Request(
        f"{server}/_stcore/agent/interact", data=b"{}", headers={"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        page = answer.read().decode()
    assert json.loads(page)["status"] == "ready", (installed.home / "server.log").read_text()
    assert "197" in page
    assert "188" in page
