/** The recently viewed products, stored in this browser only. */
import { addRecentlyViewed, RECENTLY_VIEWED_MAX } from '../../../schema/account/saved/wish-list.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'

/** The stored skus, newest first. */
export const recentlyViewed = storedValue('viewed', (stored): readonly string[] =>
  Array.isArray(stored) ? stored.filter((sku) => typeof sku === 'string').slice(0, RECENTLY_VIEWED_MAX) : [],
)

/** Saves a product as the last viewed one. */
export function saveViewed(sku: string): void {
  recentlyViewed.save(addRecentlyViewed(recentlyViewed.read(), sku))
}
