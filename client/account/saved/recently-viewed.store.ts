/** The products looked at last, stored in this browser alone. */
import { addRecentlyViewed, RECENTLY_VIEWED_MAX } from '../../../schema/account/saved/wish-list.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'

/** Skus, the newest first. */
export const recentlyViewed = storedValue('viewed', (stored): readonly string[] =>
  Array.isArray(stored) ? stored.filter((sku) => typeof sku === 'string').slice(0, RECENTLY_VIEWED_MAX) : [],
)

export function saveViewed(sku: string): void {
  recentlyViewed.save(addRecentlyViewed(recentlyViewed.read(), sku))
}
