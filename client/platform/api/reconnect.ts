import { reconnectDelay } from '../../../schema/platform/reconnect-delay.ts'

interface ReconnectPorts {
  /** Calls back after so many milliseconds; gives the way to stop that. */
  after(ms: number, act: () => void): () => void
  chance(): number
}

/** Calls `act` after a pause that grows with every attempt; one call waits at a time. */
export function openReconnect(ports: ReconnectPorts, act: () => void) {
  let attempts = 0
  let cancel: (() => void) | null = null
  return {
    later(): void {
      if (cancel) return
      cancel = ports.after(reconnectDelay(attempts, ports.chance()), () => {
        cancel = null
        act()
      })
      attempts += 1
    },
    /** The connection works: the next pause is short again. */
    succeeded(): void {
      attempts = 0
    },
    cancel(): void {
      cancel?.()
      cancel = null
    },
  }
}
