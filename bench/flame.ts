/** Draws the five calls of a checkout: each call of a binding with its milliseconds, and which waited for which. */
import type { BenchShop } from './bench-shop.ts'
import { type ApiReply, CALL_NAMES, type CallName, checkoutCall, post } from './guest-checkout.ts'
import { quantile } from './measure.ts'
import type { Trip, TripKind } from './worker/trip-recorder.ts'

const ROUNDS = 41

export interface Flame {
  call: CallName
  /** Milliseconds of the whole request, as the client sees it; the median of the rounds. */
  ms: number
  /** The calls of bindings; the medians of the rounds. */
  trips: Trip[]
}

/**
 * Returns how many trips of a kind waited for one another: the longest chain in which each begins after the one
 * before has ended.
 */
export function sequentialTrips(trips: readonly Trip[], kind: TripKind): number {
  const chains: { to: number; length: number }[] = []
  for (const { from, to } of trips.filter((trip) => trip.kind === kind)) {
    const before = chains.filter((chain) => chain.to <= from).map(({ length }) => length)
    chains.push({ to: to ?? Number.POSITIVE_INFINITY, length: 1 + Math.max(0, ...before) })
  }
  return Math.max(0, ...chains.map(({ length }) => length))
}

/** Records checkouts one after the other. */
export async function recordCheckouts({ url }: BenchShop, sku: string): Promise<Flame[]> {
  const rounds: Record<CallName, Flame[]> = {
    create: [],
    update: [],
    'shipping-methods': [],
    'shipping-information': [],
    order: [],
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    let quoteId = ''
    for (const call of CALL_NAMES) {
      const { path, body } = checkoutCall(call, quoteId, sku)
      const from = performance.now()
      const recorded = await post(url, `/__recorded?path=${encodeURIComponent(path)}`, body)
      const ms = performance.now() - from
      const { status, text, trips } = recorded as unknown as { status: number; text: string; trips: Trip[] }
      if (status !== 200) throw new Error(`${call} answers ${status}: ${text}`)
      if (call === 'create') quoteId = String((JSON.parse(text) as ApiReply).result)
      // The first rounds fill the caches of the isolate.
      if (round >= ROUNDS / 4) rounds[call].push({ call, ms, trips })
    }
  }
  return CALL_NAMES.map((call) => medianFlame(call, rounds[call]))
}

/** Returns the medians of the rounds with the same calls as the round of the median duration. */
function medianFlame(call: CallName, rounds: readonly Flame[]): Flame {
  const sorted = rounds.toSorted((a, b) => a.ms - b.ms)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error(`${call} was not recorded`)
  const namesOf = ({ trips }: Flame) => trips.map(({ name }) => name).join()
  const equal = rounds.filter((flame) => namesOf(flame) === namesOf(middle))
  const median = (at: number, end: 'from' | 'to') =>
    quantile(
      equal.map(({ trips }) => trips[at]?.[end] ?? Number.NaN),
      0.5,
    )
  const trips = middle.trips.map((trip, at) => ({
    ...trip,
    from: median(at, 'from'),
    to: trip.to === null ? null : median(at, 'to'),
  }))
  return { call, ms: middle.ms, trips }
}

/** Formats one call as lines of text. */
export function formatFlame({ call, ms, trips }: Flame): string[] {
  const head = `${call}: ${ms.toFixed(1)} ms, sequential D1 trips ${sequentialTrips(trips, 'D1')}, of ${trips.filter(({ kind }) => kind === 'D1').length}`
  return [
    head,
    ...trips.map(
      ({ kind, name, from, to }) =>
        `  ${from.toFixed(1)} to ${to?.toFixed(1) ?? 'after the reply'}  ${kind}  ${name}`,
    ),
  ]
}
