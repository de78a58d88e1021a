"""The annotated picture in a browser: colours at known places, zoom, choosing, switching."""

import io
import json
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

TARGET, GREEN, WHITE = (0x00, 0x72, 0xB2), (40, 160, 60), (255, 255, 255)
BOX = (200, 300, 600, 500)
"""Target of every picture, in pixels of the upright image; the picture is green inside it."""
PRED = [210, 310, 620, 520]
CASES = {"downscaled": ((3000, 2000), 1), "turned": ((900, 1200), 6), "plain": ((800, 600), 1)}
"""(width, height) of the upright image, and its EXIF orientation."""


def picture(size: tuple[int, int], orientation: int, path: Path) -> None:
    image = Image.new("RGB", size, WHITE)
    ImageDraw.Draw(image).rectangle(BOX, fill=GREEN)
    exif = Image.Exif()
    if orientation == 6:
        image = image.transpose(Image.Transpose.ROTATE_90)
        exif[0x0112] = 6
    image.save(path, "JPEG", quality=98, subsampling=0, exif=exif)


def record(name: str, size: tuple[int, int]) -> dict:
    return {
        "item_id": name,
        "task_type": "trace",
        "content": json.dumps({"answer": 1, "annotation": [PRED]}),
        "images": [f"{name}.jpg"],
        "image_size": list(size),
        "target": ["1"],
        "answer_gt": {"type": "integer", "value": 1},
        "annotation_gt": {"type": "bbox_set", "value": [list(BOX)]},
        "reward_contract": {"annotation": {"id": "bbox_set_soft_iou_v0", "type": "bbox_set"}},
    }


