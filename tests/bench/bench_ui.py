"""Time and bytes of the Items page in a browser, at 12,000 items in each of two lanes.

Prints, for item steps and filter changes, the median and the 95th percentile from key press or click to
the new content painted, and what was received. `make bench-ui` runs it; it needs Chromium on the PATH.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

ROOT = Path(__file__).parents[2]
N_ITEMS = 12_000
STEPS = 60
FINDING = "recorded_incorrect_though_matching"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

# Waits for a real key or click, then for other content, then for the frame that shows it.
ARM = """() => {
  const inside = (panel, part) => [...document.querySelectorAll('*')].flatMap(e => e.shadowRoot ?? [])
    .map(root => root.querySelector(`.root.${panel} ${part}`)).find(Boolean)?.textContent
  const state = (what) => what === 'step' ? inside('item', '.id')
    : [inside('table', '.count'), inside('item', '.place')].join()
  // Content of a filter is there when table and item speak of the same number of items.
  const settled = (what) => what === 'step'
    || inside('table', '.count').split(' ')[0] === inside('item', '.place').split(' of ')[1]
  window.measure = (what) => {
    const before = state(what)
    window.measured = new Promise((resolve) => {
      const begin = (event) => {
        removeEventListener('keydown', begin, true)
        removeEventListener('pointerdown', begin, true)
        const look = () => state(what) !== before && settled(what)
          ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - event.timeStamp)))
          : requestAnimationFrame(look)
        requestAnimationFrame(look)
      }
      addEventListener('keydown', begin, true)
      addEventListener('pointerdown', begin, true)
    })
  }
}"""


class Received:
    """Bytes that the browser received, over HTTP and over the WebSocket."""

    def __init__(self, session: CDPSession) -> None:
        self.n_bytes = 0
        session.send("Network.enable")
        session.on("Network.loadingFinished", lambda e: self._add(e["encodedDataLength"]))
        session.on("Network.webSocketFrameReceived", lambda e: self._add(_size(e["response"])))

    def _add(self, n: float) -> None:
        self.n_bytes += int(n)

    def take(self) -> int:
        taken, self.n_bytes = self.n_bytes, 0
        return taken


def _size(frame: dict) -> int:
    # Binary frames are told as base64.
    return len(frame["payloadData"]) * 3 // 4 if frame["opcode"] == 2 else len(frame["payloadData"])


def _record(i: int, lane: str) -> dict:
    letter = "ABCD"[(i + (lane == "b" and i % 5 == 0)) % 4]
    return {
        "task_id": f"item_{i:05d}",
        "category": f"category {i % 14}",
        "prompt": f"Question {i}? " * 40,
        "options": {label: f"option {label} of {i}" for label in "ABCD"},
        "expected_answer": "ABCD"[i % 4],
        "extracted_final_answer": letter,
        "extraction_method": "final_colon_letter",
        "ambiguity_flag": i % 7 == 0,
        "raw_content": f"Let us see. {'It follows. ' * 30}\nFINAL: {letter}",
        "raw_reasoning": "A thought about it. " * 120 + "FINAL: A or FINAL: B?",
        "scoring_decision": {"correct": i % 3 == 0, "required_substrings": None},
        "correct": i % 3 == 0,
    }


def _write_runs(folder: Path, n: int) -> None:
    for lane in "ab":
        run = {"lane": lane, "tasks": [_record(i, lane) for i in range(n)]}
        (folder / f"lane_{lane}.json").write_text(json.dumps(run))


@contextmanager
def _server(runs: Path, cache: Path, port: int) -> Iterator[str]:
    command = [sys.executable, "-m", "app.cli", "view", "--no-browser", "--port", str(port), str(runs)]
    env = os.environ | {
        "LANESCOPE_CACHE": str(cache),
        "LANESCOPE_CONFIG": str(cache),
        "PYTHONPATH": str(ROOT),
    }
    with (cache / "server.log").open("wb") as log:
        server = subprocess.Popen(command, cwd=cache, env=env, stdout=log, stderr=subprocess.STDOUT)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=20)


def _times(page: Page, what: str, acts: list, received: Received, pause_ms: int) -> None:
    times, sizes = [], []
    for act in acts:
        page.wait_for_timeout(pause_ms)
        received.take()
        page.evaluate("what => window.measure(what)", "filter" if what.startswith("filter") else "step")
        act()
        times.append(page.evaluate("() => window.measured"))
        page.wait_for_timeout(pause_ms)
        sizes.append(received.take())
    times.sort()
    p95 = times[int(0.95 * (len(times) - 1))]
    largest = f", {max(sizes) / 1000:.0f} kB at most" if pause_ms else ""
    print(f"{what}: median {statistics.median(times):.0f} ms, p95 {p95:.0f} ms (n={len(times)}){largest}")


def _first_page(page: Page, address: str, received: Received, name: str) -> None:
    received.take()
    begun = time.perf_counter()
    page.goto(address)
    page.locator(".root.item .id, .root.overview .lead").first.wait_for()
    took = time.perf_counter() - begun
    page.wait_for_timeout(1500)
    print(f"{name}: {took:.2f} s, {received.take() / 1e6:.2f} MB")


def _click(page: Page, facet: str) -> object:
    return lambda: page.locator(f".facets [data-keep='facet:{facet}']").click()


def _measure(page: Page, address: str, received: Received) -> None:
    page.goto(address)
    page.locator(".root.overview .lead").first.wait_for(timeout=300_000)
    _first_page(page, address, received, "first page, Overview")
    _first_page(page, f"{address}/items", received, "first page, Items")
    page.evaluate(ARM)
    press = [lambda: page.keyboard.press("j")] * STEPS
    _times(page, "item step, after a look", press, received, 300)
    _times(page, "item step, at once", press, received, 0)
    change = [lambda: page.keyboard.press("d")] * (STEPS // 3)
    _times(page, "next disagreement, after a look", change, received, 300)
    # Far apart: none is the next one of another.
    rows = [lambda i=i: page.locator(".items tbody tr").nth(i * 37 % 100).click() for i in range(1, 21)]
    _times(page, "click on a row", rows, received, 300)
    facets = [_click(page, f"category:category {i}") for i in (1, 2, 3, 4, 5)]
    findings = [_click(page, f"findings:{name}") for name in (FINDING, FINDING)]
    verdicts = [_click(page, f"verdict:{name}") for name in ("correct", "incorrect", "correct", "incorrect")]
    _times(page, "filter change, a first time", facets + findings + verdicts, received, 300)
    _times(page, "filter change, and back", (facets + findings + verdicts)[::-1], received, 300)


def main() -> None:
    """Make the runs, start the server, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=N_ITEMS, help="items in each lane")
    parser.add_argument("--port", type=int, default=8597)
    args = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        parser.error("no Chromium on the PATH; on Debian: apt install chromium")
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        runs, cache = Path(temporary, "runs"), Path(temporary, "cache")
        runs.mkdir()
        cache.mkdir()
        _write_runs(runs, args.items)
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        with _server(runs, cache, args.port) as address:
            _measure(page, address, Received(context.new_cdp_session(page)))
        browser.close()
    print(f"load of the machine at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
