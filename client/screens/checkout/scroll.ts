/** Scrolling of a form (spec §9): 500 ms, 50 px off the edge, 80 px where something is wrong. */

const SCROLL_MS = 500

/** Pixels between the top of the window and what is scrolled to. */
export const STEP_OFFSET = 50
export const ERROR_OFFSET = 80

/** Share of the way after a share of the time: quick first, gentle at the end. */
export function easeOut(share: number): number {
  return 1 - (1 - Math.min(1, Math.max(0, share))) ** 3
}

/**
 * Scrolls until `target` stands `offset` pixels below the top; at once for who wants no motion. A wheel or a finger ends it:
 * the reader's own scrolling comes first.
 */
export function scrollToTarget(target: Element, offset: number): void {
  const from = scrollY
  const way = target.getBoundingClientRect().top - offset
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    scrollTo({ top: from + way, behavior: 'instant' })
    return
  }
  const ended = new AbortController()
  const end = () => ended.abort()
  for (const act of ['wheel', 'touchstart']) {
    addEventListener(act, end, { passive: true, signal: ended.signal })
  }
  const began = performance.now()
  const go = (now: number) => {
    if (ended.signal.aborted) return
    const share = (now - began) / SCROLL_MS
    scrollTo({ top: from + way * easeOut(share), behavior: 'instant' })
    if (share < 1) requestAnimationFrame(go)
    else end()
  }
  requestAnimationFrame(go)
}

/** The same for a field with an error; one that is in sight already stays where it is. */
export function scrollToError(field: Element): void {
  const { top, bottom } = field.getBoundingClientRect()
  if (top >= ERROR_OFFSET && bottom <= innerHeight - ERROR_OFFSET) return
  scrollToTarget(field, ERROR_OFFSET)
}
