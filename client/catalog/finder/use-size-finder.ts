import { useRef, useState } from 'react'
import type { FinderSize, FinderView } from '../../../schema/catalog/finder/finder.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { type FinderFailure, toFinderFailure } from './finder-failure.tsx'

export interface SizeFinderState {
  view: FinderView
  chosen: FinderSize | null
  /** False until something was chosen here; then what is read out follows. */
  isAwake: boolean
  failure: FinderFailure | null
  pick(part: Partial<FinderSize>): void
  retry(): void
  dismiss(): void
}

/** The size mode: always a whole size that is in stock; each choice narrows the next and is counted anew. */
export function useSizeFinder(first: FinderView): SizeFinderState {
  const [view, setView] = useState(first)
  const [chosen, setChosen] = useState(first.chosen)
  const [isAwake, setAwake] = useState(false)
  const [failure, setFailure] = useState<FinderFailure | null>(null)
  const asking = useRef(0)

  function pick(part: Partial<FinderSize>): void {
    if (!chosen) return
    const asked = { ...chosen, ...part }
    const turn = ++asking.current
    setChosen(asked)
    setAwake(true)
    setFailure(null)
    const params = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
    void callApi<FinderView>(`/api/ext/finder?${params}`).then((outcome) => {
      // Only the answer to the last request counts.
      if (turn !== asking.current) return
      if (!outcome.ok) return setFailure(toFinderFailure(outcome))
      if (!outcome.value.chosen) return
      setView(outcome.value)
      setChosen(outcome.value.chosen)
    })
  }
  return {
    view,
    chosen,
    isAwake,
    failure,
    pick,
    retry: () => pick({}),
    dismiss: () => setFailure(null),
  }
}
