/** Scrolling of a form: 500 ms, to 50 px below the top of the window, or 80 px for a field with an error. */

const SCROLL_MS = 500

/** Pixels between the top of the window and the target. */
export const STEP_OFFSET = 50
export const ERROR_OFFSET = 80

/** Returns the share of the distance after a share of the time: fast at first, slow at the end. */
export function easeOut(share: number): number {
  return 1 - (1 - Math.min(1, Math.max(0, share))) ** 3
}

/**
 * Scrolls until `target` is `offset` pixels below the top; at once for shoppers who prefer reduced motion. A press or
 * another scroll ends the animation, so that a pressed button stays in place and the shopper's own scrolling wins.
 */
export function scrollToTarget(target: Element, offset: number): void {
  const from = scrollY
  const distance = target.getBoundingClientRect().top - offset
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    scrollTo({ top: from + distance, behavior: 'instant' })
    return
  }
  const ended = new AbortController()
  const end = () => ended.abort()
  for (const type of ['wheel', 'pointerdown']) {
    addEventListener(type, end, { passive: true, signal: ended.signal })
  }
  const began = performance.now()
  let last = from
  const step = (now: number) => {
    if (ended.signal.aborted) return
    if (scrollY !== last) return end()
    const share = (now - began) / SCROLL_MS
    scrollTo({ top: from + distance * easeOut(share), behavior: 'instant' })
    last = scrollY
    if (share < 1) requestAnimationFrame(step)
    else end()
  }
  requestAnimationFrame(step)
}

/** Scrolls to a field with an error, unless the field is visible already. */
export function scrollToError(field: Element): void {
  const { top, bottom } = field.getBoundingClientRect()
  if (top >= ERROR_OFFSET && bottom <= innerHeight - ERROR_OFFSET) return
  scrollToTarget(field, ERROR_OFFSET)
}
