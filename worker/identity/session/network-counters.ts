/** Attempt counters of a network in D1: its own, and for IPv6 those of its /56 and /48, which have higher limits. */
import type { Context } from 'hono'
import { WIDER_NETWORKS } from '../../../schema/platform/limits/limits.ts'
import type { AttemptCounter } from '../../platform/limits/rate-limit-counter.sql.ts'
import { networkHash, widerNetworkKeys } from './session.ts'

export interface LimitedCounter extends AttemptCounter {
  max: number
}

/** Returns the counters of the request's network. `idOf` returns the counter's id for the key of a network. */
export function networkCounters(
  c: Context,
  { windowMs, max }: { windowMs: number; max: number },
  idOf: (network: string) => string,
): LimitedCounter[] {
  const wider = widerNetworkKeys(c).map((network, index) => ({
    id: idOf(network),
    windowMs,
    max: max * (WIDER_NETWORKS[index] ?? 1),
  }))
  return [{ id: idOf(networkHash(c)), windowMs, max }, ...wider]
}
