"""Every page: names of controls, contrast as the browser paints it, reach and sight of the keyboard focus."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

SOFT = Path(__file__).parents[2] / "sample_runs" / "grounding"
PAGES = {
    "overview": "",
    "runs": "runs",
    "items": "items?verdict=no_answer",
    "lanes": "lanes",
    "table": "table",
}
CONTROLS = {
    "button", "link", "textbox", "searchbox", "combobox", "listbox", "radio", "checkbox", "radiogroup",
    "DisclosureTriangle", "spinbutton", "switch", "tab",
}  # fmt: skip
PANELS = """() => {
  const roots = [...document.querySelectorAll('*')].filter(e => e.shadowRoot).map(e => e.shadowRoot)
  return roots.flatMap(root => [...root.querySelectorAll('a[href], button, summary, input')])
    .filter(e => e.checkVisibility()).length
}"""
FOCUSED = """() => {
  let e = document.activeElement
  while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement
  if (!e || e === document.body) return null
  const inPanel = e.getRootNode() instanceof ShadowRoot
  const drawn = [e, ...e.children].map(x => getComputedStyle(x))
  const isSeen = drawn.some(s => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 1)
  if (!inPanel || e.seen) return { isNew: false, isSeen: true, html: '' }
  e.seen = true
  return { isNew: true, isSeen, html: e.outerHTML.slice(0, 200) }
}"""
FAINT = """() => {
  const channels = text => {
    const numbers = text.match(/[\\d.]+/g).map(Number)
    const scale = text.startsWith('color(') ? 255 : 1
    return [numbers[0] * scale, numbers[1] * scale, numbers[2] * scale, numbers[3] ?? 1]
  }
  const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1)
  const parent = e => e.parentElement ?? e.getRootNode().host ?? null
  const paper = e => {
    const layers = []
    for (let at = e; at; at = parent(at)) layers.push(channels(getComputedStyle(at).backgroundColor))
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1])
  }
  const opacity = e => e ? Number(getComputedStyle(e).opacity) * opacity(parent(e)) : 1
  const luminance = c => [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
    const s = c[i] / 255
    return sum + weight * (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4)
  }, 0)
  const faint = new Set()
  for (const host of document.querySelectorAll('*')) {
    if (!host.shadowRoot) continue
    const walker = document.createTreeWalker(host.shadowRoot, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const e = node.parentElement
      if (!e || !node.data.trim() || e.closest('style, .off') || !e.checkVisibility()) continue
      const style = getComputedStyle(e), below = paper(e), ink = channels(style.color)
      ink[3] *= opacity(e)
      const [light, dark] = [luminance(over(ink, below)), luminance(below)].sort((a, b) => b - a)
      const ratio = (light + 0.05) / (dark + 0.05)
      const isLarge = parseFloat(style.fontSize) >= 24
      const words = node.data.trim().slice(0, 40)
      if (ratio < (isLarge ? 3 : 4.5)) faint.add(`${e.className} “${words}” ${ratio.toFixed(2)}`)
    }
  }
  return [...faint]
}"""


def open_page(page: Page, address: str, path: str) -> None:
    page.goto(f"{address}/{path}")
    expect(page.locator(".root.header .lane")).to_have_count(2)
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-testid=stStatusWidget]")).to_have_count(0)


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_every_control_has_a_name(page: Page, sample_server: str, path: str) -> None:
    open_page(page, sample_server, path)
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    controls = [n for n in tree if n.get("role", {}).get("value") in CONTROLS and not n["ignored"]]
    assert len(controls) > 10
    assert [n for n in controls if not n.get("name", {}).get("value", "").strip()] == []


def test_marks_of_soft_scores_have_names(page: Page, serve) -> None:
    open_page(page, serve(SOFT), "lanes")
    unnamed = page.locator(
        ":is(.grid, .histogram, .waterfall) :is(a:not([aria-label]), [role=img]:not([aria-label]))"
    )
    expect(page.locator(".grid a").first).to_be_visible()
    expect(unnamed).to_have_count(0)


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_text_stands_out_from_what_is_painted_behind_it(
    browser: Browser, sample_server: str, path: str, mode: str
) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme=mode)
    page = context.new_page()
    open_page(page, sample_server, path)
    faint = page.evaluate(FAINT)
    context.close()
    assert faint == []


@pytest.mark.parametrize("path", ["", "runs", "lanes"], ids=["overview", "runs", "lanes"])
def test_the_tab_key_reaches_every_control_of_a_panel_and_shows_where_it_is(
    page: Page, sample_server: str, path: str
) -> None:
    open_page(page, sample_server, path)
    n = page.evaluate(PANELS)
    reached, unseen = 0, []
    for _ in range(n + 40):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUSED)
        if at and at["isNew"]:
            reached += 1
            if not at["isSeen"]:
                unseen.append(at["html"])
        if reached == n:
            break
    assert reached == n
    assert unseen == []


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize("width", [1440, 1024])
def test_no_page_scrolls_sideways(page: Page, sample_server: str, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 768})
    open_page(page, sample_server, path)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
