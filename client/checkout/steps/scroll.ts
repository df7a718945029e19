/** Scrolling of a form: 500 ms, 50 px off the edge, 80 px where something is wrong. */

const SCROLL_MS = 500

/** Pixels between the top of the window and what is scrolled to. */
export const STEP_OFFSET = 50
export const ERROR_OFFSET = 80

/** Share of the way after a share of the time: quick first, gentle at the end. */
export function easeOut(share: number): number {
  return 1 - (1 - Math.min(1, Math.max(0, share))) ** 3
}

/**
 * Scrolls until `target` stands `offset` pixels below the top; at once for who wants no motion. A press ends it, and
 * whatever else scrolls: a button that is pressed must not slip away, and the reader's own way comes first.
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
  for (const act of ['wheel', 'pointerdown']) {
    addEventListener(act, end, { passive: true, signal: ended.signal })
  }
  const began = performance.now()
  let left = from
  const go = (now: number) => {
    if (ended.signal.aborted) return
    if (scrollY !== left) return end()
    const share = (now - began) / SCROLL_MS
    scrollTo({ top: from + way * easeOut(share), behavior: 'instant' })
    left = scrollY
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
