
// What panels and charts have to do with each other: witnesses that are clicked, and zoom that is kept.

// A witness clicked in a chart follows the link of its row. The chart is asked just before the click.
const charts = new WeakSet()
function listenTo(event) {
  const plot = event.target.closest?.(".js-plotly-plot")
  const key = plot?.closest("[class*='st-key-shot']")?.className.match(/st-key-(\w+)/)?.[1]
  if (!key || !plot.on || charts.has(plot)) return
  charts.add(plot)
  plot.on("plotly_click", ({ points }) => {
    const row = points.map((point) => point.customdata).find((value) => Number.isInteger(value) && value >= 0)
    if (row === undefined) return
    for (const panel of panels.values()) panel.root.querySelector(`[data-row="${key}:${row}"]`)?.click()
  })
}
window.addEventListener("pointerdown", listenTo, true)

// A chart is made anew with every change. So the link of a change carries what part of the picture is shown.
function zoomed(href) {
  const layout = document.querySelector("[class*='st-key-shot'] .js-plotly-plot")?.layout
  if (!layout?.meta?.home) return href
  const shown = [...layout.xaxis.range, ...layout.yaxis.range]
  const [path, query] = href.split("?")
  const params = new URLSearchParams(query)
  const isHome = shown.every((n, i) => Math.abs(n - layout.meta.home[i]) < 0.01)
  if (isHome) params.delete("zoom")
  else params.set("zoom", shown.map((n) => String(Math.round(n * 100) / 100)).join(","))
  return `${path}?${params}`
}
