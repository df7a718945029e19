/** Reads search suggestions, with a delay that skips the requests between two keys. */
import { useEffect, useRef, useState } from 'react'
import { CLIENT_TIMEOUT_MS, isLongEnough } from '../../../schema/catalog/search/search.ts'
import type { Suggestions } from '../../../schema/catalog/search/suggest.api.ts'
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import { NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { hasSavedVehicle } from '../vehicle/saved-vehicle-key.store.ts'

/** Delay after a key before the request is sent. */
const DEBOUNCE_MS = 150
/** Maximum number of cached answers of this page; without a connection only these are available. */
const MAX_CACHED = 50

const TOO_LONG = 'The search took too long.'

export interface SuggestionState {
  /** The last answer; it stays while the next request is running. */
  found: { term: string; answer: Suggestions } | null
  waiting: boolean
  /** Why the last request failed; `null` when it did not. */
  problem: string | null
  /** Repeats the last request. */
  retry: () => void
}

const cached = new Map<string, Suggestions>()

function cache(term: string, answer: Suggestions): void {
  cached.set(term, answer)
  for (const oldest of cached.keys()) {
    if (cached.size <= MAX_CACHED) break
    cached.delete(oldest)
  }
}

/** Reads the suggestions for a term. Rejects with the message for the shopper. */
async function readSuggestions(term: string, signal: AbortSignal): Promise<Suggestions> {
  const response = await fetch(`/api/ext/suggest?q=${encodeURIComponent(term)}`, {
    signal,
    headers: { Accept: 'application/json' },
  }).catch(() => {
    throw new Error(NETWORK_MESSAGES.offline)
  })
  const reply: Reply<Suggestions> | null = await response.json().catch(() => null)
  if (reply?.code === 200) {
    const { result } = reply
    // The code about the saved car is only loaded when there is one.
    if (!hasSavedVehicle()) return result
    return import('../vehicle/saved-vehicle-page.ts').then(
      ({ markSuggestions }) => markSuggestions(result),
      () => result,
    )
  }
  throw new Error(reply?.code === 503 ? TOO_LONG : NETWORK_MESSAGES.format)
}

/** Returns the suggestions for the typed text. A new request aborts the earlier one. */
export function useSuggestions(typed: string): SuggestionState {
  const term = typed.trim().replace(/\s+/g, ' ').toLowerCase()
  const [found, setFound] = useState<SuggestionState['found']>(null)
  const [state, setState] = useState<{ waiting: boolean; problem: string | null }>({
    waiting: false,
    problem: null,
  })
  const [attempt, setAttempt] = useState(0)
  const attempted = useRef(0)

  useEffect(() => {
    const settle = (answer: Suggestions | null, problem: string | null = null) => {
      setFound(answer && { term, answer })
      setState({ waiting: false, problem })
    }
    if (!isLongEnough(term)) return settle(null)
    const fromCache = cached.get(term)
    if (fromCache) return settle(fromCache)
    const controller = new AbortController()
    let isTimeout = false
    setState({ waiting: true, problem: null })
    // A retry by the shopper is sent without delay.
    const delay = attempt === attempted.current ? DEBOUNCE_MS : 0
    attempted.current = attempt
    const start = setTimeout(() => {
      readSuggestions(term, controller.signal).then(
        (answer) => {
          if (controller.signal.aborted) return
          cache(term, answer)
          settle(answer)
        },
        (error: Error) => {
          if (isTimeout) settle(null, TOO_LONG)
          else if (!controller.signal.aborted) settle(null, error.message)
        },
      )
    }, delay)
    const timeout = setTimeout(() => {
      isTimeout = true
      controller.abort()
    }, delay + CLIENT_TIMEOUT_MS)
    return () => {
      clearTimeout(start)
      clearTimeout(timeout)
      controller.abort()
    }
  }, [term, attempt])

  return { found, ...state, retry: () => setAttempt((before) => before + 1) }
}
