/**
 * Blocks leaving a page while a submitted form waits for its reply, even when the session ends meanwhile: after a new
 * sign-in the form is sent again (client/identity/session/authenticated-requests.ts).
 */
const blocks = new Set<object>()
const deferred = new Set<() => void>()

/** Blocks navigation. Returns the function that removes this block; a second call of it does nothing. */
export function blockNavigation(): () => void {
  const block = {}
  blocks.add(block)
  return () => {
    if (!blocks.delete(block) || blocks.size > 0) return
    const actions = [...deferred]
    deferred.clear()
    for (const action of actions) action()
  }
}

/** Runs `action` now, or as soon as the last block is removed. */
export function whenUnblocked(action: () => void): void {
  if (blocks.size === 0) action()
  else deferred.add(action)
}
