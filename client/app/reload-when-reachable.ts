/** Reloads the page that the offline page replaced, as soon as the shop answers. */
import { isShopReachable } from '../platform/api/is-shop-reachable.ts'

const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 30_000

interface Ports {
  /** Resolves to true when the shop answers. */
  isReachable(): Promise<boolean>
  /** Resolves after `ms`, or earlier when the browser reports a connection. */
  pause(ms: number): Promise<void>
}

/** Resolves when the shop answers. Browsers often report a connection before it works, so one check is not enough (A9). */
export async function waitUntilReachable({ isReachable, pause }: Ports): Promise<void> {
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, MAX_PAUSE_MS)) {
    await pause(ms)
    if (await isReachable()) return
  }
}

/** Reloads this page when the shop answers. */
export async function reloadWhenReachable(): Promise<void> {
  await waitUntilReachable({
    isReachable: isShopReachable,
    pause: (ms) =>
      new Promise((resolve) => {
        const finish = () => {
          removeEventListener('online', finish)
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(finish, ms)
        addEventListener('online', finish)
      }),
  })
  location.reload()
}
