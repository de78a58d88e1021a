"""The reports open from the disk, without a request, a script or an error, whatever the run holds."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

import scoring
from scoring.report.files import write_reports

SAMPLES = Path(__file__).parents[2] / "sample_runs" / "native_reasoning_audit"
NAMES = ("scorer_audit.html", "lane_comparison.html")
HOSTILE = (
    "</pre></script><script>document.title = 'taken over'</script>\n"
    "<img src='http://image.invalid/x.png' onerror=\"document.title = 'taken over'\">\n"
    "<style>* { display: none }</style> ]]> --> \u202e right to left \u202c \x00 \x1b[31m\n"
)


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reports")
    a, b = (scoring.rescore_run(SAMPLES / f"lane_{lane}.json", folder / f"audit_{lane}") for lane in "ab")
    write_reports(folder, b, a)
    return folder


@pytest.fixture(scope="module")
def hostile_reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    record = {
        "task_id": HOSTILE,
        "category": HOSTILE,
        "prompt": HOSTILE,
        "options": {"A": HOSTILE, "B": HOSTILE},
        "expected_answer": "A",
        "extracted_final_answer": "A",
        "extraction_method": HOSTILE,
        "raw_reasoning": f"{HOSTILE * 500}FINAL: B",
        "correct": False,
    }
    audits = []
    for answer in "BA":
        task = record | {"raw_content": f"{HOSTILE}FINAL: {answer}"}
        run = {"run_id": HOSTILE, "lane": HOSTILE, "model": HOSTILE, HOSTILE: HOSTILE, "tasks": [task]}
        (folder / f"{answer}.json").write_text(json.dumps(run))
        audits.append(scoring.rescore_run(folder / f"{answer}.json", folder / f"audit_{answer}"))
    write_reports(folder, audits[1], audits[0])
    return folder


@pytest.fixture
def opened(context: BrowserContext) -> Iterator[Callable[[Path], Page]]:
    """Return what opens a file; nothing but that file may be asked for, and nothing may go wrong."""
    seen: list[str] = []
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on("console", lambda message: seen.append(message.text))
    context.on("weberror", lambda error: seen.append(str(error.error)))
    addresses = []

    def open_file(path: Path) -> Page:
        page = context.new_page()
        addresses.append(path.as_uri())
        page.goto(path.as_uri())
        return page

    yield open_file
    assert asked == addresses
    assert seen == []


@pytest.mark.parametrize("name", NAMES)
def test_a_report_opens_from_the_disk(opened: Callable, reports: Path, name: str) -> None:
    page = opened(reports / name)
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontWeight") == "700"
    assert page.locator("figure svg").first.is_visible()


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_run_takes_nothing_over(opened: Callable, hostile_reports: Path, name: str) -> None:
    page = opened(hostile_reports / name)
    assert page.title() != "taken over"
    assert page.locator("script, img, iframe, body style").count() == 0
    shown = page.locator("pre").all_text_contents()
    assert any("<script>document.title" in text for text in shown)
    assert page.locator("h1").is_visible()


def test_the_conclusion_is_read_as_one_sentence(opened: Callable, reports: Path) -> None:
    page = opened(reports / "scorer_audit.html")
    assert page.locator(".conclusion p").text_content() == (
        "9 items recorded incorrect though the final answer matches; scorer fault confirmed; "
        "188/210 = 89.52 % → 197/210 = 93.81 %; reasoning 128/145 = 88.28 % → 137/145 = 94.48 %"
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [400, 1280])
def test_a_page_is_never_wider_than_its_window(
    opened: Callable, reports: Path, name: str, width: int
) -> None:
    page = opened(reports / name)
    page.set_viewport_size({"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_dark_windows_get_a_dark_page(opened: Callable, reports: Path) -> None:
    page = opened(reports / "scorer_audit.html")
    colors = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        colors.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert colors == ["rgb(255, 255, 255)", "rgb(18, 22, 30)"]
