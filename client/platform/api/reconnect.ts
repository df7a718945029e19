import { reconnectDelay } from '../../../schema/platform/reconnect-delay.ts'

interface ReconnectPorts {
  /** Calls `act` after `ms`; returns a function that cancels the call. */
  after(ms: number, act: () => void): () => void
  /** Returns a random number from 0 to 1. */
  chance(): number
}

/** Returns a timer that calls `act` after a delay, which grows with every attempt; at most one call is scheduled. */
export function createReconnectTimer(ports: ReconnectPorts, act: () => void) {
  let attempts = 0
  let cancel: (() => void) | null = null
  return {
    schedule(): void {
      if (cancel) return
      cancel = ports.after(reconnectDelay(attempts, ports.chance()), () => {
        cancel = null
        act()
      })
      attempts += 1
    },
    /** Resets the delay when the connection works. */
    reset(): void {
      attempts = 0
    },
    cancel(): void {
      cancel?.()
      cancel = null
    },
  }
}