@pytest.fixture(scope="module")
def address(serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("run")
    lines = []
    for name, (size, orientation) in CASES.items():
        picture(size, orientation, folder / f"{name}.jpg")
        lines.append(record(name, size))
    (folder / "run.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return serve(folder / "run.jsonl")


def open_item(page: Page, address: str, query: str) -> None:
    page.goto(f"{address}/annotations?{query}")
    expect(
        page.locator(".js-plotly-plot .imagelayer image, .js-plotly-plot .layer-below image").first
    ).to_be_attached()
    expect(page.get_by_text("How the score comes about")).to_be_visible()
    page.wait_for_timeout(500)


def place(page: Page, x: float, y: float) -> tuple[float, float]:
    """Return where a point of the frame is on the screen."""
    found = page.evaluate(
        """([x, y]) => {
            const plot = document.querySelector(".js-plotly-plot")
            const { xaxis, yaxis } = plot._fullLayout
            const box = plot.getBoundingClientRect()
            return [box.left + xaxis._offset + xaxis.l2p(x), box.top + yaxis._offset + yaxis.l2p(y)]
        }""",
        [x, y],
    )
    return found[0], found[1]


def color(shot: Image.Image, at: tuple[float, float]) -> tuple[int, int, int]:
    return shot.getpixel((int(at[0]), int(at[1])))


def near(a: tuple[int, int, int], b: tuple[int, int, int], tolerance: int = 40) -> bool:
    return all(abs(x - y) <= tolerance for x, y in zip(a, b, strict=True))


def assert_drawn_in_place(page: Page) -> None:
    """Target colour on the target's edge, and on either side of it what the picture has there."""
    page.mouse.move(5, 5)
    page.wait_for_timeout(300)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    left, top, right, bottom = BOX
    edges = [(left, 470), (330, top), (right, 305), (330, bottom)]
    for x, y in edges:
        sx, sy = place(page, x, y)
        around = [color(shot, (sx + dx, sy + dy)) for dx in range(-1, 2) for dy in range(-1, 2)]
        assert any(near(one, TARGET) for one in around), (x, y, sorted(set(around)))
    sx, sy = place(page, left, 470)
    assert near(color(shot, (sx + 9, sy)), GREEN)
    assert near(color(shot, (sx - 9, sy)), WHITE)


@pytest.mark.parametrize("name", CASES)
def test_the_target_is_drawn_where_the_picture_has_it_at_two_zoom_levels(
    name: str, page: Page, address: str
) -> None:
    open_item(page, address, f"item={name}&fill=0&layers=target%20rings%20order")
    assert_drawn_in_place(page)
    before = page.evaluate("document.querySelector('.js-plotly-plot')._fullLayout.xaxis.range")
    at = place(page, 400, 400)
    page.mouse.move(*at)
    for _ in range(3):
        page.mouse.wheel(0, -120)
        page.wait_for_timeout(120)
    page.wait_for_timeout(500)
    after = page.evaluate("document.querySelector('.js-plotly-plot')._fullLayout.xaxis.range")
    assert abs(after[1] - after[0]) < 0.9 * abs(before[1] - before[0])
    assert_drawn_in_place(page)


def test_zoom_survives_switching_a_layer(page: Page, address: str) -> None:
    open_item(page, address, "item=plain")
    page.mouse.move(*place(page, 400, 400))
    page.mouse.wheel(0, -240)
    page.wait_for_timeout(600)
    zoomed = page.evaluate("document.querySelector('.js-plotly-plot')._fullLayout.xaxis.range")
    page.get_by_role("link", name="✕ predicted").click()
    expect(page.get_by_role("link", name="✕ predicted")).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(800)
    kept = page.evaluate("document.querySelector('.js-plotly-plot')._fullLayout.xaxis.range")
    assert kept == pytest.approx(zoomed, abs=0.1)


def test_a_click_on_a_witness_chooses_its_row_and_the_row_its_witness(page: Page, address: str) -> None:
    open_item(page, address, "item=plain&fill=0")
    page.mouse.click(*place(page, (PRED[0] + PRED[2]) / 2, (PRED[1] + PRED[3]) / 2))
    expect(page.locator("tr.chosen")).to_have_count(1)
    expect(page.locator("mark.chosen")).to_have_text(json.dumps(PRED))
    assert "row=0" in page.url
    page.get_by_role("link", name="✓ paired").click()
    expect(page.locator("tr.chosen")).to_have_count(0)
    page.get_by_role("link", name="✓ paired").click()
    expect(page.locator("tr.chosen")).to_have_count(1)


def test_a_folder_entered_beside_a_missing_image_shows_it_and_stays_in_the_address(
    page: Page, serve, tmp_path: Path
) -> None:
    picture((800, 600), 1, tmp_path / "plain.jpg")
    (tmp_path / "runs").mkdir()
    (tmp_path / "kept").mkdir()
    (tmp_path / "plain.jpg").rename(tmp_path / "kept" / "plain.jpg")
    (tmp_path / "runs" / "run.jsonl").write_text(json.dumps(record("plain", (800, 600))))
    open_item(page, serve(tmp_path), "item=plain")
    expect(page.get_by_text("The image cannot be shown")).to_be_visible()
    page.get_by_label("Folder of images").fill("/etc")
    page.get_by_label("Folder of images").press("Enter")
    expect(page.get_by_text("“/etc” is no folder inside")).to_be_visible()
    page.get_by_label("Folder of images").fill("kept")
    page.get_by_label("Folder of images").press("Enter")
    expect(page.get_by_text("The image cannot be shown")).to_have_count(0)
    assert "images=kept" in page.url


def test_the_png_is_the_picture_with_its_caption(page: Page, address: str) -> None:
    open_item(page, address, "item=turned")
    with page.expect_download() as saved:
        page.get_by_role("button", name="PNG of this picture").click()
    with Image.open(saved.value.path()) as image:
        assert image.format == "PNG"
        # The upright picture, 3 to 4, with lines below it.
        assert image.height > image.width


def test_a_thumbnail_leads_to_its_item_and_keys_step_on(page: Page, address: str) -> None:
    page.goto(f"{address}/annotations?tab=gallery&sort=ordinal")
    expect(page.locator(".tile img")).to_have_count(3)
    assert page.evaluate("[...document.querySelectorAll('*')].length") > 0
    page.locator(".tile").first.click()
    expect(page.locator(".itemhead .id")).to_have_text("downscaled")
    page.keyboard.press("j")
    expect(page.locator(".itemhead .id")).to_have_text("turned")
