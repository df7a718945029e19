/** A message for the page that comes next, from one that is about to leave: stored in this tab for a moment. */
import { storedText } from '../storage/stored-value.store.ts'

/** Longer than a page takes to come, too short to be met somewhere else. */
const LIFE_MS = 20_000

const notice = storedText('next-notice', () => sessionStorage)

export function setFlashNotice(message: string, now: number): void {
  notice.save(`${now} ${message}`)
}

/** Returns the message, once; `null` when there is none or it is late. */
export function takeFlashNotice(now: number): string | null {
  const [, at, message] = /^(\d+) (.+)$/.exec(notice.read() ?? '') ?? []
  notice.clear()
  return message !== undefined && now - Number(at) < LIFE_MS ? message : null
}
