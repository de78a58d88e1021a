// What keys do: each clicks what carries it as its hotkey. Links that are pressed faster than the server
// answers are kept and taken together.

const PATIENCE_MS = 3000
const MAX_KEYS = 200

function onKey(panel, event) {
  const origin = event.composedPath()[0]
  const typing = origin.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(origin.tagName)
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (key === "Escape") for (const pop of panel.root.querySelectorAll("details.pop[open]")) pop.open = false
  const pops = openPops()
  if (key === "Enter" && origin.dataset?.why && panel.root.contains(origin)) return explain(origin)
  const target = panel.root.querySelector(`[data-hotkey="${CSS.escape(key)}"]`)
  // While something is open over the page, only its own key acts.
  if (!target || (pops.length && !pops.some((pop) => pop.contains(target)))) return
  event.preventDefault()
  // Streamlit has keys of its own (R draws the page anew); ours come first, on the window.
  event.stopPropagation()
  // The link by which one came to this page is not what the keys act on.
  if (origin.closest?.(".header")) origin.blur()
  const href = target.getAttribute("href")
  // Keys pressed faster than items arrive are kept, so that forty presses are forty steps. A key that is
  // held down steps as fast as items arrive, and is not kept: with its release the stepping ends.
  if (panel.pending === null || href === null || (panel.isAhead && ahead[href] && !panel.keys.length)) press(panel, key, 1)
  else if (!event.repeat) keep(panel, key)
}

function keep(panel, key) {
  if (panel.keys.reduce((sum, [, n]) => sum + n, 0) >= MAX_KEYS) return
  const last = panel.keys.at(-1)
  if (last?.[0] === key) last[1] += 1
  else panel.keys.push([key, 1])
}

// Several steps of one key are asked for at once: only the item that they end at is drawn.
function press(panel, key, n) {
  const links = panel.root.querySelectorAll(`[data-hotkey="${CSS.escape(key)}"]`)
  if (n > 1 && links[0]?.dataset.times !== undefined) {
    expectAnswer(panel, `${n} × ${key}`)
    panel.isAhead = false
    return panel.ask({ what: `step:${key}`, text: String(n) })
  }
  if (n > 1) panel.keys.unshift([key, n - 1])
  for (const link of links) reveal(link)
}

// What a key opens is brought into view.
function reveal(link) {
  link.click()
  const details = link.tagName === "SUMMARY" && link.closest("details:not(.pop)")
  if (details) requestAnimationFrame(() => { if (details.open) details.scrollIntoView({ block: "nearest" }) })
}

function pressKept(panel) {
  while (panel.pending === null && panel.keys.length) press(panel, ...panel.keys.shift())
}

function expectAnswer(panel, what) {
  panel.pending = what
  clearTimeout(panel.patience)
  panel.patience = setTimeout(() => {
    panel.pending = null
    pressKept(panel)
  }, PATIENCE_MS)
}
