"""A real server on a free port and a real browser, shared by the tests of a file."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_runs" / "native_reasoning_audit"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
STARTED_WITHIN_SECONDS = 60
# As patient as clicks are: a busy machine is no failure.
expect.set_options(timeout=20_000)

Serve = Callable[..., str]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)


def _chromium() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        reason = "no Chromium on the PATH; on Debian: apt install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = _chromium()
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def serve(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Serve]:
    """Return what starts a server on the given paths and returns its address; all stop at the end."""
    servers = []
    cache = tmp_path_factory.mktemp("cache")

    def start(*paths: Path) -> str:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        log = cache / f"{port}.log"
        command = [
            sys.executable,
            "-m",
            "app.cli",
            "view",
            "--no-browser",
            "--port",
            str(port),
            *map(str, paths),
        ]
        with log.open("wb") as output:
            server = subprocess.Popen(
                command,
                cwd=cache,
                env=os.environ
                | {
                    "LANESCOPE_CACHE": str(cache),
                    "LANESCOPE_CONFIG": str(cache / "config"),
                    "PYTHONPATH": str(ROOT),
                },
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        servers.append(server)
        address = f"http://127.0.0.1:{port}"
        _wait(server, address, log)
        return address

    yield start
    for server in servers:
        server.terminate()
    for server in servers:
        server.wait(timeout=20)


def _wait(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    until = time.monotonic() + STARTED_WITHIN_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"the server did not start: {log.read_text()}")


@pytest.fixture(scope="module")
def sample_server(serve: Serve) -> str:
    return serve(SAMPLES)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser of its own, as a colleague has: no storage, no cookies."""
    opened = browser.new_context(viewport={"width": 1440, "height": 900})
    opened.set_default_timeout(20_000)
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
