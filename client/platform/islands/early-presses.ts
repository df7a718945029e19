/** What was pressed before the script of a page could answer is done when it can. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

declare global {
  interface Window {
    /** Presses on the app's buttons that no form answers, noted by its document (worker/layout/app.page.tsx). */
    earlyPresses?: Event[]
  }
}

/** For an element whose buttons need the script: repeats the presses of before, each after what the last one changed. */
export function useEarlyPresses(): RefObject<HTMLSpanElement | null> {
  const own = useRef<HTMLSpanElement>(null)
  const early = useRef<Event[]>([])
  useLayoutEffect(() => {
    own.current?.setAttribute('data-awake', '')
    const noted = window.earlyPresses ?? []
    // A press that is on its way still is React's own.
    early.current = noted.filter(
      ({ target, eventPhase }) => !eventPhase && own.current?.contains(target as Node),
    )
    window.earlyPresses = noted.filter(({ target }) => !own.current?.contains(target as Node))
  }, [])
  // Stores are listened to from now on: the next press finds what this one has changed.
  useEffect(() => {
    for (const { target } of early.current) setTimeout(() => (target as Element).closest('button')?.click())
  }, [])
  return own
}
