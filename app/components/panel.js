// Builds a panel from the tree that panel.py describes. Text reaches the page through text nodes
// only; tags and attributes come from the two tables below; links stay inside this server.

const TAGS = new Set([
  "a", "b", "button", "dd", "details", "div", "dl", "dt", "h2", "h3", "header", "kbd", "li", "mark",
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
  "href": (e, v) => { if (isOurs(v)) e.href = v },
  "keep": (e, v) => { e.dataset.keep = v },
  "hotkey": (e, v) => { e.dataset.hotkey = v; e.setAttribute("aria-keyshortcuts", v) },
  "mark": (e, v) => { e.dataset.mark = v; e.tabIndex = -1 },
  "to": (e, v) => { e.dataset.to = v },
  "box": (e, v) => { e.dataset.box = v; e.tabIndex = 0 },
  "copy": (e, v) => { e.dataset.copy = v },
  "fold": (e, v) => { e.hiddenText = v },
}

const FLASH_MS = 1200
const PATIENCE_MS = 3000
const MAX_KEYS = 20
const panels = new Map()
let current = null

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
    kept.set(element.dataset.keep, {
      top: element.scrollTop, left: element.scrollLeft, open: element.tagName === "DETAILS" ? element.open : null,
    })
  }
  const active = root.getRootNode().activeElement
  return { kept, focus: active?.dataset?.keep ?? null }
}

function restore(root, { kept, focus }) {
  for (const element of root.querySelectorAll("[data-keep]")) {
    const was = kept.get(element.dataset.keep)
    if (was && was.open !== null) element.open = was.open
    if (was) { element.scrollTop = was.top; element.scrollLeft = was.left }
    if (focus !== null && element.dataset.keep === focus) element.focus({ preventScroll: true })
  }
  for (const box of root.querySelectorAll("[data-box]")) {
    if (!kept.has(box.dataset.keep)) openAtAnswer(box)
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
  const mark = box.querySelector("mark.taken") ?? box.querySelector("mark")
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

function flash(root, id) {
  const mark = root.querySelector(`[data-mark="${CSS.escape(id)}"]`)
  if (!mark) return
  const box = mark.closest("[data-box]")
  mark.closest("details")?.setAttribute("open", "")
  if (box) box.scrollTop = offsetInside(box, mark) - box.clientHeight / 3
  mark.scrollIntoView({ block: "nearest" })
  mark.classList.add("flash")
  setTimeout(() => mark.classList.remove("flash"), FLASH_MS)
}

function rawText(node) {
  if (node.hiddenText !== undefined) return node.hiddenText
  if (node.nodeType === Node.TEXT_NODE) return node.data
  return Array.from(node.childNodes, rawText).join("")
}

function copy(root, button) {
  const box = root.querySelector(`[data-box="${CSS.escape(button.dataset.copy)}"]`)
  if (!box) return
  const label = button.textContent
  const say = (text) => {
    button.textContent = text
    setTimeout(() => { button.textContent = label }, FLASH_MS)
  }
  navigator.clipboard.writeText(rawText(box)).then(() => say("copied"), () => say("not allowed here"))
}

function copyLink(button) {
  navigator.clipboard.writeText(location.href).then(
    () => { button.textContent = "link copied" }, () => { button.textContent = "not allowed here" })
}

function onClick(panel, event) {
  const target = event.target.closest("a, button, summary") ?? event.target.closest(".items tbody tr")?.querySelector("a")
  if (!target) return
  if (target.hiddenText !== undefined) return target.replaceWith(document.createTextNode(target.hiddenText))
  if (target.dataset.copy === "link") return copyLink(target)
  if (target.dataset.copy) return copy(panel.root, target)
  if (target.dataset.to) return flash(panel.root, target.dataset.to)
  const newTab = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
  if (target.tagName !== "A" || !target.hasAttribute("href") || newTab) return
  event.preventDefault()
  if (target.closest(".items tbody tr")) announce(target.dataset.keep)
  go(panel, target.getAttribute("href"))
}

// A link that is under way is not followed twice: each time would make the server begin again.
function go(panel, href) {
  if (panel.pending === href) return
  panel.pending = href
  clearTimeout(panel.patience)
  panel.patience = setTimeout(() => { panel.pending = null }, PATIENCE_MS)
  panel.send(href)
}

function onKey(panel, event) {
  const origin = event.composedPath()[0]
  const typing = origin.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(origin.tagName)
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (!panel.root.querySelector(`[data-hotkey="${CSS.escape(key)}"]`)) return
  event.preventDefault()
  // Keys pressed faster than items arrive are kept, so that five presses are five steps.
  if (panel.pending === null) press(panel, key)
  else if (panel.keys.length < MAX_KEYS) panel.keys.push(key)
}

function press(panel, key) {
  panel.root.querySelector(`[data-hotkey="${CSS.escape(key)}"]`)?.click()
}

function mount(parentElement) {
  const root = parentElement.querySelector(".root")
  const panel = { root, shown: "", pending: null, patience: 0, keys: [], send: () => {} }
  panel.onKey = (event) => onKey(panel, event)
  root.addEventListener("click", (event) => onClick(panel, event))
  document.addEventListener("keydown", panel.onKey)
  panels.set(parentElement, panel)
  return panel
}

export default function ({ data, parentElement, setTriggerValue }) {
  const panel = panels.get(parentElement) ?? mount(parentElement)
  panel.send = (href) => setTriggerValue("go", href)
  const shown = JSON.stringify(data)
  if (shown !== panel.shown) {
    const before = remember(panel.root)
    panel.root.className = `root ${data.name}`
    panel.root.replaceChildren(...data.nodes.map(build))
    panel.shown = shown
    panel.pending = null
    restore(panel.root, before)
    markCurrent(panel.root)
  }
  if (data.current && data.current !== current) announce(data.current)
  if (panel.pending === null && panel.keys.length) press(panel, panel.keys.shift())
  return () => {
    document.removeEventListener("keydown", panel.onKey)
    panels.delete(parentElement)
  }
}
