/**
 * A page on which somebody has typed stays while its words wait for an answer, even when the session ends meanwhile:
 * anyone who signs in again goes on with them (client/identity/session/authenticated-requests.ts).
 */
let holders = 0
const waiting = new Set<() => void>()

/** Keeps the page. Returns the way to let go of it, once. */
export function blockNavigation(): () => void {
  holders += 1
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    holders -= 1
    if (holders > 0) return
    const acts = [...waiting]
    waiting.clear()
    for (const act of acts) act()
  }
}

/** Acts now, or as soon as nobody keeps the page. */
export function whenUnblocked(act: () => void): void {
  if (holders === 0) act()
  else waiting.add(act)
}
