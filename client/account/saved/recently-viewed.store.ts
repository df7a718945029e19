/** What was looked at last, in this browser alone. */
import { addRecentlyViewed, RECENTLY_VIEWED_MAX } from '../../../schema/account/saved/wish-list.ts'

const KEY = 'viewed'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Skus, the newest first. */
export function readViewed(storage: TextStorage | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter((sku): sku is string => typeof sku === 'string').slice(0, RECENTLY_VIEWED_MAX)
  } catch {
    return []
  }
}

export function saveViewed(storage: TextStorage | null, sku: string): void {
  try {
    storage?.setItem(KEY, JSON.stringify(addRecentlyViewed(readViewed(storage), sku)))
  } catch {
    // Full or forbidden: nothing was viewed.
  }
}

/** Forgets everything, at the sign-out. */
export function clearViewed(storage: TextStorage | null): void {
  try {
    storage?.removeItem(KEY)
  } catch {
    // Forbidden storage stored nothing in the first place.
  }
}
