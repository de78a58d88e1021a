// What keys do: each clicks what carries it as its hotkey. Links that are pressed faster than the server
// answers are kept and taken together.

const PATIENCE_MS = 10000
const MAX_KEYS = 200
const GONE_MS = 1000
// Keys that are waiting, by the name of their panel: the page may mount a panel anew while it is drawn.
const kept = new Map()

function onKey(panel, event) {
  if (!isNewest(panel)) return
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
  if (href === null || isReady(panel)) press(panel, key, 1)
  else if (!event.repeat) keep(panel, key)
}

// Of a panel that the page mounts anew, the one before may still be there for a moment.
function isNewest(panel) {
  return [...panels.values()].findLast((other) => other.name === panel.name) === panel
}

// A press while the server is still drawing could get lost there.
function isReady(panel) {
  return panel.pending === null && (!panel.here || panel.here === settled) && isNewest(panel)
}

function keysOf(panel) {
  if (!kept.has(panel.name)) kept.set(panel.name, [])
  return kept.get(panel.name)
}

function keep(panel, key) {
  const keys = keysOf(panel)
  if (keys.reduce((sum, [, n]) => sum + n, 0) >= MAX_KEYS) return
  const last = keys.at(-1)
  if (last?.[0] === key) last[1] += 1
  else keys.push([key, 1])
}

// Keys of a panel that is gone for good are forgotten, not pressed when it comes back.
function forgetKeys(name) {
  setTimeout(() => { if (![...panels.values()].some((panel) => panel.name === name)) kept.delete(name) }, GONE_MS)
}

// Several steps of one key are asked for at once: only the item that they end at is drawn.
function press(panel, key, n) {
  const links = panel.root.querySelectorAll(`[data-hotkey="${CSS.escape(key)}"]`)
  if (n > 1 && links[0]?.dataset.times !== undefined) {
    expectAnswer(panel, `${n} × ${key}`)
    panel.isAhead = false
    return panel.ask({ what: `step:${key}`, text: String(n) })
  }
  if (n > 1) keysOf(panel).unshift([key, n - 1])
  for (const link of links) reveal(link)
}

// What a key opens is brought into view.
function reveal(link) {
  link.click()
  const details = link.tagName === "SUMMARY" && link.closest("details:not(.pop)")
  if (details) requestAnimationFrame(() => { if (details.open) details.scrollIntoView({ block: "nearest" }) })
}

function pressKept(panel) {
  while (isReady(panel) && keysOf(panel).length) press(panel, ...keysOf(panel).shift())
}

function expectAnswer(panel, what) {
  panel.pending = what
  clearTimeout(panel.patience)
  panel.patience = setTimeout(() => {
    panel.pending = null
    settled = panel.here
    pressKept(panel)
  }, PATIENCE_MS)
}
