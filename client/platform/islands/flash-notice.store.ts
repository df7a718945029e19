/** A message for the next page, stored in this tab for a short time before a page is left. */
import { storedText } from '../storage/stored-value.store.ts'

/** Longer than a page takes to load, and short enough that no unrelated page shows the message. */
const LIFE_MS = 20_000

const notice = storedText('next-notice', () => sessionStorage)

/** Stores a message for the next page; `now` is in milliseconds since the epoch. */
export function setFlashNotice(message: string, now: number): void {
  notice.save(`${now} ${message}`)
}

/** Returns the stored message and removes it; `null` when there is none or it has expired. */
export function consumeFlashNotice(now: number): string | null {
  const [, at, message] = /^(\d+) (.+)$/.exec(notice.read() ?? '') ?? []
  notice.clear()
  return message !== undefined && now - Number(at) < LIFE_MS ? message : null
}
