"""The dashboard in one process: pages opened by their address, panels read as text and links."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[2]
MAIN = ROOT / "app" / "main.py"
SAMPLES = ROOT / "sample_runs" / "native_reasoning_audit"


@dataclass
class Panel:
    """What one panel shows."""

    nodes: list

    def texts(self) -> list[str]:
        return [part for part in _walk(self.nodes) if isinstance(part, str)]

    def text(self) -> str:
        return " ".join(self.texts())

    def elements(self, tag: str, **attributes: object) -> list[list]:
        found = [part for part in _walk(self.nodes) if isinstance(part, list) and part[0] == tag]
        return [
            e for e in found if all(e[1].get(key.rstrip("_")) == value for key, value in attributes.items())
        ]

    def links(self) -> dict[str, str]:
        """Text of a link -> where it leads; of equal texts the first."""
        found: dict[str, str] = {}
        for element in self.elements("a"):
            found.setdefault(Panel(element[2:]).text().strip(), element[1].get("href", ""))
        return found

    def rows(self) -> list[list[str]]:
        """The texts of every table row, a cell each."""
        return [[Panel([cell]).text().strip() for cell in row[2:]] for row in self.elements("tr")]


def _walk(part: object) -> Iterator[object]:
    if isinstance(part, str):
        yield part
        return
    assert isinstance(part, list)
    is_element = bool(part) and isinstance(part[0], str) and len(part) > 1 and isinstance(part[1], dict)
    if is_element:
        yield part
        if "fold" in part[1]:
            yield part[1]["fold"]
    for child in part[2:] if is_element else part:
        yield from _walk(child)


@dataclass
class Page:
    """A page as it was drawn."""

    test: AppTest

    def has(self, key: str) -> bool:
        return any(_key(e) == key for e in self.test.get("bidi_component"))

    def panel(self, key: str) -> Panel:
        return Panel(self.data(key)["nodes"])

    def data(self, key: str) -> dict:
        """Everything that the browser is given for a panel."""
        (element,) = [e for e in self.test.get("bidi_component") if _key(e) == key]
        return json.loads(element.proto.json)

    def query(self) -> dict[str, list[str]]:
        given = dict(self.test.query_params)
        return {key: value if isinstance(value, list) else [value] for key, value in given.items()}


def _key(element: object) -> str:
    return element.proto.id.rpartition("-")[2]  # type: ignore[attr-defined]


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenPage]:
    """Return what opens a page by its address, in a new session, on the given folder."""
    monkeypatch.setenv("LANESCOPE_CACHE", str(_shared_cache(tmp_path)))
    monkeypatch.setenv("LANESCOPE_CONFIG", str(tmp_path / "config"))
    # Arguments of the test runner are no paths of runs.
    monkeypatch.setattr("sys.argv", ["main.py"])

    def open_it(page: str = "overview", query: str = "", paths: tuple[Path, ...] = (SAMPLES,)) -> Page:
        monkeypatch.setenv("LANESCOPE_PATHS", os.pathsep.join(map(str, paths)))
        test = AppTest.from_file(str(MAIN), default_timeout=60)
        for key, values in parse_qs(query, keep_blank_values=True).items():
            test.query_params[key] = values
        if page != "overview":
            # A first run makes the pages known; the address is then that of the page.
            kept = dict(parse_qs(query, keep_blank_values=True))
            test.run()
            test.switch_page(f"views/{page}.py")
            for key, values in kept.items():
                test.query_params[key] = values
        test.run()
        assert not test.exception, test.exception
        return Page(test)

    yield open_it
    st.cache_resource.clear()


def _shared_cache(tmp_path: Path) -> Path:
    """Audits are kept for all tests of a run: the samples are rescored once."""
    return tmp_path.parent / "lanescope-cache"


@pytest.fixture
def follow_link(open_page: OpenPage) -> Callable[[str], Page]:
    """Return what opens a link of a panel as a pasted address, in a new session."""

    def follow(href: str) -> Page:
        path, _, query = href.partition("?")
        return open_page(path.removeprefix("./") or "overview", query)

    return follow
