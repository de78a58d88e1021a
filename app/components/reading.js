// Inside the shown text: going to a place, saying why a value was not taken, copying, finding words.

const MAX_MATCHES = 2000
const FIND_MARKS = "lanescope-found"
const FIND_NOW = "lanescope-found-now"

function flash(root, id) {
  const mark = root.querySelector(`[data-mark="${CSS.escape(id)}"]`)
  if (!mark) return
  const box = mark.closest("[data-box]")
  mark.closest("details")?.setAttribute("open", "")
  if (box) box.scrollTop = offsetInside(box, mark) - box.clientHeight / 3
  mark.scrollIntoView({ block: "nearest" })
  mark.classList.add("flash")
  setTimeout(() => mark.classList.remove("flash"), FLASH_MS)
  if (mark.dataset.why) explain(mark)
}

// Below the text and not in it: what is read and copied there stays the raw text.
function explain(mark) {
  const line = mark.closest(".textbox")?.querySelector(".whyline")
  if (!line) return
  for (const other of line.getRootNode().querySelectorAll(".asked")) other.classList.remove("asked")
  mark.classList.add("asked")
  line.textContent = mark.dataset.why
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

function copyText(button, text, said) {
  navigator.clipboard.writeText(text).then(
    () => { button.textContent = said }, () => { button.textContent = "not allowed here" })
}

// The words looked for stay while one steps from item to item; those of the page's search come first.
function findAgain(panel) {
  const field = panel.root.querySelector("[data-find]")
  if (!field) return
  if (field.value !== panel.finding.given) panel.finding = { ...panel.finding, given: field.value, text: field.value }
  field.value = panel.finding.text
  find(panel, field.value)
}

function find(panel, text) {
  const ranges = []
  if (text) {
    const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu")
    for (const box of panel.root.querySelectorAll("[data-box]")) findIn(box, pattern, ranges)
  }
  panel.finding = { ...panel.finding, text, ranges, at: -1 }
  showMatches(panel)
}

function findIn(box, pattern, ranges) {
  for (const fold of box.querySelectorAll("button.fold")) {
    pattern.lastIndex = 0
    if (pattern.test(fold.hiddenText)) fold.replaceWith(document.createTextNode(fold.hiddenText))
  }
  box.normalize()
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const parts = []
  let text = ""
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node.parentElement.closest(".fold, .withheld")) continue
    parts.push({ node, start: text.length })
    text += node.data
  }
  let part = 0
  const place = (offset, isEnd) => {
    while (part + 1 < parts.length && parts[part + 1].start <= offset - (isEnd ? 1 : 0)) part += 1
    return [parts[part].node, offset - parts[part].start]
  }
  pattern.lastIndex = 0
  for (const match of text.matchAll(pattern)) {
    if (ranges.length === MAX_MATCHES) return
    const range = document.createRange()
    range.setStart(...place(match.index, false))
    range.setEnd(...place(match.index + match[0].length, true))
    ranges.push(range)
  }
}

function moveMatch(panel, by) {
  const { ranges, at } = panel.finding
  if (!ranges.length) return
  const now = at < 0 && by < 0 ? ranges.length - 1 : (at + by + ranges.length) % ranges.length
  panel.finding.at = now
  const range = ranges[now]
  const box = range.startContainer.parentElement.closest("[data-box]")
  const folded = box.closest("details")
  if (folded) folded.open = true
  const top = range.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop
  box.scrollTop = top - box.clientHeight / 3
  box.scrollIntoView({ block: "nearest" })
  showMatches(panel)
}

function showMatches(panel) {
  const { ranges, text, at } = panel.finding
  const n = ranges.length === MAX_MATCHES ? `${MAX_MATCHES}+` : String(ranges.length)
  const line = panel.root.querySelector(".findcount")
  const part = panel.root.querySelector(".withheld") ? ", in what is shown" : ""
  if (line) line.textContent = !text ? "" : at >= 0 ? `${at + 1} of ${n}` : (ranges.length ? `${n} found` : "not here") + part
  // Painted over the text, which stays as it is.
  if (!("highlights" in CSS)) return
  CSS.highlights.set(FIND_MARKS, new Highlight(...ranges))
  CSS.highlights.set(FIND_NOW, new Highlight(...(at < 0 ? [] : [ranges[at]])))
}

