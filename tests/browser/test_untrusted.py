import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

HOSTILE = """<script>document.title = 'taken over'; fetch('http://script.invalid/')</script>
<img src="http://image.invalid/x.png" onerror="document.title = 'taken over'">
![picture](http://markdown.invalid/x.png) [link](javascript:alert(1)) **bold** $$x^2$$ :material/home:
<iframe src="http://frame.invalid/"></iframe><svg onload="document.title = 'taken over'"></svg>
</div></body><style>* { display: none }</style>
FINAL: A"""


@pytest.fixture(scope="module")
def hostile_server(serve, tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("hostile")
    record = {
        "task_id": HOSTILE.splitlines()[1],
        "category": HOSTILE.splitlines()[0],
        "prompt": HOSTILE,
        "options": {"A": HOSTILE, "B": HOSTILE},
        "expected_answer": "A",
        "extracted_final_answer": "<b>A</b>",
        "extraction_method": HOSTILE.splitlines()[2],
        "ambiguity_flag": False,
        "raw_content": HOSTILE,
        "raw_reasoning": HOSTILE,
        "scoring_decision": {"correct": False, "required_substrings": None},
        "correct": False,
        "more": HOSTILE,
    }
    for lane in "ab":
        run = {
            "run_id": HOSTILE.splitlines()[2],
            "lane": HOSTILE.splitlines()[1],
            "model": HOSTILE,
            "tasks": [record],
        }
        (folder / f"lane_{lane}.json").write_text(json.dumps(run))
    return serve(folder)


@pytest.mark.parametrize("path", ["", "runs", "items", "lanes"])
def test_hostile_text_stays_text_and_asks_no_host_but_the_server(
    context: BrowserContext, hostile_server: str, path: str
) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.goto(f"{hostile_server}/{path}")
    expect(page.locator(".root.header .lane").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    for summary in page.locator("summary").all():
        summary.click()
    page.wait_for_timeout(500)
    local = (f"{hostile_server}/", hostile_server.replace("http", "ws", 1), "data:", "blob:")
    assert [url for url in asked if not url.startswith(local)] == []
    assert page.title().endswith("Lanescope")


def test_the_response_is_shown_character_by_character(page: Page, hostile_server: str) -> None:
    page.goto(f"{hostile_server}/items")
    content = page.locator("[data-box=content]")
    expect(content).to_be_visible()
    assert content.evaluate("e => e.textContent") == HOSTILE
    assert content.locator("script, img, iframe, svg, style, b, a").count() == 0


def test_a_response_of_two_hundred_thousand_characters_opens_folded_and_unfolds(
    page: Page, serve, tmp_path: Path
) -> None:
    text = "".join(f"line {i} of a long thought 😀\n" for i in range(8_000)) + "FINAL: A"
    record = {
        "task_id": "long",
        "expected_answer": "A",
        "extracted_final_answer": "A",
        "extraction_method": "final_colon_letter",
        "ambiguity_flag": False,
        "raw_content": text,
        "raw_reasoning": None,
        "scoring_decision": {"correct": True, "required_substrings": None},
        "correct": True,
    }
    (tmp_path / "run.json").write_text(json.dumps({"tasks": [record]}))
    page.goto(f"{serve(tmp_path)}/items")
    content = page.locator("[data-box=content]")
    expect(content.locator("mark.taken")).to_be_in_viewport()
    assert len(content.inner_text()) < 3_000
    content.locator("button.fold").click()
    assert content.evaluate("e => e.textContent") == text
