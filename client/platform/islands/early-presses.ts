/** Repeats presses on buttons that happened before hydration. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

declare global {
  interface Window {
    /** Presses on the app's buttons outside of forms, recorded by an inline script (worker/layout/app.page.tsx). */
    earlyPresses?: Event[]
  }
}

/** Returns the ref of an element; repeats the earlier presses on its buttons, each after the last one took effect. */
export function useEarlyPresses<E extends HTMLElement = HTMLSpanElement>(): RefObject<E | null> {
  const element = useRef<E>(null)
  const pending = useRef<Event[]>([])
  useLayoutEffect(() => {
    element.current?.setAttribute('data-awake', '')
    const recorded = window.earlyPresses ?? []
    // React itself handles a press that is still being dispatched.
    pending.current = recorded.filter(
      ({ target, eventPhase }) => !eventPhase && element.current?.contains(target as Node),
    )
    window.earlyPresses = recorded.filter(({ target }) => !element.current?.contains(target as Node))
  }, [])
  // Stores have their subscribers by now: each press is applied to the state that the last one left.
  useEffect(() => {
    for (const { target } of pending.current) setTimeout(() => (target as Element).closest('button')?.click())
  }, [])
  return element
}
