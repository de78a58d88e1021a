"""The browser's half of the panels, as far as it can be held against the Python half."""

import re
from pathlib import Path

FOLDER = Path(__file__).parents[4] / "app" / "components"
SCRIPT = "\n".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.js")))
CODE = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))


def test_every_tag_that_python_uses_is_known_to_the_script() -> None:
    known = set(re.findall(r'"(\w+)"', re.search(r"TAGS = new Set\(\[(.*?)\]\)", SCRIPT, re.DOTALL)[1]))
    used = set(re.findall(r'\bel\(\s*"(\w+)"', CODE))
    assert used
    assert used <= known


def test_text_reaches_the_page_through_text_nodes_only() -> None:
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|DOMParser|srcdoc", SCRIPT
    )


def test_the_script_asks_no_server_for_anything() -> None:
    # A picture's source is the one exception: pixels inside a data URI, which no server is asked for.
    guarded, rest = [], []
    for line in SCRIPT.splitlines():
        (guarded if re.match(r'\s+"src": \(e, v\) => \{ if \(/\^data:image', line) else rest).append(line)
    assert len(guarded) == 1
    asking = r"fetch\(|XMLHttpRequest|WebSocket|import\(|new Image|sendBeacon|\bsrc\b"
    assert not re.search(asking, "\n".join(rest))
