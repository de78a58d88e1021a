// Builds a panel from the tree that panel.py describes. Text reaches the page through text nodes
// only; tags and attributes come from the two tables below; links stay inside this server.
// Before this, panel.py puts reading.js, which holds what happens inside the shown text, and pressing.js,
// which holds what keys do.

const TAGS = new Set([
  "a", "b", "button", "dd", "details", "div", "dl", "dt", "h2", "h3", "header", "img", "input", "kbd", "li", "mark",
  "nav", "ol", "p", "section", "span", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
])

const ATTRIBUTES = {
  "class": (e, v) => { e.className = v },
  "title": (e, v) => { e.title = v },
  "label": (e, v) => e.setAttribute("aria-label", v),
  "role": (e, v) => e.setAttribute("role", v),
  "current": (e, v) => { if (v) e.setAttribute("aria-current", "true") },
  "pressed": (e, v) => e.setAttribute("aria-pressed", String(Boolean(v))),
  "sort": (e, v) => e.setAttribute("aria-sort", v),
  "open": (e, v) => { e.open = Boolean(v) },
  "bar": (e, v) => e.style.setProperty("--share", String(Number(v))),
  "tick": (e, v) => e.style.setProperty("--tick", String(Number(v))),
  "band": (e, v) => { v.split(" ").forEach((n, i) => e.style.setProperty(`--band-${i}`, String(Number(n)))) },
  // Pictures are our own encoding of pixels, never an address.
  "src": (e, v) => { if (/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]*$/.test(v)) e.src = v },
  "zoom": (e, v) => { e.dataset.zoom = v },
  "row": (e, v) => { e.dataset.row = v },
  "alt": (e, v) => { e.alt = v },
  "href": (e, v) => { if (isOurs(v)) e.href = v },
  "keep": (e, v) => { e.dataset.keep = v },
  "hotkey": (e, v) => { e.dataset.hotkey = v; e.setAttribute("aria-keyshortcuts", v) },
  "via": (e, v) => { e.dataset.via = v },
  "mark": (e, v) => { e.dataset.mark = v; e.tabIndex = -1 },
  "why": (e, v) => { e.dataset.why = v; e.tabIndex = 0; e.setAttribute("role", "button") },
  "to": (e, v) => { e.dataset.to = v },
  "box": (e, v) => { e.dataset.box = v; e.tabIndex = 0 },
  "copy": (e, v) => { e.dataset.copy = v },
  "fold": (e, v) => { e.hiddenText = v },
  "ask": (e, v) => { e.dataset.ask = v },
  "find": (e, v) => { e.dataset.find = v },
  "move": (e, v) => { e.dataset.move = v },
  "focus": (e, v) => { e.dataset.focus = v },
  "value": (e, v) => { e.value = v },
  "hint": (e, v) => { e.placeholder = v },
  "most": (e, v) => { e.maxLength = Number(v) },
  "skip": (e) => { e.tabIndex = -1 },
  "times": (e) => { e.dataset.times = "" },
  "arrive": (e, v) => { e.dataset.arrive = v },
}

const FLASH_MS = 1200
const LEAST_PX = 240
const MARGIN_PX = 16
const panels = new Map()
// One sheet for all panels; STYLE is the text of our style sheets, which panel.py puts before this.
const sheet = new CSSStyleSheet()
sheet.replaceSync(STYLE)
// What a reader opened or closed stays so, on items that lack the part in between, too.
const folds = new Map()
let current = null
// What links lead to, by their address, sent by the server before they are followed.
let ahead = {}
// The link to the item of which the server has sent everything: it may begin the page anew before.
let settled = ""

function isOurs(href) {
  try {
    const url = new URL(href, document.baseURI)
    return url.origin === location.origin && /^https?:$/.test(url.protocol)
  } catch {
    return false
  }
}

function build(node) {
  if (typeof node === "string") return document.createTextNode(node)
  const [tag, attributes, ...children] = node
  if (!TAGS.has(tag)) throw new Error(`panel: unknown tag ${tag}`)
  const element = document.createElement(tag)
  if (tag === "button") element.type = "button"
  for (const [name, value] of Object.entries(attributes)) ATTRIBUTES[name]?.(element, value)
  for (const child of children) element.append(build(child))
  return element
}

// A panel is rebuilt as a whole; what the reader was at is put back: focus, scroll, open details.
function remember(root) {
  const kept = new Map()
  for (const element of root.querySelectorAll("[data-keep]")) {
    kept.set(element.dataset.keep, { top: element.scrollTop, left: element.scrollLeft, value: element.value })
    if (element.tagName === "DETAILS") folds.set(element.dataset.keep, element.open)
  }
  const active = root.getRootNode().activeElement
  return { kept, focus: active?.dataset?.keep ?? null }
}

