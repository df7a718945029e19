/** Wish list and recently viewed products (F6): skus, each once, newest first. */

/** The most products of a wish list. */
export const WISH_LIST_MAX = 100
/** The most recently viewed products that are stored. */
export const RECENTLY_VIEWED_MAX = 24

/** Adds a sku at the front unless the list has it. */
export function addWishListItem(list: readonly string[], sku: string): readonly string[] {
  return list.includes(sku) ? list : [sku, ...list].slice(0, WISH_LIST_MAX)
}

/** Removes a sku; returns the same list when it is absent. */
export function removeWishListItem(list: readonly string[], sku: string): readonly string[] {
  return list.includes(sku) ? list.filter((other) => other !== sku) : list
}

/** Merges a guest's list into the customer's at the sign-in; the guest's products come first. */
export function mergeWishLists(guest: readonly string[], customer: readonly string[]): readonly string[] {
  return [...new Set([...guest, ...customer])].slice(0, WISH_LIST_MAX)
}

/** Adds a product at the front, or moves it there. */
export function addRecentlyViewed(list: readonly string[], sku: string): readonly string[] {
  return [sku, ...list.filter((other) => other !== sku)].slice(0, RECENTLY_VIEWED_MAX)
}
