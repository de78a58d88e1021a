"""The pictures of the tour, made from the bundled samples: `make pictures`. Never made or changed by hand."""

from __future__ import annotations

import io
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
REASONING = ROOT / "sample_runs" / "native_reasoning_audit"
GROUNDING = ROOT / "sample_runs" / "grounding"
PICTURES = ROOT / "docs" / "pictures"
SIZE = {"width": 1440, "height": 900}
NINE = "items?findings=recorded_incorrect_though_matching"


def open_export(page: Page) -> None:
    page.get_by_role("button", name="Export").click()
    expect(page.get_by_role("button", name="Download 9 items")).to_be_visible()


def leave(page: Page) -> None:
    del page


def try_faulty(page: Page) -> None:
    expect(page.locator(".trials")).not_to_contain_text("being tried")
    expect(page.locator(".flipped tbody tr")).to_have_count(9)


SHOTS: dict[str, tuple[Path, str, Callable[[Page], None]]] = {
    "overview": (REASONING, "", leave),
    "items": (REASONING, NINE, leave),
    "lanes": (REASONING, "lanes", leave),
    "policies": (REASONING, "policies?lane=b&try=ambiguity-fails-v0", try_faulty),
    "export": (REASONING, NINE, open_export),
    "annotations": (GROUNDING, "annotations?lane=a&item=point_set-2", leave),
}
"""Name of the picture -> the sample, what is opened, and what is done before it is taken."""


def main() -> None:
    """Take every picture in the light and the dark theme."""
    PICTURES.mkdir(exist_ok=True)
    for sample in dict.fromkeys(shot[0] for shot in SHOTS.values()):
        shots = {name: shot[1:] for name, shot in SHOTS.items() if shot[0] == sample}
        with serving(sample) as address, sync_playwright() as playwright:
            chromium = shutil.which("chromium") or shutil.which("google-chrome")
            flags = ["--no-sandbox", "--disable-gpu"]
            browser = playwright.chromium.launch(executable_path=chromium, args=flags)
            for mode in ("light", "dark"):
                context = browser.new_context(viewport=SIZE, color_scheme=mode, reduced_motion="reduce")
                for name, (path, prepare) in shots.items():
                    take(context.new_page(), f"{address}/{path}", prepare, PICTURES / f"{name}-{mode}.png")
                context.close()
            browser.close()


def take(page: Page, address: str, prepare: Callable[[Page], None], path: Path) -> None:
    """Take one picture and close its page."""
    page.goto(address)
    expect(page.locator(".root.header .lane")).to_have_count(2)
    page.wait_for_load_state("networkidle")
    prepare(page)
    page.wait_for_timeout(2_000)  # drawn to the end: charts, fonts, transitions
    save(page.screenshot(), path)
    page.close()


def save(png: bytes, path: Path) -> None:
    """Write a picture with few colours, which is what an interface has."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    # Coverage, not frequency: a colour that is seldom is a verdict, and has to stay.
    few = image.quantize(colors=256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB\n")


@contextmanager
def serving(sample: Path) -> Iterator[str]:
    """Yield the address of a server on a sample, with a cache of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "app.cli", "view", "--no-browser", "--port", str(port), str(sample)]
        server = subprocess.Popen(
            command,
            cwd=cache,
            env=os.environ | {"LANESCOPE_CACHE": cache, "LANESCOPE_CONFIG": cache, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            wait(address, server)
            yield address
        finally:
            server.terminate()
            server.wait(timeout=20)


def wait(address: str, server: subprocess.Popen[bytes]) -> None:
    """Return when the server answers.

    Raises:
        RuntimeError: it does not start.
    """
    until = time.monotonic() + 60
    while time.monotonic() < until and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


if __name__ == "__main__":
    main()
