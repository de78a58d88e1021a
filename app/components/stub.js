// What every panel brings along: the script itself comes once, in a component of its own (panel.py).
const room = (globalThis.lanescope ??= { waiting: new Map() })

export default function (component) {
  if (room.draw) room.draw(component)
  else room.waiting.set(component.parentElement, component)
  return () => {
    room.waiting.delete(component.parentElement)
    room.leave?.(component.parentElement)
  }
}
