/** Asks the shop for suggestions: late enough not to ask for every key, never too late for the last one. */
import { useEffect, useRef, useState } from 'react'
import { CLIENT_TIMEOUT_MS, isLongEnough } from '../../../schema/catalog/search/search.ts'
import type { Suggestions } from '../../../schema/catalog/search/suggest.api.ts'
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import { NETWORK_MESSAGES } from '../../platform/api/call-api.ts'

/** Between two keys of somebody who types. */
const PAUSE_MS = 150
/** Answers that this page remembers; offline they are all there is. */
const MAX_CACHED = 50

const TOO_LONG = 'The search took too long.'

export interface SuggestionState {
  /** The last answer; it stays while the next one is on its way. */
  found: { term: string; answer: Suggestions } | null
  waiting: boolean
  /** Why there is no answer to the last request; `null` when there is one. */
  problem: string | null
  /** Asks the last request again. */
  again: () => void
}

const cached = new Map<string, Suggestions>()

function keep(term: string, answer: Suggestions): void {
  cached.set(term, answer)
  for (const oldest of cached.keys()) {
    if (cached.size <= MAX_CACHED) break
    cached.delete(oldest)
  }
}

/** Rejects with the words to show. */
async function ask(term: string, signal: AbortSignal): Promise<Suggestions> {
  const response = await fetch(`/api/ext/suggest?q=${encodeURIComponent(term)}`, {
    signal,
    headers: { Accept: 'application/json' },
  }).catch(() => {
    throw new Error(NETWORK_MESSAGES.offline)
  })
  const reply: Reply<Suggestions> | null = await response.json().catch(() => null)
  if (reply?.code === 200) return reply.result
  throw new Error(reply?.code === 503 ? TOO_LONG : NETWORK_MESSAGES.format)
}

/** Suggestions for what is typed. Only the answer to the last request counts; earlier ones are broken off. */
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
    const known = cached.get(term)
    if (known) return settle(known)
    const own = new AbortController()
    let late = false
    setState({ waiting: true, problem: null })
    // A try that was asked for is made at once.
    const pause = attempt === attempted.current ? PAUSE_MS : 0
    attempted.current = attempt
    const start = setTimeout(() => {
      ask(term, own.signal).then(
        (answer) => {
          if (own.signal.aborted) return
          keep(term, answer)
          settle(answer)
        },
        (error: Error) => {
          if (late) settle(null, TOO_LONG)
          else if (!own.signal.aborted) settle(null, error.message)
        },
      )
    }, pause)
    const end = setTimeout(() => {
      late = true
      own.abort()
    }, pause + CLIENT_TIMEOUT_MS)
    return () => {
      clearTimeout(start)
      clearTimeout(end)
      own.abort()
    }
  }, [term, attempt])

  return { found, ...state, again: () => setAttempt((before) => before + 1) }
}
