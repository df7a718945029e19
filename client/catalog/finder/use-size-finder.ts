import { useRef, useState } from 'react'
import type { FinderSize, FinderView } from '../../../schema/catalog/finder/finder.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { type FinderFailure, toFinderFailure } from './finder-failure.tsx'

export interface SizeFinderState {
  view: FinderView
  chosen: FinderSize | null
  /** Whether the shopper has chosen a value; from then on screen readers announce the result. */
  isTouched: boolean
  failure: FinderFailure | null
  pick(part: Partial<FinderSize>): void
  retry(): void
  dismiss(): void
}

/** Returns the state of the search by size: always a complete size in stock; each choice reads the number of results. */
export function useSizeFinder(first: FinderView): SizeFinderState {
  const [view, setView] = useState(first)
  const [chosen, setChosen] = useState(first.chosen)
  const [isTouched, setTouched] = useState(false)
  const [failure, setFailure] = useState<FinderFailure | null>(null)
  const lastRequest = useRef(0)

  function pick(part: Partial<FinderSize>): void {
    if (!chosen) return
    const wanted = { ...chosen, ...part }
    const request = ++lastRequest.current
    setChosen(wanted)
    setTouched(true)
    setFailure(null)
    const params = new URLSearchParams(Object.entries(wanted).map(([name, value]) => [name, String(value)]))
    void callApi<FinderView>(`/api/ext/finder?${params}`).then((outcome) => {
      // Only the response to the last request is used.
      if (request !== lastRequest.current) return
      if (!outcome.ok) return setFailure(toFinderFailure(outcome))
      if (!outcome.value.chosen) return
      setView(outcome.value)
      setChosen(outcome.value.chosen)
    })
  }
  return {
    view,
    chosen,
    isTouched,
    failure,
    pick,
    retry: () => pick({}),
    dismiss: () => setFailure(null),
  }
}