function restore(root, { kept, focus }) {
  for (const element of root.querySelectorAll("[data-keep]")) {
    const was = kept.get(element.dataset.keep)
    if (element.tagName === "DETAILS" && folds.has(element.dataset.keep)) element.open = folds.get(element.dataset.keep)
    if (was) { element.scrollTop = was.top; element.scrollLeft = was.left }
    if (was && element.dataset.ask) element.value = was.value
    if (focus !== null && element.dataset.keep === focus) element.focus({ preventScroll: true })
  }
  for (const box of root.querySelectorAll("[data-box]")) {
    if (!kept.has(box.dataset.keep) || box.querySelector("mark.chosen")) openAtAnswer(box)
  }
}

// The row of the item that another panel shows. A table is marked here and not sent again for each step.
function markCurrent(root) {
  for (const row of root.querySelectorAll("tr[aria-current]")) row.removeAttribute("aria-current")
  const row = current && root.querySelector(`tr [data-keep="${CSS.escape(current)}"]`)?.closest("tr")
  if (!row) return
  row.setAttribute("aria-current", "true")
  showInside(row.closest(".scroll"), row)
}

function announce(keep) {
  current = keep
  for (const panel of panels.values()) markCurrent(panel.root)
}

function openAtAnswer(box) {
  const mark = box.querySelector("mark.chosen") ?? box.querySelector("mark.taken") ?? box.querySelector("mark")
  if (mark) box.scrollTop = offsetInside(box, mark) - box.clientHeight / 3
}

function offsetInside(box, element) {
  return element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop
}

function showInside(box, row) {
  if (!box) return
  const head = box.querySelector("thead")?.offsetHeight ?? 0
  const top = offsetInside(box, row)
  if (top - head < box.scrollTop) box.scrollTop = top - head - row.offsetHeight
  const bottom = top + row.offsetHeight
  if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight + row.offsetHeight
}

function openPops() {
  return [...panels.values()].flatMap((panel) => [...panel.root.querySelectorAll("details.pop[open]")])
}

// What opens over the page takes the keys: its first field or choice has the focus, unless one of it has already.
function onToggle(event) {
  const pop = event.target
  if (!pop.open || !pop.matches("details.pop")) return
  const active = pop.getRootNode().activeElement
  if (active && active.tagName !== "SUMMARY" && pop.contains(active)) return
  pop.querySelector(".over :is(input, a[href])")?.focus({ preventScroll: true })
}

function onClick(panel, event) {
  for (const pop of openPops()) if (!pop.contains(event.target)) pop.open = false
  const target = event.target.closest("a, button, summary, [data-why]") ?? event.target.closest(".items tbody tr, .picks tbody tr")?.querySelector("a")
  if (!target) return
  if (target.dataset.why) return explain(target)
  if (target.hiddenText !== undefined) return target.replaceWith(document.createTextNode(target.hiddenText))
  if (target.dataset.copy === "link") return copyText(target, location.href, "link copied")
  if (target.dataset.copy === "value") return copyText(target, target.value, "copied")
  if (target.dataset.copy) return copy(panel.root, target)
  if (target.dataset.to) return flash(holder(panel, target.dataset.to), target.dataset.to)
  if (target.dataset.focus) return focusOn(panel.root, target.dataset.focus)
  if (target.dataset.move) return moveMatch(panel, Number(target.dataset.move))
  if (target.tagName === "BUTTON" && target.dataset.ask) return panel.ask({ what: target.dataset.ask, text: target.value })
  const newTab = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
  if (target.tagName !== "A" || !target.hasAttribute("href") || newTab) return
  event.preventDefault()
  if (target.closest(".items tbody tr")) announce(target.dataset.keep)
  // A choice is seen at once; what it leaves comes from the server.
  if (target.closest(".facet") && target.hasAttribute("aria-pressed")) {
    target.setAttribute("aria-pressed", String(target.getAttribute("aria-pressed") !== "true"))
  }
  const via = [...panels.values()].find((other) => other.name === target.dataset.via)
  const href = target.getAttribute("href")
  go(via ?? panel, target.dataset.zoom ? zoomed(href) : href)
}

// The panel in which a mark stands: this one, else another.
function holder(panel, id) {
  const has = (root) => root.querySelector(`[data-mark="${CSS.escape(id)}"]`)
  return has(panel.root) ? panel.root : [...panels.values()].map((other) => other.root).find(has) ?? panel.root
}

function focusOn(root, name) {
  const field = root.querySelector(`[data-keep="${CSS.escape(name)}"]`) ??
    document.querySelector(`input[aria-label="${CSS.escape(name)}"]`)
  field?.focus()
  field?.select?.()
}

