/** Wish list and recently viewed products (F6): skus, each once, the newest first. */

/** Bounds a list that a browser sends. */
export const WISH_LIST_MAX = 100
/** The most recently viewed products that are stored. */
export const RECENTLY_VIEWED_MAX = 24

/** Adds a sku at the front unless the list has it. */
export function addWishListItem(list: readonly string[], sku: string): readonly string[] {
  return list.includes(sku) ? list : [sku, ...list].slice(0, WISH_LIST_MAX)
}

export function removeWishListItem(list: readonly string[], sku: string): readonly string[] {
  return list.includes(sku) ? list.filter((one) => one !== sku) : list
}

/** Merges a guest's list into the customer's at the sign-in, the guest's first. */
export function mergeWishLists(guest: readonly string[], customer: readonly string[]): readonly string[] {
  return [...new Set([...guest, ...customer])].slice(0, WISH_LIST_MAX)
}

/** Moves the product to the front. */
export function addRecentlyViewed(list: readonly string[], sku: string): readonly string[] {
  return [sku, ...list.filter((one) => one !== sku)].slice(0, RECENTLY_VIEWED_MAX)
}
