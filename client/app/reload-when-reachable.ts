/** Reloads the page that the offline notice replaced, as soon as the shop answers. */
import { isShopReachable } from '../platform/api/is-shop-reachable.ts'

const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 30_000

interface Ports {
  /** Resolves to true when the shop answers. */
  isReachable(): Promise<boolean>
  /** Resolves after `ms`, or earlier when the browser reports a connection. */
  pause(ms: number): Promise<void>
}

/** Resolves once the shop answers. A browser often reports a connection before it works, so one attempt is not enough (A9). */
export async function waitUntilReachable({ isReachable, pause }: Ports): Promise<void> {
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, MAX_PAUSE_MS)) {
    await pause(ms)
    if (await isReachable()) return
  }
}

/** Reloads this page once the shop answers. */
export async function reloadWhenReachable(): Promise<void> {
  await waitUntilReachable({
    isReachable: isShopReachable,
    pause: (ms) =>
      new Promise((resolve) => {
        const end = () => {
          removeEventListener('online', end)
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(end, ms)
        addEventListener('online', end)
      }),
  })
  location.reload()
}