// A link that is under way is not followed twice: each time would make the server begin again.
function go(panel, href) {
  if (panel.pending === href) return
  expectAnswer(panel, href)
  // What was sent ahead is shown at once; the server's own answer, which is the same, follows.
  panel.isAhead = Boolean(panel.here && ahead[href])
  if (panel.isAhead) draw(panel, ahead[href])
  panel.send(href)
}

// A field's words go to the server with Enter; the one that finds in the text stays here.
function onFieldKey(panel, event) {
  const field = event.target.closest("input")
  if (!field || event.isComposing) return
  if (event.key === "Escape") {
    field.closest("details.pop")?.removeAttribute("open")
    return field.blur()
  }
  if (event.key !== "Enter") return
  event.preventDefault()
  if (field.dataset.find) return moveMatch(panel, event.shiftKey ? -1 : 1)
  const text = field.value.trim()
  if (!text || !field.dataset.ask) return
  field.value = ""
  field.blur()
  field.closest("details.pop")?.removeAttribute("open")
  panel.ask({ what: field.dataset.ask, text })
}

function draw(panel, { nodes, current: keep }) {
  const shown = JSON.stringify(nodes)
  if (shown !== panel.shown) {
    const before = remember(panel.root)
    const had = new Set([...panel.root.querySelectorAll("[data-arrive]")].map((e) => e.dataset.arrive))
    const isFirst = !panel.shown
    panel.root.replaceChildren(...nodes.map(build))
    panel.shown = shown
    restore(panel.root, before)
    markCurrent(panel.root)
    fit(panel.root)
    for (const one of isFirst ? [] : panel.root.querySelectorAll("[data-arrive]")) {
      if (!had.has(one.dataset.arrive)) one.scrollIntoView({ block: "nearest" })
    }
    findAgain(panel)
  }
  if (keep && keep !== current) announce(keep)
}

// Panels as high as the window are what is left below whatever stands above them.
function fit(root) {
  if (!root.matches(".table, .item, .facets")) return
  const main = root.getRootNode().host?.closest("[data-testid=stMain]")
  const top = root.getBoundingClientRect().top + (main?.scrollTop ?? 0)
  root.style.setProperty("--below", `${Math.max(LEAST_PX, Math.floor(innerHeight - top - MARGIN_PX))}px`)
}

function fitAll() {
  for (const panel of panels.values()) fit(panel.root)
}

const above = new ResizeObserver(fitAll)
window.addEventListener("resize", fitAll)

function mount(parentElement) {
  const root = parentElement.querySelector(".root")
  const shadow = root.getRootNode()
  if (!shadow.adoptedStyleSheets.includes(sheet)) shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet]
  const panel = {
    root, name: "", shown: "", received: "", here: "", isAhead: false, pending: null, patience: 0,
    finding: { given: "", text: "", ranges: [], at: 0 }, send: () => {}, ask: () => {},
  }
  panel.onKey = (event) => onKey(panel, event)
  root.addEventListener("click", (event) => onClick(panel, event))
  root.addEventListener("keydown", (event) => onFieldKey(panel, event))
  root.addEventListener("input", (event) => { if (event.target.dataset.find) find(panel, event.target.value) })
  root.addEventListener("toggle", onToggle, true)
  window.addEventListener("keydown", panel.onKey, true)
  const page = document.querySelector(".st-key-page")
  if (page) above.observe(page)
  panels.set(parentElement, panel)
  return panel
}

function receive(panel, data) {
  panel.name = data.name.split(" ")[0]
  panel.here = data.here ?? ""
  panel.root.className = `root ${data.name}`
  if (panel.pending !== null && panel.isAhead && panel.here !== panel.pending) return
  panel.pending = null
  panel.isAhead = false
  draw(panel, data)
}

function drawPanel({ data, parentElement, setTriggerValue }) {
  const panel = panels.get(parentElement) ?? mount(parentElement)
  panel.send = (href) => setTriggerValue("go", href)
  panel.ask = (asked) => setTriggerValue("ask", asked)
  // The page draws a component anew with old data, too; only what is new counts.
  const received = JSON.stringify(data)
  if (received !== panel.received) {
    panel.received = received
    if (data.ahead) { ahead = data.ahead; settled = data.here }
    receive(panel, data)
  }
  for (const one of panels.values()) pressKept(one)
}

function leave(parentElement) {
  const panel = panels.get(parentElement)
  if (!panel) return
  window.removeEventListener("keydown", panel.onKey, true)
  clearTimeout(panel.patience)
  panels.delete(parentElement)
  forgetKeys(panel.name)
}

// Panels that were there before this script have left word in the room that stub.js keeps.
export default function () {
  const room = (globalThis.lanescope ??= { waiting: new Map() })
  if (room.draw) return
  Object.assign(room, { draw: drawPanel, leave })
  for (const component of room.waiting.values()) drawPanel(component)
  room.waiting.clear()
}
