/** What was looked at last, in this browser alone (spec §2 "recently viewed products"). */
import { addRecentlyViewed, RECENTLY_VIEWED_MAX } from '../../../schema/account/saved/wish-list.ts'

const KEY = 'viewed'

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Skus, the newest first. */
export function readViewed(storage: Kept | null): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter((sku): sku is string => typeof sku === 'string').slice(0, RECENTLY_VIEWED_MAX)
  } catch {
    return []
  }
}

export function saveViewed(storage: Kept | null, sku: string): void {
  try {
    storage?.setItem(KEY, JSON.stringify(addRecentlyViewed(readViewed(storage), sku)))
  } catch {
    // Full or forbidden: nothing was viewed.
  }
}

/** Forgets everything, at the sign-out. */
export function clearViewed(storage: Kept | null): void {
  try {
    storage?.removeItem(KEY)
  } catch {
    // Forbidden storage kept nothing in the first place.
  }
}
