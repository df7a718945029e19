/** Words for the page that comes next, from one that is about to leave: stored in this tab for a moment. */
const KEY = 'next-notice'
/** Longer than a page takes to come, too short to be met somewhere else. */
const LIFE_MS = 20_000

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function setFlashNotice(storage: TextStorage, words: string, now: number): void {
  try {
    storage.setItem(KEY, `${now} ${words}`)
  } catch {
    // Full or forbidden: what happened shows anyway.
  }
}

/** The words, once; `null` when there are none or they are late. */
export function takeFlashNotice(storage: TextStorage, now: number): string | null {
  try {
    const [, at, words] = /^(\d+) (.+)$/.exec(storage.getItem(KEY) ?? '') ?? []
    storage.removeItem(KEY)
    return words !== undefined && now - Number(at) < LIFE_MS ? words : null
  } catch {
    return null
  }
}
