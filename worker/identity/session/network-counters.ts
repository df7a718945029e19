/** Counters of a network in D1: its own, and for IPv6 those of the /56 and the /48 around it, which may have more. */
import type { Context } from 'hono'
import { WIDER_NETWORKS } from '../../../schema/platform/limits/limits.ts'
import type { AttemptCounter } from '../../platform/limits/rate-limit-counter.sql.ts'
import { networkHash, widerNetworkKeys } from './session.ts'

export interface Counter extends AttemptCounter {
  max: number
}

/** `idOf` gives the counter's name for the key of a network. */
export function networkCounters(
  c: Context,
  { windowMs, max }: { windowMs: number; max: number },
  idOf: (network: string) => string,
): Counter[] {
  const wider = widerNetworkKeys(c).map((network, at) => ({
    ...{ id: idOf(network), windowMs, max: max * (WIDER_NETWORKS[at] ?? 1) },
  }))
  return [{ id: idOf(networkHash(c)), windowMs, max }, ...wider]
}
